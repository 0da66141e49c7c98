import type { settings as english } from '../../en/screens/settings.ts'

export const settings: Record<keyof typeof english, string> = {
  'settings.about': 'À propos',
  'settings.administration': 'Administration',
  'settings.administrationLead': 'Comment les actions sur d’autres utilisateurs sont envoyées.',
  'settings.appImageLinks':
    'Pour ouvrir les liens latchkey:// avec une AppImage, ajoutez-la à vos applications avec un outil tel qu’AppImageLauncher ou Gear Lever.',
  'settings.background': 'Arrière-plan',
  'settings.backgroundInBrowser':
    'Dans un navigateur, les notifications n’apparaissent que si cette page est ouverte, et le navigateur redemande l’autorisation quand le port change. L’icône dans la zone de notification, le démarrage à l’ouverture de session et l’ouverture de fichiers et de liens nécessitent l’application de bureau.',
  'settings.cacheCleared': 'Cache vidé. Les données sont rechargées en cas de besoin.',
  'settings.clearCache': 'Vider le cache',
  'settings.clearCacheHint':
    'Supprime les avatars et d’autres données qui peuvent être rechargées.',
  'settings.clipboard': 'Presse-papiers',
  'settings.clipboardInApp':
    'Rien n’est effacé si vous avez copié autre chose depuis. Latchkey demande aux historiques du presse-papiers de ne pas garder les secrets.',
  'settings.clipboardInBrowser':
    'Rien n’est effacé si vous avez copié autre chose depuis. Les historiques du presse-papiers peuvent garder des secrets, car un navigateur ne peut pas les marquer.',
  'settings.clipboardSaved': 'Les secrets copiés sont effacés après {seconds} secondes.',
  'settings.clipboardSeconds': 'Effacer les secrets copiés après (secondes)',
  'settings.closeToTray': 'Réduire dans la zone de notification',
  'settings.closeToTrayHint':
    'Fermer la fenêtre garde Latchkey dans la zone de notification, d’où il continue d’envoyer les actions en file d’attente.',
  'settings.closeToTrayLinux':
    'Si votre bureau n’a pas de zone de notification, relancez Latchkey pour rouvrir la fenêtre.',
  'settings.confirmLeftover': '{action} ?',
  'settings.data': 'Données',
  'settings.dataFolder': 'Dossier',
  'settings.dataLead':
    'Fichiers que Latchkey enregistre sur cet ordinateur. Ils ne contiennent aucun jeton d’accès.',
  'settings.density': 'Densité',
  'settings.densityComfortable': 'Confortable',
  'settings.densityComfortableHint': 'Plus d’espace entre les éléments.',
  'settings.densityCompact': 'Compacte',
  'settings.densityCompactHint': 'Plus d’éléments sur un écran.',
  'settings.diagnostics': 'Diagnostic',
  'settings.diagnosticsHint':
    'Ne contient ni noms ni jetons. Rien n’est envoyé : vérifiez le texte, puis copiez-le.',
  'settings.diagnosticsLead':
    'Pour signaler un problème : versions, détails du système et dernières lignes du journal.',
  'settings.forget': 'Oublier cet ordinateur',
  'settings.forgetAccountHint': 'Pour retirer un seul compte avec son jeton, déconnectez-le.',
  'settings.forgetAccountLink': 'Déconnecter un compte',
  'settings.forgetConfirm': 'Tout oublier sur cet ordinateur ?',
  'settings.forgetEverything': 'Tout oublier',
  'settings.forgetEverythingHint':
    '{accounts, plural, one {Déconnecte votre compte} many {Déconnecte les # comptes} other {Déconnecte les # comptes}} et supprime toutes les données de Latchkey sur cet ordinateur, y compris les journaux d’audit.',
  'settings.forgetLoss':
    'Supprime définitivement de cet ordinateur tous les comptes et leurs jetons, les actions en attente, les journaux d’audit (y compris ceux que vous avez gardés), les journaux et les paramètres. Vos jetons restent valides jusqu’à leur expiration ou leur révocation.',
  'settings.forgotten':
    'Toutes les données de Latchkey sur cet ordinateur ont été supprimées. Vos jetons restent valides jusqu’à leur expiration ou leur révocation.',
  'settings.fromTo': 'De {min} à {max}.',
  'settings.includeUrls': 'Inclure les URL de GitLab',
  'settings.keychainAbsent':
    'Aucun trousseau trouvé. Les jetons sont gardés en mémoire jusqu’à ce que vous quittiez Latchkey.',
  'settings.keychainAvailable':
    'Les jetons sont enregistrés dans le trousseau de cet ordinateur ({keychain}), chiffrés par le système, sous le nom de service « Latchkey ».',
  'settings.keychainChecking': 'Vérification du trousseau…',
  'settings.keychainFailed':
    'Le trousseau ne répond pas correctement. Les jetons qu’il contient ne peuvent pas être lus, mais ne sont pas perdus.',
  'settings.keychainLead': 'Où vos jetons d’accès sont enregistrés.',
  'settings.keychainLocked':
    'Le trousseau est verrouillé. Les jetons qu’il contient ne peuvent pas être lus, mais ne sont pas perdus.',
  'settings.language': 'Langue',
  'settings.languageSystem': 'Système ({language})',
  'settings.languageUnreviewed':
    'Traduction non relue : aucun locuteur de cette langue ne l’a encore vérifiée. Signalez les textes erronés ou peu clairs.',
  'settings.layout': 'Disposition',
  'settings.leftoverAction': '{action} : {name}',
  'settings.leftoverDeleted': 'Supprimé : {name}.',
  'settings.leftoverDetails': '{size}, dernière modification : {moment}.',
  'settings.leftoverLoss': 'Supprime définitivement {path}.',
  'settings.leftoverPath': 'chemin de {name}',
  'settings.leftovers': 'Données conservées après la déconnexion',
  'settings.leftoversLead': 'Ces fichiers restent jusqu’à ce que vous les supprimiez.',
  'settings.license': 'Licence',
  'settings.lock': 'Verrouillage',
  'settings.lockAfter': 'Verrouiller automatiquement après',
  'settings.lockAfterInApp': 'Temps depuis votre dernière utilisation de cet ordinateur.',
  'settings.lockAfterInBrowser': 'Temps depuis votre dernière utilisation de cette page.',
  'settings.lockAfterOwnUse':
    'Le délai part de votre dernière utilisation de Latchkey, car ce bureau ne signale pas l’activité dans les autres programmes.',
  'settings.lockLead':
    'Masque tout jusqu’au déverrouillage. Les secrets affichés et les modifications non enregistrées sont perdus.',
  'settings.lockMinutes':
    '{minutes, plural, =0 {Jamais} one {# minute} many {# minutes} other {# minutes}}',
  'settings.lockNow': 'Verrouiller maintenant',
  'settings.lockWithComputer': 'Verrouiller avec l’ordinateur',
  'settings.lockWithComputerHint':
    'Quand l’écran se verrouille ou que l’ordinateur se met en veille.',
  'settings.lockWithSleep':
    'Quand l’ordinateur se met en veille. Latchkey ne peut pas détecter le verrouillage de l’écran de ce bureau.',
  'settings.log': 'Journal',
  'settings.noLeftovers': 'Aucun fichier',
  'settings.noPackages': 'Aucun résultat',
  'settings.notificationsBlocked':
    'Votre navigateur bloque les notifications de cette page. Autorisez-les dans ses paramètres de site, puis rechargez la page.',
  'settings.notificationsFail':
    'Le système n’affiche pas les notifications de Latchkey. Autorisez-les dans les réglages du système ; macOS n’en affiche aucune pour les applications non signées.',
  'settings.notificationsHint':
    'Quand votre statut est sur le point de s’effacer, que des clés ou des jetons expirent, que votre file d’attente se termine ou qu’un compte est déconnecté. Latchkey vérifie les clés et les jetons une fois par jour, ce qui compte comme une activité de votre compte.',
  'settings.notificationsUnsupported': 'Ce navigateur ne prend pas en charge les notifications.',
  'settings.parallelRequests': 'Requêtes parallèles',
  'settings.parallelRequestsHint':
    'Pour les actions sur de nombreux utilisateurs. Un nombre plus élevé est plus rapide, mais charge davantage l’instance.',
  'settings.parallelRequestsSaved':
    '{count, plural, one {Les actions sont envoyées une à la fois.} many {Jusqu’à # actions sont envoyées en même temps.} other {Jusqu’à # actions sont envoyées en même temps.}}',
  'settings.pauseQueue': 'Suspendre la file d’attente pendant le verrouillage',
  'settings.pauseQueueHint':
    'Rien n’est envoyé jusqu’au déverrouillage. Les requêtes en cours se terminent.',
  'settings.portableStart':
    'L’application portable n’est pas enregistrée auprès de Windows et ne peut donc ni démarrer à l’ouverture de session ni ouvrir les liens latchkey://. Installez Latchkey pour utiliser les deux.',
  'settings.searchPackages': 'Rechercher des paquets',
  'settings.showDiagnostics': 'Afficher le diagnostic',
  'settings.showLicenses': 'Afficher les licences',
  'settings.showNotifications': 'Afficher les notifications',
  'settings.startActivities': 'Activités',
  'settings.startAtSignIn': 'Démarrer à l’ouverture de session',
  'settings.startAtSignInHint':
    'Ouvre Latchkey lorsque vous ouvrez une session sur cet ordinateur.',
  'settings.startEmails': 'Adresses e-mail',
  'settings.startHome': 'Accueil',
  'settings.startKeys': 'Clés',
  'settings.startLast': 'Dernier écran ouvert',
  'settings.startPeople': 'Personnes',
  'settings.startProfile': 'Profil',
  'settings.startScreen': 'Écran de départ',
  'settings.startScreenHint': 'Affiché à l’ouverture de Latchkey et après la connexion.',
  'settings.startStatus': 'Statut',
  'settings.theme': 'Thème',
  'settings.themeDark': 'Sombre',
  'settings.themeLight': 'Clair',
  'settings.themeSystem': 'Système',
  'settings.thirdPartyLicenses': 'Licences tierces',
  'settings.title': 'Paramètres',
  'settings.undoHint':
    'Rien n’est envoyé d’ici là. Les suppressions attendent au moins 60 secondes. Les autres actions irréversibles demandent une confirmation et prennent effet immédiatement.',
  'settings.undoSaved': 'Vous avez {seconds} secondes pour annuler des actions.',
  'settings.undoSeconds': 'Délai d’annulation (secondes)',
  'settings.unlockByClick':
    'Se déverrouille d’un clic. Cela masque l’écran, mais n’arrête pas les personnes qui utilisent votre session sur cet ordinateur ; pour cela, verrouillez l’ordinateur.',
  'settings.unlockByTouchId': 'Se déverrouille avec Touch ID.',
  'settings.version': 'Version',
  'settings.wholeNumber': 'doit être un nombre entier de {min} à {max}',
}
