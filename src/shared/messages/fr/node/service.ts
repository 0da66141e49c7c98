import type { service as english } from '../../en/node/service.ts'

export const service: Record<keyof typeof english, string> = {
  'service.accountRefused': 'Ce compte ne peut pas se connecter à {host}.',
  'service.accountRefusedWithText': 'Ce compte ne peut pas se connecter à {host} : {text}',
  'service.addPermission':
    'Ajoutez la permission au jeton dans GitLab, ou utilisez un jeton qui l’a.',
  'service.adminModeRequired':
    '{host} exige pour cela le mode administrateur. Remplacez le jeton par un autre qui a aussi cette portée.',
  'service.addressNotTheirs':
    'Cette instance n’accepte que les autres adresses de l’utilisateur. Ajoutez-la d’abord à ses adresses e-mail.',
  'service.addressTaken':
    '{error}. Elle appartient à un autre compte, ou y attend une confirmation.',
  'service.answerBroken': 'La connexion à {host} a été perdue avant la fin de sa réponse.',
  'service.broke': '{host} a renvoyé une erreur ({status}).',
  'service.brokeWithText': '{host} a renvoyé une erreur : {text}',
  'service.changedMeanwhile': 'Modifié entre-temps. Rechargez avant de décider.',
  'service.checkConnection': 'Vérifiez l’URL et votre connexion, puis réessayez.',
  'service.checkState': 'Vérifiez l’état actuel avant de réessayer.',
  'service.checkThenDecide': 'Vérifiez l’état actuel, puis décidez.',
  'service.checkToken':
    'Vérifiez qu’il est complet et destiné à cette instance, ou créez-en un nouveau.',
  'service.checkUrl':
    'C’est peut-être une page de connexion, ou GitLab est dans un autre sous-dossier. Vérifiez l’URL.',
  'service.connectionLost': 'La connexion à {host} a été perdue avant sa réponse.',
  'service.correct': 'Corrigez et réessayez.',
  'service.dpopHint':
    'Un autre jeton n’y changera rien. Désactivez DPoP sur la page des jetons d’accès personnels de GitLab, ou demandez à votre administrateur.',
  'service.dpopRequired':
    '{host} n’accepte les jetons de ce compte qu’avec une preuve DPoP, que Latchkey ne peut pas envoyer.',
  'service.failed': '{task} {cause}',
  'service.fieldProblem': '{field} {problem}',
  'service.foreignPage': '{host} a indiqué une page suivante qui appartient à une autre liste.',
  'service.gaveUp': '{host} a abandonné la requête ({status}).',
  'service.hostNotFound': 'L’hôte {host} est introuvable.',
  'service.hostSaid': '{host} a refusé ce jeton : {text}',
  'service.lacksAdminMode': 'Ce jeton n’a pas la portée admin_mode.',
  'service.lacksNamedPermission': 'Il manque une permission à ce jeton : {permission}',
  'service.lacksPermission': 'Il manque une permission à ce jeton.',
  'service.lacksScope':
    '{count, plural, =0 {Le jeton pour {host} n’a pas les portées nécessaires.} one {Le jeton pour {host} n’a pas la portée {scopes}.} many {Le jeton pour {host} doit avoir l’une de ces portées : {scopes}.} other {Le jeton pour {host} doit avoir l’une de ces portées : {scopes}.}}',
  'service.listUnusable':
    'Rien n’est affiché, car la liste serait incomplète. Réessayez plus tard.',
  'service.loginInFront':
    'Une page de connexion (SSO, VPN) ou un proxy se trouve devant GitLab. Connectez-vous-y d’abord, ou demandez à l’administrateur de l’instance. N’y saisissez jamais votre jeton.',
  'service.lostServer': '{host} a perdu la connexion à son serveur ({status}).',
  'service.mayBeRemoved': 'Cet élément a peut-être été supprimé. Rechargez pour vérifier.',
  'service.noPermission': 'Ce compte n’a pas la permission nécessaire.',
  'service.noWholeAnswer': '{host} n’a pas envoyé de réponse complète.',
  'service.notAllowed': '{host} ne le permet pas.',
  'service.notCached': 'Ces données n’ont pas encore été chargées sur cet ordinateur.',
  'service.notGitlab':
    'Vérifiez l’URL de GitLab, et si un proxy ou une page de connexion s’interpose.',
  'service.notSent':
    '{host} n’a pas répondu à temps à une modification précédente ; celle-ci n’a donc pas été envoyée.',
  'service.oneRequired': 'L’un de ces champs est obligatoire : {fields}',
  'service.outcomeUnknown': '{cause} On ne sait pas si la modification a été effectuée.',
  'service.problems': '{problems}.',
  'service.rateLimited': '{host} : limite de requêtes atteinte.',
  'service.redirect':
    '{host} a tenté de rediriger Latchkey vers une autre adresse ; la redirection a été bloquée.',
  'service.redirectTo':
    '{host} a tenté de rediriger Latchkey vers {to} ; la redirection a été bloquée.',
  'service.refused': '{host} a refusé cette requête ({status}).',
  'service.replaceToken': 'Créez-y un nouveau jeton et remplacez celui-ci.',
  'service.replaceWithScope': 'Créez un jeton avec cette portée et remplacez celui-ci.',
  'service.retriesAutomatically': 'Latchkey réessaie automatiquement.',
  'service.said': '{problems}',
  'service.secretMissing': '{host} n’a pas renvoyé le secret.',
  'service.sentBrokenJson': '{host} a envoyé un JSON incomplet ou endommagé.',
  'service.sentForeignRefusal': '{host} a envoyé une erreur qui ne vient pas de GitLab.',
  'service.sentNoJson': '{host} a envoyé autre chose que du JSON.',
  'service.sentNoList': '{host} a envoyé autre chose qu’une liste.',
  'service.sentNothing': '{host} a envoyé une réponse vide.',
  'service.sentTooDeep': '{host} a envoyé des données trop imbriquées.',
  'service.sentTooLarge': '{host} a envoyé plus de {megabytes, number} Mo.',
  'service.sentTooMany': '{host} a envoyé bien plus d’entrées qu’une page n’en contient.',
  'service.sentTooMuch': '{host} a envoyé bien plus de données que prévu.',
  'service.sentUnexpected': '{host} a envoyé des données inattendues.',
  'service.sentUnexpectedStatus': '{host} a envoyé une réponse inattendue ({status}).',
  'service.sentUnreadable': '{host} a envoyé une réponse illisible.',
  'service.sentWebPage': '{host} a envoyé une page web au lieu de données.',
  'service.serverProblem': 'Le problème est sur le serveur. Réessayez plus tard.',
  'service.signInOnWeb':
    'Connectez-vous à cette instance dans un navigateur, ou contactez son administrateur.',
  'service.slow':
    'Réessayez. Si cela continue, le serveur est peut-être surchargé ou votre connexion lente.',
  'service.stillWaiting': 'GitLab ne répond toujours pas.',
  'service.takenByUser': 'Déjà utilisé par un autre utilisateur.',
  'service.tellAdministrator': 'Rien n’y a été envoyé. Contactez l’administrateur de l’instance.',
  'service.tokenExpired': 'Le jeton pour {host} a expiré.',
  'service.tokenRevoked': 'Le jeton pour {host} a été révoqué.',
  'service.tokenUnknown': 'Jeton non reconnu par {host}.',
  'service.tooSlow': '{host} n’a pas répondu à temps.',
  'service.tooSlowToFinish': '{host} n’a pas terminé sa réponse à temps.',
  'service.unreachable': 'Impossible de joindre {host}.',
  'service.useHttps': 'Cette instance utilise https. Connectez-vous avec {url}.',
  'service.valueRefused': 'GitLab a peut-être refusé cette valeur : {reason}',
  'service.waitAndRetry': 'Attendez un instant, puis réessayez.',
  'service.withStatus': '{cause} Le code de réponse était {status}.',
}
