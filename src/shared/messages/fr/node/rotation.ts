import type { rotation as english } from '../../en/node/rotation.ts'

export const rotation: Record<keyof typeof english, string> = {
  'rotation.busy': 'Latchkey attend encore que GitLab réponde à d’autres requêtes de ce compte.',
  'rotation.busyHint': 'Le jeton n’a pas été renouvelé. Réessayez dans un instant.',
  'rotation.lost': 'Le jeton d’accès de @{username} a été renouvelé, mais le nouveau a été perdu.',
  'rotation.lostHint':
    'Le jeton précédent ne fonctionne plus. Créez un nouveau jeton sur le web et saisissez-le ici. Révoquez aussi sur le web celui qui a été perdu.',
  'rotation.newToken': 'Le nouveau jeton d’accès',
  'rotation.notRotated':
    '{cause} Le jeton actuel fonctionne toujours ; il n’a donc pas été renouvelé.',
  'rotation.notRotatedHint': 'Relancez le renouvellement.',
  'rotation.notStarted':
    'Le jeton n’a pas été renouvelé, car le trousseau ne peut pas enregistrer le nouveau pour le moment.',
  'rotation.quitBoth': '{tokens} {actions} {detail}',
  'rotation.quitDetail':
    '{count, plural, one {Il sera perdu à la fermeture de Latchkey, et le précédent ne fonctionne plus. Vous pouvez l’enregistrer sous Comptes.} many {Ils seront perdus à la fermeture de Latchkey, et les précédents ne fonctionnent plus. Vous pouvez les enregistrer sous Comptes.} other {Ils seront perdus à la fermeture de Latchkey, et les précédents ne fonctionnent plus. Vous pouvez les enregistrer sous Comptes.}}',
  'rotation.quitTitle':
    '{count, plural, one {Le nouveau jeton d’accès d’un compte n’est pas encore enregistré.} many {Les nouveaux jetons d’accès de # comptes ne sont pas encore enregistrés.} other {Les nouveaux jetons d’accès de # comptes ne sont pas encore enregistrés.}}',
  'rotation.refused': 'GitLab n’a pas accepté le nouveau jeton.',
  'rotation.refusedHint':
    'Le jeton précédent fonctionne toujours et a été conservé. Révoquez le nouveau sur le web.',
  'rotation.unavailable': 'Cette instance ne permet pas à ce jeton de se renouveler lui-même.',
  'rotation.unavailableHint': 'Créez un nouveau jeton sur le web, puis remplacez celui-ci.',
  'rotation.uncertain': '{cause} On ne sait pas encore si le jeton a été renouvelé.',
  'rotation.uncertainHint':
    'Latchkey vérifiera à sa prochaine requête. Si le nouveau jeton est perdu, il faudra en créer un sur le web.',
}
