import type { createRecovery as english } from '../../en/node/create-recovery.ts'

export const createRecovery: Record<keyof typeof english, string> = {
  'createRecovery.answerLost': 'Die Antwort ging verloren.',
  'createRecovery.createdSecretLost':
    '{what} wurde mit der ID {id} erstellt, aber der geheime Wert ging mit der Antwort verloren.',
  'createRecovery.createdSecretMissing':
    '{what} wurde mit der ID {id} erstellt, aber die Antwort enthielt den geheimen Wert nicht.',
  'createRecovery.deleteRunner':
    'Wenn er im Web unter den {type, select, group_type {Runnern der Gruppe} project_type {Runnern des Projekts} other {Runnern der Instanz}} steht, löschen Sie ihn, da sein Token verloren ist. Erstellen Sie dann einen neuen.',
  'createRecovery.emailAddress': 'Die E-Mail-Adresse „{email}“',
  'createRecovery.forgotten':
    'Latchkey wurde neu gestartet und weiß nicht mehr, was zu prüfen ist.',
  'createRecovery.forgottenHint':
    'Prüfen Sie, was vorhanden ist, bevor Sie noch einmal etwas erstellen.',
  'createRecovery.gpgKey': 'Der GPG-Schlüssel',
  'createRecovery.impersonationToken': 'Das Identitätswechsel-Token „{name}“',
  'createRecovery.maybeOlder':
    '{cause} {what} wurde möglicherweise erstellt: Es gibt einen gleichartigen Eintrag, der aber älter sein kann.',
  'createRecovery.maybeOneOfMany':
    '{cause} {what} wurde möglicherweise erstellt: Seitdem sind mehrere gleichartige Einträge erschienen.',
  'createRecovery.notAppeared': '{cause} {what} ist seitdem nicht erschienen.',
  'createRecovery.notAppearedHint':
    'Ein langsamer Server erstellt den Eintrag eventuell noch. Prüfen Sie erneut, bevor Sie noch einmal etwas erstellen.',
  'createRecovery.personalAccessToken': 'Das persönliche Zugriffstoken „{name}“',
  'createRecovery.revoke':
    'Widerrufen Sie es, da der geheime Wert nicht wiederhergestellt werden kann. Erstellen Sie dann ein neues.',
  'createRecovery.revokeOnWeb':
    'Wenn es im Web in der Liste Ihrer Token steht, widerrufen Sie es, da der geheime Wert verloren ist. Erstellen Sie dann ein neues.',
  'createRecovery.revokeOnWebByUser':
    'Der Benutzer kann es im Web unter dieser Adresse sehen. Wenn es dort ist, muss er es widerrufen, da der geheime Wert verloren ist.',
  'createRecovery.runner': 'Der Runner',
  'createRecovery.runnerNamed': 'Der Runner „{description}“',
  'createRecovery.secretMissing': 'Die Antwort enthielt den geheimen Wert nicht.',
  'createRecovery.serviceAccount': 'Das Dienstkonto',
  'createRecovery.serviceAccountNamed': 'Das Dienstkonto „{name}“',
  'createRecovery.sshKey': 'Der SSH-Schlüssel „{title}“',
  'createRecovery.token': 'Das Token „{name}“',
  'createRecovery.unclearHint':
    'Prüfen Sie, was vorhanden ist und wann es erstellt wurde, bevor Sie noch einmal etwas erstellen.',
  'createRecovery.unlisted':
    '{cause} {what} wurde möglicherweise erstellt. Latchkey kann das noch nicht prüfen.',
  'createRecovery.unlistedSecretMissing':
    '{what} wurde erstellt, aber die Antwort enthielt den geheimen Wert nicht.',
  'createRecovery.unread': '{cause} {what} wurde möglicherweise erstellt.',
  'createRecovery.unreadHint':
    'Prüfen Sie erneut, sobald GitLab antwortet, bevor Sie noch einmal etwas erstellen.',
  'createRecovery.user': 'Der Benutzer „@{username}“',
}
