import type { accounts as english } from '../../en/screens/accounts.ts'

export const accounts: Record<keyof typeof english, string> = {
  'accounts.active': 'Actif',
  'accounts.administrator': 'Administrateur',
  'accounts.auditLogFolder': 'le dossier de données de Latchkey',
  'accounts.colour': 'Couleur',
  'accounts.colour_blue': 'Bleu',
  'accounts.colour_olive': 'Olive',
  'accounts.colour_orange': 'Orange',
  'accounts.colour_pink': 'Rose',
  'accounts.colour_red': 'Rouge',
  'accounts.colour_slate': 'Ardoise',
  'accounts.colour_teal': 'Sarcelle',
  'accounts.colour_violet': 'Violet',
  'accounts.deleteDamagedConfirm': 'Supprimer et se déconnecter',
  'accounts.deleteDamagedQuestion': 'Supprimer les fichiers endommagés ?',
  'accounts.deleteDamagedText':
    'Leur contenu, comme le journal d’audit, ne peut plus être récupéré après la déconnexion : {files}',
  'accounts.demo': 'Démo',
  'accounts.drag': 'Faites glisser pour déplacer',
  'accounts.edit': 'Modifier',
  'accounts.editNamed': 'Modifier {label}',
  'accounts.keepAuditLog': 'Garder le journal d’audit',
  'accounts.keepAuditLogHint':
    'Enregistre au format JSON ce que vous avez fait en tant qu’administrateur, dans {folder}. Les fichiers endommagés y sont aussi déplacés.',
  'accounts.label': 'Libellé',
  'accounts.labelExample': 'Travail, par exemple',
  'accounts.lead':
    'Faites glisser pour changer l’ordre, ou appuyez sur Alt et les touches fléchées.',
  'accounts.moveDown': 'Descendre (Alt ↓)',
  'accounts.moveDownNamed': 'Descendre {label}',
  'accounts.moveUp': 'Monter (Alt ↑)',
  'accounts.moveUpNamed': 'Monter {label}',
  'accounts.moved': '{label} déplacé en position {position, number} sur {count, number}.',
  'accounts.none': 'Pas encore de compte',
  'accounts.noneLink': 'Se connecter avec un jeton d’accès',
  'accounts.readOnlyToken': 'Jeton en lecture seule',
  'accounts.refreshed': '{label} actualisé.',
  'accounts.revokeToken': 'Révoquer aussi ce jeton sur GitLab',
  'accounts.revokeTokenHint':
    'Sinon, il reste valide sur {instance} jusqu’à son expiration ou sa révocation.',
  'accounts.revokeTokenUses':
    'Ceux-ci utilisent le même jeton et cesseront de fonctionner : {uses}.',
  'accounts.rotate': 'Renouveler le jeton…',
  'accounts.rotateConfirm': 'Renouveler le jeton',
  'accounts.rotateElsewhere':
    'Le jeton actuel cesse aussitôt de fonctionner, y compris dans les scripts et autres programmes qui l’utilisent.',
  'accounts.rotateNeedsKeychain':
    'Nécessite un trousseau : GitLab met fin à l’ancien jeton aussitôt, et un nouveau gardé seulement en mémoire serait perdu.',
  'accounts.rotateNeedsToken': 'Saisissez d’abord le jeton de ce compte.',
  'accounts.rotateNoDateHint':
    'GitLab fixe en général une semaine, ou aucune date si l’instance n’en exige pas.',
  'accounts.rotateOffline': 'L’instance est injoignable.',
  'accounts.rotateText':
    'GitLab donne à Latchkey un nouveau jeton avec les mêmes portées, enregistré dans le trousseau. Vous n’avez rien à copier.',
  'accounts.rotateTitle': 'Renouveler le jeton de {label} ?',
  'accounts.rotated': 'Jeton de {label} renouvelé. Le nouveau n’expire pas.',
  'accounts.rotatedUntil': 'Jeton de {label} renouvelé. Le nouveau expire le {date}.',
  'accounts.rotationLost': 'Le jeton a été renouvelé, mais le nouveau a été perdu.',
  'accounts.rotationLostHint':
    'Le jeton précédent ne fonctionne plus. Créez un nouveau jeton, puis choisissez « Remplacer le jeton ». Révoquez sur le web celui qui a été perdu.',
  'accounts.rotationOpen': 'On ne sait pas encore si le jeton a été renouvelé.',
  'accounts.rotationOpenHint':
    'Latchkey vérifiera dès que l’instance et le trousseau seront accessibles.',
  'accounts.rotationSave': 'Enregistrer dans le trousseau',
  'accounts.rotationSolved': 'Le jeton fonctionne et est enregistré.',
  'accounts.rotationUnsaved': 'Le trousseau n’a pas enregistré le nouveau jeton.',
  'accounts.rotationUnsavedHint':
    'Il fonctionne jusqu’à ce que vous quittiez Latchkey, puis il est perdu. Le précédent ne fonctionne plus. Déverrouillez le trousseau et réessayez.',
  'accounts.saved': 'Compte enregistré.',
  'accounts.sessionToken': 'Jeton conservé jusqu’à ce que vous quittiez Latchkey',
  'accounts.signOut': 'Se déconnecter',
  'accounts.signOutKeepsToken':
    'Le jeton reste valide sur {instance} jusqu’à son expiration ou sa révocation.',
  'accounts.signOutQuestion': 'Se déconnecter de {label} ?',
  'accounts.signOutText':
    'Le compte, ses données et son jeton sont supprimés de cet ordinateur. {pending, plural, =0 {} one {# action en attente est annulée.} many {# actions en attente sont annulées.} other {# actions en attente sont annulées.}}',
  'accounts.signOutWithoutRevoking': 'Se déconnecter sans révoquer',
  'accounts.signedOut':
    'Compte {label} déconnecté. Latchkey n’a pas révoqué son jeton sur {instance}.',
  'accounts.signedOutRevoked': 'Déconnecté de {label}. Son jeton sur {instance} a été révoqué.',
  'accounts.switch': 'Passer à ce compte',
  'accounts.tokenExpired': 'Jeton expiré',
  'accounts.tokenExpires': 'Le jeton d’accès expire le {date} à 00:00 UTC.',
  'accounts.tokenExpiresIn':
    '{days, plural, =0 {Le jeton expire dans moins d’un jour} one {Le jeton expire dans # jour} many {Le jeton expire dans # jours} other {Le jeton expire dans # jours}}',
  'accounts.tokenMissing': 'Jeton manquant',
  'accounts.tokenNeverExpires': 'Le jeton d’accès n’expire pas.',
}
