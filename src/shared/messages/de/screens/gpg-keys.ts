import type { gpgKeys as english } from '../../en/screens/gpg-keys.ts'

export const gpgKeys: Record<keyof typeof english, string> = {
  'gpgKeys.created': 'Erstellt',
  'gpgKeys.deletion':
    'Bereits mit {name} verifizierte Commits bleiben verifiziert. Noch nicht gepushte und neue Commits werden nicht mehr verifiziert. Der Schlüssel in gpg bleibt erhalten.',
  'gpgKeys.email_confirmed': 'E-Mail-Adresse bestätigt',
  'gpgKeys.email_none': 'Keine E-Mail-Adresse',
  'gpgKeys.email_notOnAccount': 'E-Mail-Adresse nicht in diesem Konto',
  'gpgKeys.email_unconfirmed': 'E-Mail-Adresse nicht bestätigt',
  'gpgKeys.expiry': 'Läuft ab',
  'gpgKeys.extendFirst':
    'Auf diesem Computer gibt es keine neuere Kopie. Verlängern Sie den Schlüssel mit {command} und aktualisieren Sie dann diese Ansicht.',
  'gpgKeys.fingerprint': 'Fingerabdruck',
  'gpgKeys.inGpg': 'In gpg',
  'gpgKeys.keyId': 'Schlüssel-ID',
  'gpgKeys.noExpiry': 'Kein Ablaufdatum',
  'gpgKeys.noSubkeys': 'Keine',
  'gpgKeys.noUse': 'Keine',
  'gpgKeys.others': 'Schlüssel anderer Personen',
  'gpgKeys.othersCount': '{count, number} weitere in gpg ohne privaten Schlüssel',
  'gpgKeys.othersHint':
    'Das sind wahrscheinlich Schlüssel anderer Personen, daher werden sie von „Alle importieren“ übersprungen.',
  'gpgKeys.othersMore':
    '{count, number} weitere. Um einen zu importieren, exportieren Sie ihn und legen Sie ihn hier ab.',
  'gpgKeys.renewText':
    'Neuer auf diesem Computer: {changes}. GitLab kann einen Schlüssel nicht ändern. Latchkey löscht dort daher {name} und fügt diese Kopie mit einer neuen ID hinzu. Verifizierte Commits bleiben verifiziert. Wird die Kopie abgelehnt, wird der alte Schlüssel wieder hinzugefügt.',
  'gpgKeys.skipExpired': 'Dieser Schlüssel ist abgelaufen.',
  'gpgKeys.skipOthers': 'Das ist wahrscheinlich der Schlüssel einer anderen Person.',
  'gpgKeys.skipRevoked': 'Dieser Schlüssel ist widerrufen.',
  'gpgKeys.subkeys': 'Unterschlüssel',
  'gpgKeys.type': 'GPG',
  'gpgKeys.typeFor': 'GPG ({uses})',
  'gpgKeys.unchecked':
    'Latchkey kann Signaturen dieser Schlüsselart nicht prüfen und zeigt die Benutzer-IDs ungeprüft.',
  'gpgKeys.unnamed': 'GPG-Schlüssel {id}',
  'gpgKeys.unverifiedTag': 'E-Mail-Adresse nicht verifiziert',
  'gpgKeys.usage': 'Verwendung',
  'gpgKeys.use_authenticate': 'Authentifizieren',
  'gpgKeys.use_certify': 'Zertifizieren',
  'gpgKeys.use_encrypt': 'Verschlüsseln',
  'gpgKeys.use_sign': 'Signieren',
  'gpgKeys.userIds': 'Benutzer-IDs',
  'gpgKeys.uses': '{uses}',
}
