import type { home as english } from '../../en/shell/home.ts'

export const home: Record<keyof typeof english, string> = {
  'home.addKey': 'Ajouter une clé',
  'home.allClear': 'Tout est en ordre',
  'home.allClearAdmin': 'Aucune action ni approbation en attente.',
  'home.allClearHint':
    'Rien dans vos clés SSH, adresses e-mail ou jetons ne demande votre attention.',
  'home.approvals':
    '{count, plural, one {# utilisateur en attente d’approbation} many {# utilisateurs en attente d’approbation} other {# utilisateurs en attente d’approbation}}',
  'home.approvalsHint': 'Approuvez ou rejetez l’inscription.',
  'home.approvalsUnknown': 'Les approbations en attente ne sont pas encore connues',
  'home.approvalsUnknownHint': 'Chargez tous les utilisateurs pour voir qui attend.',
  'home.attention': 'Demande votre attention',
  'home.changeAvatar': 'Changer d’avatar',
  'home.emailUnconfirmed': '{email} n’est pas confirmée',
  'home.emailUnconfirmedHint':
    'Ouvrez le lien de l’e-mail de confirmation. Vous pouvez demander un nouvel e-mail dans GitLab.',
  'home.failedActions':
    '{count, plural, one {# action a échoué} many {# actions ont échoué} other {# actions ont échoué}}',
  'home.failedActionsHint': 'Consultez la raison, puis réessayez.',
  'home.goodAfternoon': 'Bonjour, {name}.',
  'home.goodEvening': 'Bonsoir, {name}.',
  'home.goodMorning': 'Bonjour, {name}.',
  'home.noSshKey': 'Pas encore de clé SSH',
  'home.noSshKeyHint': 'Ajoutez-en une pour utiliser Git par SSH.',
  'home.openQueue': 'Ouvrir la file d’attente',
  'home.openUsers': 'Voir les utilisateurs',
  'home.ownTokenExpired': 'Votre jeton d’accès a expiré',
  'home.ownTokenExpiredHint': 'Il a expiré le {day}. Créez-en un nouveau pour le remplacer.',
  'home.ownTokenExpires':
    'Votre jeton d’accès expire {days, plural, =0 {dans moins d’un jour} one {dans # jour} many {dans # jours} other {dans # jours}}',
  'home.ownTokenExpiresHint':
    'Il expire le {day}. Renouvelez-le ou remplacez-le pour rester connecté.',
  'home.ownTokenUnsaved': 'Votre nouveau jeton d’accès n’est pas encore enregistré',
  'home.ownTokenUnsavedHint':
    'Il sera perdu si vous quittez Latchkey. Enregistrez-le dans le trousseau.',
  'home.partCounts': 'compteurs',
  'home.partEmails': 'adresses e-mail',
  'home.partSshKeys': 'clés SSH',
  'home.partTokens': 'jetons',
  'home.partsFailed': 'Chargement impossible : {parts}. {reason}',
  'home.pausedActions':
    '{count, plural, one {# action suspendue} many {# actions suspendues} other {# actions suspendues}}',
  'home.pausedActionsHint': 'Reprenez la file d’attente pour les envoyer.',
  'home.renew': 'Renouveler',
  'home.review': 'Vérifier',
  'home.reviewActions':
    '{count, plural, one {# action à vérifier} many {# actions à vérifier} other {# actions à vérifier}}',
  'home.reviewActionsHint':
    'Un utilisateur a changé entre-temps. Décidez s’il faut appliquer l’action.',
  'home.reviewPending': 'Examiner les {count, number} en attente',
  'home.showAll': 'Tout afficher ({count, number})',
  'home.soon': 'Bientôt',
  'home.sshKeyExpired': 'La clé SSH {title} a expiré',
  'home.sshKeyExpiredHint': 'Elle a expiré le {day}. Renouvelez-la ou supprimez-la.',
  'home.sshKeyExpires':
    'La clé SSH {title} expire {days, plural, =0 {dans moins d’un jour} one {dans # jour} many {dans # jours} other {dans # jours}}',
  'home.sshKeyExpiresHint': 'Elle expire le {day}. Renouvelez-la pour ne pas perdre l’accès.',
  'home.sshKeyWeak': 'La clé SSH {title} est faible',
  'home.tokenExpired': 'Le jeton {name} a expiré',
  'home.tokenExpiredHint':
    'Il a expiré le {day}. Créez-en un nouveau et retirez celui-ci de la liste.',
  'home.tokenExpires':
    'Le jeton {name} expire {days, plural, =0 {dans moins d’un jour} one {dans # jour} many {dans # jours} other {dans # jours}}',
  'home.tokenExpiresHint':
    'Il expire le {day}. Il ne peut pas être renouvelé ; créez-en un nouveau.',
  'home.urgent': 'Urgent',
  'home.viewEmail': 'Voir l’adresse e-mail',
  'home.viewFailed': 'Voir les échecs',
  'home.viewKey': 'Voir la clé',
  'home.viewToken': 'Voir le jeton',
}
