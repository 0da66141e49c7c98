import type { keys as english } from '../../en/node/keys.ts'

export const keys: Record<keyof typeof english, string> = {
  'keys.accountKey': 'Clé sur le compte',
  'keys.alreadyChanging': 'Cette clé est déjà en cours de modification.',
  'keys.anotherKeyAdded': 'GitLab a renvoyé une autre clé que celle qui a été ajoutée.',
  'keys.backupHint':
    'Une copie de la clé est conservée ici. Vérifiez la liste, et ajoutez la clé à nouveau si elle manque.',
  'keys.changeTitle': 'Modifiez le titre.',
  'keys.checkListFirst': 'Vérifiez la liste des clés avant de réessayer.',
  'keys.chooseAgain': 'Choisissez à nouveau la clé publique.',
  'keys.chooseLaterDate': 'Choisissez une date ultérieure, ou aucune expiration.',
  'keys.deleteAndImport':
    'Rien n’a été modifié. Si vous avez la clé, supprimez-la et importez-la à nouveau.',
  'keys.deleteThereFirst':
    'Une clé ne peut être que sur un seul compte. Supprimez-la d’abord là-bas, ou créez-en une nouvelle.',
  'keys.differentKeys':
    'La clé sur cet ordinateur et celle sur le compte sont des clés différentes.',
  'keys.emailNotOnAccount':
    'Aucune des adresses e-mail de la clé n’est sur ce compte ; les signatures faites avec elle restent donc non vérifiées.',
  'keys.emailUnconfirmed':
    '{email} n’est pas encore confirmée sur ce compte ; les signatures faites avec cette clé restent donc non vérifiées.',
  'keys.expiryPassed': 'La date d’expiration est passée.',
  'keys.expiryPassedField': 'est passée',
  'keys.gpgElsewhere':
    '{isSender, select, true {Votre propre compte a cette clé.} other {Un autre compte connecté ici a cette clé.}}',
  'keys.gpgFailed': 'gpg n’a pas pu lister ses clés.',
  'keys.gpgFailedBecause': 'gpg n’a pas pu lister ses clés : {reason}.',
  'keys.gpgFailedHint': 'Réessayez, ou choisissez un fichier contenant votre clé publique.',
  'keys.gpgMissing': 'gpg n’est pas installé sur cet ordinateur.',
  'keys.gpgOfSomeoneElse': 'Un autre compte, qui n’est pas connecté ici, a cette clé.',
  'keys.gpgOnAccount':
    '{isOwn, select, true {Cette clé est déjà sur ce compte.} other {Cette clé est déjà sur le compte de l’utilisateur.}}',
  'keys.gpgOnAccountHint':
    '{isOwn, select, true {Si la copie ici est plus récente, renouvelez la clé.} other {Si la copie ici est plus récente, supprimez la sienne et ajoutez celle-ci.}}',
  'keys.gpgTimeout': 'gpg n’a pas répondu à temps.',
  'keys.gpgTooMany': 'gpg a trop de clés pour les lister en une fois.',
  'keys.installGpg': 'Installez GnuPG, ou choisissez un fichier contenant votre clé publique.',
  'keys.localKey': 'Clé sur cet ordinateur',
  'keys.notExported': 'gpg n’a pas exporté la clé publique {fingerprint}.',
  'keys.notFoundHere': 'Cette clé n’est pas parmi celles trouvées sur cet ordinateur.',
  'keys.notOnePublicKey': 'Doit contenir exactement une clé publique. Rien n’a été envoyé.',
  'keys.nothingToDo': 'Vous n’avez rien à faire.',
  'keys.onAnotherAccount':
    'Un autre compte a cette clé. Certains comptes connectés ici n’ont pas pu être vérifiés.',
  'keys.partExpires': 'expire le {date, date, medium}',
  'keys.partName': 'nouveau nom {name}',
  'keys.partNameRevoked': 'nom {name} révoqué',
  'keys.partNoExpiry': 'sans expiration',
  'keys.partRevoked': 'clé révoquée',
  'keys.partSubkey': 'nouvelle sous-clé {keyId}',
  'keys.partSubkeyExpiry': 'sous-clé {keyId} : {expiry}',
  'keys.partSubkeyFor': 'nouvelle sous-clé {keyId} pour {uses}',
  'keys.partSubkeyRevoked': 'sous-clé {keyId} révoquée',
  'keys.reloadAndRetry': 'Rien n’a été envoyé. Rechargez les clés et réessayez.',
  'keys.reloadOrImport':
    'Rien n’a été modifié. Rechargez les clés, ou importez celle-ci comme nouvelle clé.',
  'keys.removeThere':
    'Une clé ne peut être que sur un seul compte. Retirez-la là-bas, ou créez-en une nouvelle.',
  'keys.scanAgain': 'Rechargez les clés, ou choisissez à nouveau le fichier.',
  'keys.secretTitle': 'Le titre ressemble à une clé privée. Rien n’a été envoyé.',
  'keys.secretTitleField': 'ressemble à une clé privée',
  'keys.sshElsewhere':
    '{isSender, select, true {Votre propre compte a cette clé sous le nom « {title} ».} other {Un autre compte connecté ici a cette clé sous le nom « {title} ».}}',
  'keys.sshOfSomeoneElse':
    'Un autre compte, qui n’est pas connecté ici, a cette clé, ou c’est une clé de déploiement.',
  'keys.sshOnAccount':
    '{isOwn, select, true {Cette clé est déjà sur ce compte sous le nom « {title} ».} other {Cette clé est déjà sur le compte de l’utilisateur sous le nom « {title} ».}}',
  'keys.systemAgent': 'Agent SSH',
  'keys.unexpected': 'Une erreur s’est produite dans Latchkey.',
  'keys.unreadableGpgKey':
    'La copie de cette clé dans GitLab ne peut pas être lue ; elle n’a donc pas pu être ajoutée à nouveau.',
  'keys.unreadableSshKey':
    'La copie de la clé « {title} » dans GitLab ne peut pas être lue ; elle n’a donc pas pu être ajoutée à nouveau.',
  'keys.waitForChange': 'Attendez que ce soit terminé, puis rechargez les clés.',
  'keys.weakDsa':
    'DSA n’est plus sûr, et OpenSSH ne le prend plus en charge. Créez une nouvelle clé.',
  'keys.weakRsa': 'Les clés RSA de {bits} bits peuvent être cassées. Utilisez au moins 2048 bits.',
}
