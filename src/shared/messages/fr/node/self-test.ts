import type { selfTest as english } from '../../en/node/self-test.ts'

export const selfTest: Record<keyof typeof english, string> = {
  'selfTest.bridgeAnswerMissing': 'La page a reçu un autre événement.',
  'selfTest.bridgePassed': 'La page a fait des appels, reçu des réponses et reçu un événement.',
  'selfTest.callFailed': '{name} a échoué : {kind}.',
  'selfTest.databasePassed': 'SQLite {version} a écrit dans un fichier et l’a relu.',
  'selfTest.databaseUnreadable': 'Ce qui a été écrit n’a pas pu être relu.',
  'selfTest.demoPassed': 'La page s’est connectée à la démo, a défini un statut et l’a relu.',
  'selfTest.demoStatusLost': 'Le statut défini n’a pas été conservé.',
  'selfTest.endPassed': 'Latchkey s’est fermé, et aucun autre problème n’est survenu.',
  'selfTest.finished':
    '{isOk, select, true {Autotest réussi} other {Échec de l’autotest}}. Rapport : {file}',
  'selfTest.keychainModuleFailed':
    'keytar n’a pas pu être chargé ; les jetons ne sont donc pas enregistrés : {reason}',
  'selfTest.keychainNoCall': 'keytar n’a pas de fonction {call}.',
  'selfTest.keychainPassed': 'keytar a été chargé. Le trousseau lui-même n’a pas été ouvert.',
  'selfTest.libraryMissing': 'la bibliothèque {library} est absente du système.',
  'selfTest.loadFailed': 'Chromium n’a pas pu la charger ({code}).',
  'selfTest.moduleMissing': 'il n’est pas installé.',
  'selfTest.moduleOtherNode': 'il a été compilé pour une autre version de Node.',
  'selfTest.needs': 'Nécessite le contrôle « {name} », qui n’a pas réussi.',
  'selfTest.needsFile':
    '--self-test demande un fichier pour son rapport, par exemple : --self-test report.json',
  'selfTest.networkPassed':
    'Des requêtes ont lu des données du service de démonstration et y en ont écrit.',
  'selfTest.noWindow': 'Il n’y a pas de fenêtre.',
  'selfTest.notAReport':
    '{file} n’est pas un rapport d’autotest et ne sera pas écrasé. Choisissez un autre fichier.',
  'selfTest.notFinished': 'Inachevé après {seconds} secondes.',
  'selfTest.notStarted': 'Latchkey n’a pas été démarré.',
  'selfTest.otherErrors': 'Un autre problème est survenu : {errors}.',
  'selfTest.pageEnded': 'Le processus de la page s’est terminé ({reason}).',
  'selfTest.pagePassed': 'La fenêtre cachée a chargé la page.',
  'selfTest.pageWrong': 'La fenêtre affiche une autre page.',
  'selfTest.policyDifferent': 'La page est arrivée avec une autre politique.',
  'selfTest.policyIneffective':
    'La politique est envoyée, mais du texte peut être exécuté comme du code.',
  'selfTest.policyMissing': 'La page est arrivée sans politique.',
  'selfTest.policyPassed':
    'La politique est envoyée avec la page et empêche d’exécuter du texte comme du code.',
  'selfTest.preloadPassed': 'La page a le pont, mais pas d’accès à Node.',
  'selfTest.preloadWrong': 'La page a {seen} au lieu de seulement invoke et on.',
  'selfTest.quitEarly': 'L’autotest a été interrompu avant la fin.',
  'selfTest.readUnexpected': 'Une lecture n’a pas reçu la réponse attendue.',
  'selfTest.reportNotWritten':
    'Impossible d’écrire le rapport d’autotest dans {file} : {reason}. Choisissez un autre fichier.',
  'selfTest.sandboxMissing':
    'La page n’est pas dans un bac à sable, bien qu’il n’ait pas été désactivé.',
  'selfTest.sandboxOff': 'Désactivé au démarrage (--no-sandbox).',
  'selfTest.sandboxPassed': 'La page est dans un bac à sable.',
  'selfTest.screensPassed': 'La page affiche son premier écran.',
  'selfTest.startPassed': 'Electron et Latchkey ont démarré.',
  'selfTest.unknownTokenUnexpected':
    'Une requête avec un jeton inconnu n’a pas reçu la réponse attendue.',
  'selfTest.writeUnexpected': 'Une écriture n’a pas reçu la réponse attendue.',
}
