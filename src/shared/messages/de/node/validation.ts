import type { validation as english } from '../../en/node/validation.ts'

/** Most of these follow the name of a field, as GitLab’s own texts do. */
export const validation: Record<keyof typeof english, string> = {
  'validation.correct':
    'Korrigieren Sie die Angabe und versuchen Sie es erneut. Es wurde nichts gesendet.',
  'validation.empty': 'darf nicht leer sein',
  'validation.failed': '{field} {problem}.',
  'validation.foreignCharacters':
    'enthält Zeichen, die in einem Zugriffstoken nicht vorkommen. Kopieren Sie es erneut',
  'validation.identityIncomplete':
    'ist ebenfalls erforderlich, weil eine Identität einen Anbieter und eine externe UID braucht',
  'validation.imageTooLarge': 'ist zu groß. Wählen Sie ein Bild mit höchstens {max, number} KiB',
  'validation.invalid': 'ist ungültig',
  'validation.missing': 'fehlt',
  'validation.noBase64': 'ist kein gültiges Base64',
  'validation.noDate': 'ist kein Datum wie 2026-01-31',
  'validation.noDomain': 'ist keine Domain wie example.com',
  'validation.noDueDate': 'ist erforderlich, weil ein Schritt darauf wartet',
  'validation.noEdit': 'muss mindestens eine Änderung enthalten',
  'validation.noEmail': 'ist keine E-Mail-Adresse',
  'validation.noHash': 'ist kein SHA-256-Hash',
  'validation.noId': 'ist keine ID',
  'validation.noIds': 'ist keine Liste von IDs',
  'validation.noName': 'ist kein Name',
  'validation.noTimestamp': 'ist kein Zeitpunkt wie 2026-01-31T12:00:00Z',
  'validation.noWholeNumber': 'muss eine ganze Zahl von {min, number} bis {max, number} sein',
  'validation.negative': 'muss 0 oder größer sein',
  'validation.passwordChoice':
    'ist erforderlich, sofern Sie keinen Link zum Zurücksetzen senden und kein zufälliges Passwort wählen',
  'validation.tokenTooLong': 'ist zu lang für ein Zugriffstoken',
  'validation.tooLargeCertificate': 'ist zu groß für ein Zertifikat',
  'validation.stepsAfterDeletion': 'können nach dem Löschen des Kontos nicht weitergehen',
  'validation.tooLong': 'ist zu lang (höchstens {max, number} Zeichen)',
  'validation.tooManyFiles': 'darf höchstens {max, number} sein',
  'validation.tooShort': 'ist zu kurz (mindestens {min, number} Zeichen)',
  'validation.unknown': 'ist kein bekanntes Feld',
  'validation.unreadable': 'kann nicht gelesen werden',
}
