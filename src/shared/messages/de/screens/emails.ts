import type { emails as english } from '../../en/screens/emails.ts'

export const emails: Record<keyof typeof english, string> = {
  'emails.add': 'Adresse hinzufügen',
  'emails.addAgain': 'Erneut hinzufügen',
  'emails.added': '{email} hinzugefügt. Öffnen Sie den Link in der Bestätigungs-E-Mail.',
  'emails.addedConfirmed': '{email} hinzugefügt und bestätigt.',
  'emails.addedForUser':
    '{email} hinzugefügt. Der Benutzer muss den Link in der Bestätigungs-E-Mail öffnen.',
  'emails.address': 'E-Mail-Adresse',
  'emails.addressHint': 'GitLab sendet einen Bestätigungslink an diese Adresse.',
  'emails.addressHintForUser':
    'GitLab sendet einen Bestätigungslink an diese Adresse. Der Benutzer muss ihn öffnen.',
  'emails.addressHintSkip': 'Es wird keine E-Mail gesendet. Die Adresse wird sofort bestätigt.',
  'emails.addressInvalid':
    'Geben Sie eine gültige E-Mail-Adresse ein, zum Beispiel name@example.com.',
  'emails.addressKnown': 'Diese Adresse gehört bereits zum Konto.',
  'emails.addressPlaceholder': 'name@example.com',
  'emails.addressRequired': 'Geben Sie eine E-Mail-Adresse ein.',
  'emails.addresses': 'Adressen',
  'emails.check': 'Erneut prüfen',
  'emails.checkAddress': 'Erneut prüfen, ob {email} bestätigt ist',
  'emails.confirm':
    'Öffnen Sie den Link in der Bestätigungs-E-Mail und prüfen Sie dann erneut. Keine E-Mail erhalten? Sehen Sie im Spam-Ordner nach oder {link}.',
  'emails.confirmForUser':
    'Der Benutzer muss den Link in der Bestätigungs-E-Mail öffnen. Um die Adresse an seiner Stelle zu bestätigen, löschen Sie sie und fügen Sie sie mit „Bestätigung überspringen“ wieder hinzu.',
  'emails.confirmed': 'Bestätigt',
  'emails.confirmedOn': 'Bestätigt: {date}',
  'emails.deleteAddress': '{email} löschen',
  'emails.deleteConfirm': 'Adresse löschen',
  'emails.deleteText':
    'GitLab sendet E-Mails dann stattdessen an Ihre primäre Adresse {primary}. Um das rückgängig zu machen, müssen Sie die Adresse erneut hinzufügen und bestätigen.',
  'emails.deleteTextForUser':
    'GitLab sendet E-Mails dann stattdessen an die primäre Adresse des Benutzers, {primary}. Um das rückgängig zu machen, muss die Adresse erneut hinzugefügt und bestätigt werden.',
  'emails.deleteTitle': '{email} löschen?',
  'emails.deleted': '{email} gelöscht.',
  'emails.empty': 'Keine weiteren Adressen',
  'emails.emptyHint':
    'Fügen Sie unten eine hinzu, damit Commits mit dieser Adresse Ihnen zugeordnet werden.',
  'emails.gone': '{email} gehört nicht mehr zu diesem Konto.',
  'emails.isConfirmed': '{email} ist bestätigt.',
  'emails.isUnconfirmed':
    '{email} ist noch nicht bestätigt. Öffnen Sie den Link in der Bestätigungs-E-Mail.',
  'emails.isUnconfirmedForUser':
    '{email} ist noch nicht bestätigt. Der Benutzer muss den Link in der Bestätigungs-E-Mail öffnen.',
  'emails.lead': 'Die E-Mail-Adressen Ihres Kontos.',
  'emails.newAddress': 'Neue Adresse',
  'emails.noPrimary':
    'GitLab gibt nicht an, welche Adresse die primäre ist, daher kann hier keine gelöscht werden.',
  'emails.notConfirmed': 'Nicht bestätigt',
  'emails.onTheWeb': 'im Web',
  'emails.primary': 'Primär',
  'emails.primaryHint':
    'Die primäre Adresse kann nicht gelöscht werden. Eine andere können Sie {link} auswählen.',
  'emails.primaryHintForUser':
    'Die primäre Adresse kann nicht gelöscht werden. Bearbeiten Sie den Benutzer, um eine andere auszuwählen.',
  'emails.resendLink': 'fordern Sie sie im Web erneut an',
  'emails.skipConfirmation': 'Bestätigung überspringen',
  'emails.skipConfirmationHint':
    'Verwenden Sie das nur, wenn die Adresse dem Benutzer gehört. Wer deren E-Mails liest, kann das Konto übernehmen.',
  'emails.title': 'E-Mail-Adressen',
  'emails.usedByGit':
    'Auf diesem Computer nutzt Git {email}. Das ist keine bestätigte E-Mail-Adresse Ihres Kontos.',
  'emails.addUsedByGit': '{email} hinzufügen',
}
