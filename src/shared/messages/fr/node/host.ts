import type { host as english } from '../../en/node/host.ts'

export const host: Record<keyof typeof english, string> = {
  'host.address': 'Latchkey est disponible à l’adresse {url}',
  'host.addressOnce': 'L’adresse ne sert qu’une fois.',
  'host.browserNotOpened':
    'Le navigateur n’a pas ouvert Latchkey. Ouvrez cette adresse ; elle ne sert qu’une fois : {url}',
  'host.crashed': 'Latchkey a dû s’arrêter',
  'host.crashedHint':
    'Une erreur inattendue s’est produite. Les actions en file d’attente sont conservées ; redémarrez Latchkey et consultez le journal pour plus de détails.',
  'host.enterForAddress': 'Appuyez sur Entrée pour une nouvelle adresse.',
  'host.failed': 'Le serveur de Latchkey pour le navigateur a échoué.',
  'host.foreignCall': 'Cet appel ne vient pas de la page de Latchkey.',
  'host.foreignCallHint': 'Redémarrez Latchkey.',
  'host.help':
    'Options :\n  --data DOSSIER         Conserve tout dans ce dossier.\n  --demo                 Ouvre la démo en tant qu’utilisateur.\n  --demo-admin           Ouvre la démo en tant qu’administrateur.\n  --port N               Hôte du navigateur : écoute sur ce port de 127.0.0.1 ; 0, par défaut, en prend un libre.\n  --no-open              Hôte du navigateur : affiche l’adresse au lieu d’ouvrir un navigateur.\n  --hidden               Application de bureau : démarre sans fenêtre.\n  --self-test FICHIER    Application de bureau : se vérifie, écrit un rapport et se termine.\n  --verify-log FICHIER   Vérifie un export du journal d’audit et se termine.\n  --verbose              Journalise chaque appel.\n  -h, --help             Affiche ceci et se termine.',
  'host.invalidKey': 'Cette clé n’est pas valide ou a déjà servi.',
  'host.invalidPort': '--port attend un nombre de 0 à 65535, pas {port}.',
  'host.invalidTime':
    'LATCHKEY_TIME attend une date et une heure comme 2026-12-31T22:59:30Z, pas {time}.',
  'host.jsonOnly': 'Seul le JSON est accepté.',
  'host.leave': 'Quitter',
  'host.leaveUnsaved': 'Quitter sans enregistrer ?',
  'host.leaveUnsavedHint': 'Vos modifications non enregistrées seront perdues.',
  'host.linkNotClicked': 'Ce lien n’a pas été ouvert par un clic ou une touche.',
  'host.linkOfOtherSite': 'Aucun de vos comptes n’est sur ce site.',
  'host.needsValue': '{option} attend une valeur.',
  'host.noAccess': 'Accès refusé.',
  'host.noCall': 'Appel inconnu.',
  'host.noJsonObject': 'Ce n’est pas un objet JSON.',
  'host.notFound': 'Introuvable.',
  'host.notSignedIn': 'Ouvrez Latchkey à l’adresse qu’il a affichée.',
  'host.open': 'Ouvrir',
  'host.openAddress': 'Ouvrez cette adresse ; elle ne sert qu’une fois : {url}',
  'host.openLink': 'Ouvrir {host} dans votre navigateur ?',
  'host.opensInBrowser':
    'Latchkey est disponible à l’adresse {url} et s’ouvre dans votre navigateur.',
  'host.portForbidden':
    'Vous n’êtes pas autorisé à utiliser le port {port}. Choisissez un autre port, ou 0 pour n’importe quel port libre.',
  'host.portTaken':
    'Le port {port} est déjà utilisé. Choisissez un autre port, ou 0 pour n’importe quel port libre.',
  'host.startFailed': 'Latchkey n’a pas pu démarrer',
  'host.startFailedBecause': 'Latchkey n’a pas pu démarrer : {reason}',
  'host.stay': 'Rester',
  'host.takesNoValue': '{option} n’accepte aucune valeur.',
  'host.tooFewFiles':
    'La limite de fichiers ouverts de cette session est trop basse pour Latchkey.',
  'host.tooFewFilesHint':
    'Augmentez la limite, par exemple avec ulimit -n 1024, puis relancez Latchkey.',
  'host.unexpectedArgument': 'Argument inattendu {option}.',
  'host.unknownOption': 'Option inconnue {option}.',
  'host.unknownOptionHint': '--help liste les options.',
}
