import type { desktop as english } from '../../en/node/desktop.ts'

export const desktop: Record<keyof typeof english, string> = {
  'desktop.account': '{label} ({username} sur {host})',
  'desktop.accounts': 'Comptes',
  'desktop.actionsCanceled':
    '{count, plural, one {# action annulée} many {# actions annulées} other {# actions annulées}}',
  'desktop.actionsDone':
    '{count, plural, one {# action effectuée} many {# actions effectuées} other {# actions effectuées}}',
  'desktop.actionsFailed':
    '{count, plural, one {# action en échec} many {# actions en échec} other {# actions en échec}}',
  'desktop.actionsToReview':
    '{count, plural, one {# action à vérifier} many {# actions à vérifier} other {# actions à vérifier}}',
  'desktop.actualSize': 'Taille réelle',
  'desktop.appName': 'Latchkey',
  'desktop.back': 'Précédent',
  'desktop.busy': 'Occupé',
  'desktop.busyStatus': '{status} (occupé)',
  'desktop.clearStatus': 'Effacer le statut',
  'desktop.counts': '{counts}',
  'desktop.editMenu': 'Édition',
  'desktop.editStatus': 'Modifier le statut…',
  'desktop.failedCount':
    '{count, plural, one {# demande votre attention} many {# demandent votre attention} other {# demandent votre attention}}',
  'desktop.fileMenu': 'Fichier',
  'desktop.forward': 'Suivant',
  'desktop.goAnywhere': 'Accès rapide…',
  'desktop.goMenu': 'Aller',
  'desktop.helpMenu': 'Aide',
  'desktop.home': 'Accueil',
  'desktop.inspect': 'Inspecter',
  'desktop.itemExpired': '« {name} » a expiré.',
  'desktop.itemExpiresInDays':
    '« {name} » expire dans {days, plural, one {# jour} many {# jours} other {# jours}}.',
  'desktop.itemExpiresToday': '« {name} » expire dans moins d’un jour.',
  'desktop.itemsExpireSoon':
    '{count, plural, one {# expire bientôt.} many {# expirent bientôt.} other {# expirent bientôt.}}',
  'desktop.itemsExpireTitle': 'Clés et jetons arrivant à expiration – {account}',
  'desktop.itemsExpired':
    '{count, plural, one {# a expiré.} many {# ont expiré.} other {# ont expiré.}}',
  'desktop.keepsRunning': 'Latchkey reste actif',
  'desktop.keepsRunningText':
    'Ouvrez-le ou quittez-le depuis son icône dans la zone de notification. Vous pouvez modifier ce comportement dans les paramètres.',
  'desktop.keyboardShortcuts': 'Raccourcis clavier',
  'desktop.lock': 'Verrouiller Latchkey',
  'desktop.locked': 'Verrouillé',
  'desktop.lookUp': 'Rechercher « {text} »',
  'desktop.noMessage': 'Aucun message',
  'desktop.noStatus': 'Aucun statut',
  'desktop.noSuggestions': 'Aucune suggestion',
  'desktop.notSignedIn': 'Non connecté',
  'desktop.open': 'Ouvrir Latchkey',
  'desktop.openLink': 'Ouvrir le lien',
  'desktop.queueFinished': 'File d’attente terminée',
  'desktop.queueOutcome': '{outcomes}.',
  'desktop.queuedCount': '{count, number} en file d’attente',
  'desktop.ownToken': 'Jeton de Latchkey',
  'desktop.quit': 'Quitter Latchkey',
  'desktop.setStatus': 'Définir le statut',
  'desktop.settings': 'Paramètres…',
  'desktop.signedOut': 'GitLab n’accepte plus le jeton de ce compte.',
  'desktop.signedOutTitle': 'Déconnecté – {account}',
  'desktop.sshKeyExpired': 'Clé SSH expirée – {account}',
  'desktop.sshKeyExpires': 'Clé SSH bientôt expirée – {account}',
  'desktop.status': 'Statut',
  'desktop.statusChanged':
    'Il a été remplacé ailleurs par « {status} ». Choisissez à nouveau si vous voulez toujours le changer.',
  'desktop.statusCleared':
    'Il a été effacé ailleurs. Choisissez à nouveau si vous voulez toujours le changer.',
  'desktop.statusClears':
    '« {status} » s’efface dans {minutes, plural, one {# minute} many {# minutes} other {# minutes}}.',
  'desktop.statusClearsTitle': 'Votre statut s’efface bientôt – {account}',
  'desktop.statusFieldsIgnored': 'Cette instance a ignoré : {fields}.',
  'desktop.statusFor': '{status}, pendant {duration}',
  'desktop.statusNotCleared': 'Statut non effacé',
  'desktop.statusNotSet': 'Statut non défini',
  'desktop.statusPartlySet': 'Statut défini en partie',
  'desktop.statusUnknown': 'Statut pas encore chargé',
  'desktop.switchAccount': 'Changer de compte',
  'desktop.tokenExpired': 'Jeton d’accès expiré – {account}',
  'desktop.tokenExpires': 'Jeton d’accès bientôt expiré – {account}',
  'desktop.unnamedStatusClears':
    'Il s’efface dans {minutes, plural, one {# minute} many {# minutes} other {# minutes}}.',
  'desktop.viewMenu': 'Affichage',
  'desktop.windowMenu': 'Fenêtre',
  'desktop.zoomIn': 'Zoom avant',
  'desktop.zoomOut': 'Zoom arrière',
}
