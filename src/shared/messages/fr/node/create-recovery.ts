import type { createRecovery as english } from '../../en/node/create-recovery.ts'

export const createRecovery: Record<keyof typeof english, string> = {
  'createRecovery.answerLost': 'La réponse a été perdue.',
  'createRecovery.createdSecretLost':
    '{what} existe maintenant (ID {id}), mais son secret a été perdu avec la réponse.',
  'createRecovery.createdSecretMissing':
    '{what} existe maintenant (ID {id}), mais la réponse est arrivée sans son secret.',
  'createRecovery.deleteRunner':
    'S’il figure parmi les {type, select, group_type {runners du groupe} project_type {runners du projet} other {runners de l’instance}} sur le web, supprimez-le, car son jeton est perdu. Puis créez-en un autre.',
  'createRecovery.emailAddress': 'L’adresse e-mail « {email} »',
  'createRecovery.forgotten': 'Latchkey a redémarré et ne sait plus quoi vérifier.',
  'createRecovery.forgottenHint': 'Vérifiez ce qui existe avant de recommencer.',
  'createRecovery.gpgKey': 'La clé GPG',
  'createRecovery.impersonationToken': 'Le jeton d’emprunt d’identité « {name} »',
  'createRecovery.maybeOlder':
    '{cause} {what} existe peut-être déjà : un élément semblable est présent, mais il est peut-être plus ancien.',
  'createRecovery.maybeOneOfMany':
    '{cause} {what} existe peut-être déjà : plusieurs éléments semblables sont apparus depuis.',
  'createRecovery.notAppeared': '{cause} {what} n’apparaît toujours pas.',
  'createRecovery.notAppearedHint':
    'Si le serveur est lent, la création peut encore avoir lieu. Vérifiez à nouveau avant de recommencer.',
  'createRecovery.personalAccessToken': 'Le jeton d’accès personnel « {name} »',
  'createRecovery.revoke':
    'Révoquez-le, car son secret ne peut pas être récupéré. Puis créez-en un autre.',
  'createRecovery.revokeOnWeb':
    'S’il est dans la liste de vos jetons sur le web, révoquez-le, car son secret est perdu. Puis créez-en un autre.',
  'createRecovery.revokeOnWebByUser':
    'L’utilisateur peut le voir à cette adresse sur le web. S’il y est, il doit le révoquer, car son secret est perdu.',
  'createRecovery.runner': 'Le runner',
  'createRecovery.runnerNamed': 'Le runner « {description} »',
  'createRecovery.secretMissing': 'La réponse est arrivée sans le secret.',
  'createRecovery.serviceAccount': 'Le compte de service',
  'createRecovery.serviceAccountNamed': 'Le compte de service « {name} »',
  'createRecovery.sshKey': 'La clé SSH « {title} »',
  'createRecovery.token': 'Le jeton « {name} »',
  'createRecovery.unclearHint': 'Vérifiez ce qui existe, et depuis quand, avant de recommencer.',
  'createRecovery.unlisted':
    '{cause} {what} existe peut-être déjà. Latchkey ne peut pas encore le vérifier.',
  'createRecovery.unlistedSecretMissing':
    '{what} existe maintenant, mais la réponse est arrivée sans son secret.',
  'createRecovery.unread': '{cause} {what} existe peut-être déjà.',
  'createRecovery.unreadHint': 'Vérifiez à nouveau quand GitLab répondra, avant de recommencer.',
  'createRecovery.user': 'L’utilisateur « @{username} »',
}
