import type { storage as english } from '../../en/node/storage.ts'

export const storage: Record<keyof typeof english, string> = {
  'storage.brokenLink': 'c’est un lien vers un fichier qui n’existe plus',
  'storage.databaseNewer':
    'Une version plus récente de Latchkey a écrit {path} (format {version} ; cette version prend en charge {supported}).',
  'storage.databaseNewerHint':
    'Démarrez la version plus récente, ou déplacez le fichier et relancez Latchkey.',
  'storage.databaseUnopenable': 'Impossible d’ouvrir {path} : {reason}.',
  'storage.databaseUnopenableHint':
    'Vérifiez que son dossier est accessible en écriture et que le disque n’est pas plein, puis redémarrez Latchkey.',
  'storage.directoryNotSaved':
    'Impossible d’enregistrer la liste des utilisateurs sur cet ordinateur : {reason}.',
  'storage.directoryRemedy':
    'Libérez de l’espace ou donnez à votre compte utilisateur l’accès en écriture au dossier de données, puis réessayez.',
  'storage.diskBroken': 'le disque signale une erreur',
  'storage.diskFull': 'le disque est plein',
  'storage.diskReadOnly': 'le disque est en lecture seule',
  'storage.entryIrregular':
    '{path} n’est pas un fichier ordinaire. Déplacez-le, puis relancez Latchkey.',
  'storage.entryLink':
    '{path} est un lien symbolique, qui pourrait mener n’importe où. Remplacez-le par sa cible ou supprimez-le, puis relancez Latchkey.',
  'storage.entryOfAnother':
    '{path} appartient à un autre utilisateur de cet ordinateur. S’il est à vous, attribuez-le à votre compte utilisateur. Sinon, déplacez-le. Puis relancez Latchkey.',
  'storage.fileBusy': 'un autre programme utilise le fichier',
  'storage.fileInPlace': 'il y a un fichier à la place de son dossier',
  'storage.fileReadOnly': 'le fichier est en lecture seule',
  'storage.fileTooLarge': 'le fichier serait trop volumineux',
  'storage.fileUnopenable': 'le fichier ne peut pas être ouvert',
  'storage.folderBelowFile':
    '{path} est dans un fichier, pas dans un dossier. Choisissez un autre dossier avec --data.',
  'storage.folderBrokenLink':
    '{path} est un lien vers un dossier qui n’existe plus. Choisissez un autre dossier avec --data.',
  'storage.folderForeign':
    '{path} est ouvert à d’autres utilisateurs de cet ordinateur et contient des fichiers qui n’appartiennent pas à Latchkey. Choisissez avec --data un dossier vide qui vous appartient.',
  'storage.folderGone': 'le dossier n’existe plus',
  'storage.folderInPlace': 'il y a un dossier à sa place',
  'storage.folderInUse':
    'Latchkey s’exécute déjà avec le dossier de données {path}. Fermez-le, ou choisissez un autre dossier avec --data.',
  'storage.folderIsFile':
    '{path} est un fichier, pas un dossier. Choisissez un autre dossier avec --data.',
  'storage.folderOfAnother':
    '{path} appartient à un autre utilisateur de cet ordinateur. Choisissez avec --data un dossier vide qui vous appartient.',
  'storage.folderOpen':
    '{path} est ouvert à d’autres utilisateurs de cet ordinateur, et son disque ne permet pas de le changer. Choisissez avec --data un dossier vide qui vous appartient.',
  'storage.folderUnusable': 'Latchkey ne peut pas utiliser son dossier de données. {reason}',
  'storage.folderUnwritable':
    '{path} ne peut pas être utilisé : {reason}. Donnez à votre compte utilisateur l’accès en lecture et en écriture, ou choisissez un autre dossier avec --data.',
  'storage.freeSpace': 'Libérez de l’espace pour {folder}.',
  'storage.giveAccess':
    'Donnez à votre compte utilisateur l’accès en lecture et en écriture à {path}.',
  'storage.linkCircle': 'ses liens symboliques forment une boucle',
  'storage.lockFailed':
    '{file} ne peut pas être verrouillé : {reason}. Choisissez avec --data un dossier sur un disque local.',
  'storage.lockForeign':
    '{file} n’est pas le fichier de verrouillage de Latchkey. Assurez-vous qu’aucun Latchkey n’utilise ce dossier, supprimez le fichier, puis relancez Latchkey.',
  'storage.lockIsFolder':
    '{file} est un dossier, pas un fichier. Déplacez-le, puis relancez Latchkey.',
  'storage.lockTaken':
    '{file} est verrouillé par un autre programme. Assurez-vous qu’aucun Latchkey n’utilise ce dossier, supprimez le fichier, puis relancez Latchkey.',
  'storage.lockUnwritable':
    '{file} ne peut pas être ouvert en écriture. Donnez à votre compte utilisateur l’accès en lecture et en écriture, ou supprimez-le si aucun Latchkey n’utilise ce dossier. Puis relancez Latchkey.',
  'storage.moveAway': 'Déplacez {path}.',
  'storage.nameTaken':
    '{path} a un nom que Latchkey utilise, mais Latchkey n’a jamais été utilisé dans ce dossier. Choisissez avec --data un dossier vide qui vous appartient.',
  'storage.nameTooLong': 'le nom est trop long',
  'storage.notRead': 'Impossible de lire {path} : {reason}.',
  'storage.notRegular': 'ce n’est pas un fichier ordinaire',
  'storage.notSaved': 'Impossible d’enregistrer {file} sur cet ordinateur : {reason}.',
  'storage.permissionDenied': 'permission refusée',
  'storage.quotaUsedUp': 'votre quota de disque est atteint',
  'storage.restoreLink': 'Rétablissez la cible de {path}, ou retirez le lien.',
  'storage.serviceUnaffected': 'Vos modifications dans GitLab ne sont pas concernées. {remedy}',
  'storage.systemSays': 'le système signale {code}',
  'storage.thenRetry': '{remedy} Puis réessayez.',
  'storage.tooLarge': 'il est plus volumineux que tous les fichiers que Latchkey y écrit',
  'storage.tooManyFiles': 'trop de fichiers sont ouverts',
}
