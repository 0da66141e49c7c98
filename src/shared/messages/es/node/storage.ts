import type { storage as english } from '../../en/node/storage.ts'

export const storage: Record<keyof typeof english, string> = {
  'storage.brokenLink': 'es un enlace a un archivo que ya no existe',
  'storage.databaseNewer':
    'Una versión más reciente de Latchkey escribió {path} (formato {version}; esta versión admite {supported}).',
  'storage.databaseNewerHint':
    'Inicie la versión más reciente, o mueva el archivo a otro lugar y vuelva a iniciar Latchkey.',
  'storage.databaseUnopenable': 'No se puede abrir {path}: {reason}.',
  'storage.databaseUnopenableHint':
    'Compruebe que se pueda escribir en su carpeta y que el disco no esté lleno, y vuelva a iniciar Latchkey.',
  'storage.directoryNotSaved': 'No se pudo guardar la lista de usuarios en este equipo: {reason}.',
  'storage.directoryRemedy':
    'Libere espacio o dé a su usuario acceso de escritura a la carpeta de datos, e inténtelo de nuevo.',
  'storage.diskBroken': 'el disco informa de un error',
  'storage.diskFull': 'el disco está lleno',
  'storage.diskReadOnly': 'el disco es de solo lectura',
  'storage.entryIrregular':
    '{path} no es un archivo normal. Muévalo a otro lugar y vuelva a iniciar Latchkey.',
  'storage.entryLink':
    '{path} es un enlace simbólico y podría llevar a cualquier lugar. Sustitúyalo por su destino o elimínelo, y vuelva a iniciar Latchkey.',
  'storage.entryOfAnother':
    '{path} pertenece a otro usuario de este equipo. Si es suyo, haga que su usuario sea el propietario. Si no, muévalo a otro lugar. Después, vuelva a iniciar Latchkey.',
  'storage.fileBusy': 'otro programa está usando el archivo',
  'storage.fileInPlace': 'hay un archivo en lugar de su carpeta',
  'storage.fileReadOnly': 'el archivo es de solo lectura',
  'storage.fileTooLarge': 'el archivo sería demasiado grande',
  'storage.fileUnopenable': 'no se puede abrir el archivo',
  'storage.folderBelowFile':
    '{path} está dentro de un archivo, no de una carpeta. Elija otra carpeta con --data.',
  'storage.folderBrokenLink':
    '{path} es un enlace a una carpeta que ya no existe. Elija otra carpeta con --data.',
  'storage.folderForeign':
    '{path} está abierta a otros usuarios de este equipo y contiene archivos que no son de Latchkey. Elija una carpeta propia y vacía con --data.',
  'storage.folderGone': 'la carpeta ya no existe',
  'storage.folderInPlace': 'hay una carpeta en su lugar',
  'storage.folderInUse':
    'Latchkey ya se está ejecutando con la carpeta de datos {path}. Ciérrelo o elija otra carpeta con --data.',
  'storage.folderIsFile': '{path} es un archivo, no una carpeta. Elija otra carpeta con --data.',
  'storage.folderOfAnother':
    '{path} pertenece a otro usuario de este equipo. Elija una carpeta propia y vacía con --data.',
  'storage.folderOpen':
    '{path} está abierta a otros usuarios de este equipo y su disco no permite cambiarlo. Elija una carpeta propia y vacía con --data.',
  'storage.folderUnusable': 'Latchkey no puede usar su carpeta de datos. {reason}',
  'storage.folderUnwritable':
    'No se puede usar {path}: {reason}. Dé a su usuario acceso de lectura y escritura o elija otra carpeta con --data.',
  'storage.freeSpace': 'Libere espacio para {folder}.',
  'storage.giveAccess': 'Dé a su usuario acceso de lectura y escritura a {path}.',
  'storage.linkCircle': 'sus enlaces simbólicos forman un bucle',
  'storage.lockFailed':
    'No se puede bloquear {file}: {reason}. Elija una carpeta en un disco local con --data.',
  'storage.lockForeign':
    '{file} no es el archivo de bloqueo de Latchkey. Asegúrese de que ningún Latchkey use esta carpeta, elimine el archivo y vuelva a iniciar Latchkey.',
  'storage.lockIsFolder':
    '{file} es una carpeta, no un archivo. Muévala a otro lugar y vuelva a iniciar Latchkey.',
  'storage.lockTaken':
    'Otro programa tiene bloqueado {file}. Asegúrese de que ningún Latchkey use esta carpeta, elimine el archivo y vuelva a iniciar Latchkey.',
  'storage.lockUnwritable':
    'No se puede abrir {file} para escribir. Dé a su usuario acceso de lectura y escritura, o elimínelo si ningún Latchkey usa esta carpeta. Después, vuelva a iniciar Latchkey.',
  'storage.moveAway': 'Mueva {path} a otro lugar.',
  'storage.nameTaken':
    '{path} tiene un nombre que usa Latchkey, pero Latchkey nunca se ha usado en esta carpeta. Elija una carpeta propia y vacía con --data.',
  'storage.nameTooLong': 'el nombre es demasiado largo',
  'storage.notRead': 'No se pudo leer {path}: {reason}.',
  'storage.notRegular': 'no es un archivo normal',
  'storage.notSaved': 'No se pudo guardar {file} en este equipo: {reason}.',
  'storage.permissionDenied': 'permiso denegado',
  'storage.quotaUsedUp': 'se ha agotado la cuota de disco',
  'storage.restoreLink': 'Restaure el destino de {path} o quite el enlace.',
  'storage.serviceUnaffected': 'Sus cambios en GitLab no se ven afectados. {remedy}',
  'storage.systemSays': 'el sistema informa de {code}',
  'storage.thenRetry': '{remedy} Después, inténtelo de nuevo.',
  'storage.tooLarge': 'es más grande que cualquier archivo que Latchkey escriba ahí',
  'storage.tooManyFiles': 'hay demasiados archivos abiertos',
}
