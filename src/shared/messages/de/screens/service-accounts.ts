import type { serviceAccounts as english } from '../../en/screens/service-accounts.ts'

export const serviceAccounts: Record<keyof typeof english, string> = {
  'serviceAccounts.accounts': 'Konten',
  'serviceAccounts.create': 'Dienstkonto erstellen',
  'serviceAccounts.created': '{name} erstellt.',
  'serviceAccounts.createdHint':
    '{name} ({username}) erstellt. {link}, um ein Token dafür zu erstellen.',
  'serviceAccounts.email': 'E-Mail-Adresse',
  'serviceAccounts.emailHint':
    'Wird verwendet, sobald der Link in der Bestätigungs-E-Mail geöffnet wurde.',
  'serviceAccounts.emailInvalid':
    'Geben Sie eine gültige E-Mail-Adresse ein, zum Beispiel name@example.com.',
  'serviceAccounts.emailPlaceholder': 'nightly-export@example.com',
  'serviceAccounts.empty': 'Keine Dienstkonten',
  'serviceAccounts.emptyHint': 'Erstellen Sie unten eines und dann auf dessen Seite ein Token.',
  'serviceAccounts.generated': 'Für leere Felder erzeugt GitLab Werte.',
  'serviceAccounts.id': 'ID {id}',
  'serviceAccounts.lead': 'Konten für Automatisierung. Erfordert GitLab Premium oder Ultimate.',
  'serviceAccounts.name': 'Name',
  'serviceAccounts.nameHint': 'Standardmäßig „Service account user“.',
  'serviceAccounts.namePlaceholder': 'Nächtlicher Export',
  'serviceAccounts.newAccount': 'Neues Dienstkonto',
  'serviceAccounts.newest': 'Neueste zuerst',
  'serviceAccounts.oldest': 'Älteste zuerst',
  'serviceAccounts.openCreated': 'Öffnen Sie das Konto',
  'serviceAccounts.openNamed': '{name}, @{username} öffnen',
  'serviceAccounts.sort': 'Sortierung',
  'serviceAccounts.tierHint': 'Instanzen ohne Premium oder Ultimate liefern denselben Fehler.',
  'serviceAccounts.title': 'Dienstkonten',
  'serviceAccounts.unavailable': 'Dienstkonten sind nicht verfügbar',
  'serviceAccounts.unavailableHint':
    'Sie erfordern GitLab Premium oder Ultimate und das Token eines Administrators. GitLab meldet: {answer}',
  'serviceAccounts.unconfirmedEmail': '{email} (nicht bestätigt)',
  'serviceAccounts.username': 'Benutzername A–Z',
  'serviceAccounts.usernameDescending': 'Benutzername Z–A',
  'serviceAccounts.usernameField': 'Benutzername',
  'serviceAccounts.usernamePlaceholder': 'nightly-export',
}
