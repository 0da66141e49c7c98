import type { signIn as english } from '../../en/node/sign-in.ts'

export const signIn: Record<keyof typeof english, string> = {
  'signIn.accountGone': 'Ce compte n’est plus connecté.',
  'signIn.accountGoneHint': 'Choisissez un autre compte ou connectez-vous à nouveau.',
  'signIn.dataLeft':
    '@{username} est déconnecté, mais une partie de ses données n’a pas pu être supprimée de cet ordinateur.',
  'signIn.dataLeftHint':
    'Vérifiez l’espace disque libre. « Tout oublier » dans Paramètres → Données supprime le reste.',
  'signIn.insecure':
    'La connexion à {host} n’est pas chiffrée. N’importe qui sur le réseau pourrait lire le jeton.',
  'signIn.insecureField': 'n’est pas chiffrée',
  'signIn.insecureHint':
    'Utilisez https, ou confirmez que vous voulez envoyer le jeton sans chiffrement.',
  'signIn.narrowerToken': 'Ce jeton a moins de portées que le jeton actuel de @{username}.',
  'signIn.narrowerTokenHint':
    'Il lui manque {count, plural, one {la portée} many {les portées} other {les portées}} {scopes}.{readOnly, select, true { Il ne permet que la lecture.} other {}}',
  'signIn.noService': 'Il n’y a pas d’API GitLab à cette URL.',
  'signIn.noServiceHint': 'Vérifiez l’URL. Un sous-dossier manque peut-être ou est en trop.',
  'signIn.noToken': 'Cet ordinateur n’a plus de jeton pour @{username} sur {host}.',
  'signIn.noTokenHint': 'Saisissez-le à nouveau, ou créez-en un autre.',
  'signIn.notRevoked': '{cause} Le jeton fonctionne toujours : il n’a pas été révoqué.',
  'signIn.otherAccount': 'Ce jeton appartient à @{owner}, pas à @{username}.',
  'signIn.otherAccountField': 'appartient à @{owner}',
  'signIn.otherAccountHint':
    'Collez un jeton de @{username}, ou ajoutez @{owner} comme autre compte.',
  'signIn.revocationUnknown': '{cause} On ne sait pas si le jeton a été révoqué.',
  'signIn.revokeByHand':
    'Déconnectez-vous sans le révoquer, puis révoquez-le sur la page des jetons d’accès personnels de GitLab.',
  'signIn.revokeOnWeb':
    'Réessayez, ou déconnectez-vous et révoquez-le sur la page des jetons d’accès personnels de GitLab.',
  'signIn.revokeUnavailable': 'Cette instance ne permet pas à Latchkey de révoquer son jeton.',
  'signIn.tokenLeft': '@{username} est déconnecté, mais le trousseau n’a pas supprimé le jeton.',
  'signIn.tokenLeftHint':
    'Déverrouillez le trousseau et supprimez-y ce qu’il contient de Latchkey : {items}.',
}
