import type { keys as english } from '../../en/node/keys.ts'

export const keys: Record<keyof typeof english, string> = {
  'keys.accountKey': 'Clave en la cuenta',
  'keys.alreadyChanging': 'Esta clave ya se está modificando.',
  'keys.anotherKeyAdded': 'GitLab devolvió una clave distinta de la que se añadió.',
  'keys.backupHint':
    'Aquí se conserva una copia de la clave. Revise la lista y vuelva a añadir la clave si falta.',
  'keys.changeTitle': 'Cambie el título.',
  'keys.checkListFirst': 'Revise la lista de claves antes de intentarlo de nuevo.',
  'keys.chooseAgain': 'Vuelva a elegir la clave pública.',
  'keys.chooseLaterDate': 'Elija una fecha posterior o «Sin caducidad».',
  'keys.deleteAndImport': 'No se cambió nada. Si tiene la clave, elimínela y vuelva a importarla.',
  'keys.deleteThereFirst':
    'Una clave solo puede estar en una cuenta. Elimínela primero de la otra o cree una nueva.',
  'keys.differentKeys': 'La clave de este equipo y la de la cuenta son distintas.',
  'keys.emailNotOnAccount':
    'Ninguno de los correos de la clave está en esta cuenta, así que las firmas hechas con ella seguirán sin verificarse.',
  'keys.emailUnconfirmed':
    'La dirección {email} aún no está confirmada en esta cuenta, así que las firmas hechas con esta clave seguirán sin verificarse.',
  'keys.expiryPassed': 'La fecha de caducidad ya ha pasado.',
  'keys.expiryPassedField': 'ya ha pasado',
  'keys.gpgElsewhere':
    '{isSender, select, true {Esta clave está en su propia cuenta.} other {Esta clave está en otra cuenta con sesión iniciada aquí.}}',
  'keys.gpgFailed': 'gpg no pudo listar sus claves.',
  'keys.gpgFailedBecause': 'gpg no pudo listar sus claves: {reason}.',
  'keys.gpgFailedHint': 'Inténtelo de nuevo o elija un archivo con su clave pública.',
  'keys.gpgMissing': 'gpg no está instalado en este equipo.',
  'keys.gpgOfSomeoneElse': 'Otra cuenta, que no ha iniciado sesión aquí, tiene esta clave.',
  'keys.gpgOnAccount':
    '{isOwn, select, true {Esta clave ya está en esta cuenta.} other {Esta clave ya está en la cuenta de ese usuario.}}',
  'keys.gpgOnAccountHint':
    '{isOwn, select, true {Si la copia de este equipo es más reciente, renueve la clave.} other {Si la copia de este equipo es más reciente, elimine la de esa cuenta y añada esta.}}',
  'keys.gpgTimeout': 'gpg no respondió a tiempo.',
  'keys.gpgTooMany': 'gpg tiene demasiadas claves para listarlas de una vez.',
  'keys.installGpg': 'Instale GnuPG o elija un archivo con su clave pública.',
  'keys.localKey': 'Clave en este equipo',
  'keys.notExported': 'gpg no exportó la clave pública {fingerprint}.',
  'keys.notFoundHere': 'Esta clave no está entre las encontradas en este equipo.',
  'keys.notOnePublicKey': 'Debe contener exactamente una clave pública. No se envió nada.',
  'keys.nothingToDo': 'No hace falta hacer nada.',
  'keys.onAnotherAccount':
    'Esta clave está en otra cuenta. No se pudieron comprobar todas las cuentas con sesión iniciada aquí.',
  'keys.partExpires': 'caduca el {date, date, medium}',
  'keys.partName': 'nuevo nombre {name}',
  'keys.partNameRevoked': 'nombre {name} revocado',
  'keys.partNoExpiry': 'sin caducidad',
  'keys.partRevoked': 'clave revocada',
  'keys.partSubkey': 'nueva subclave {keyId}',
  'keys.partSubkeyExpiry': 'subclave {keyId}: {expiry}',
  'keys.partSubkeyFor': 'nueva subclave {keyId} para {uses}',
  'keys.partSubkeyRevoked': 'subclave {keyId} revocada',
  'keys.reloadAndRetry': 'No se envió nada. Vuelva a cargar las claves e inténtelo de nuevo.',
  'keys.reloadOrImport':
    'No se cambió nada. Vuelva a cargar las claves o importe esta como clave nueva.',
  'keys.removeThere':
    'Una clave solo puede estar en una cuenta. Quítela de la otra o cree una nueva.',
  'keys.scanAgain': 'Vuelva a cargar las claves o elija de nuevo el archivo.',
  'keys.secretTitle': 'El título parece una clave privada. No se envió nada.',
  'keys.secretTitleField': 'parece una clave privada',
  'keys.sshElsewhere':
    '{isSender, select, true {Esta clave está en su propia cuenta como «{title}».} other {Esta clave está como «{title}» en otra cuenta con sesión iniciada aquí.}}',
  'keys.sshOfSomeoneElse':
    'Otra cuenta, que no ha iniciado sesión aquí, tiene esta clave, o es una clave de despliegue.',
  'keys.sshOnAccount':
    '{isOwn, select, true {Esta clave ya está en esta cuenta como «{title}».} other {Esta clave ya está en la cuenta de ese usuario como «{title}».}}',
  'keys.systemAgent': 'Agente SSH',
  'keys.unexpected': 'Se produjo un error en Latchkey.',
  'keys.unreadableGpgKey':
    'No se puede leer la copia de esta clave en GitLab, así que no se pudo volver a añadir.',
  'keys.unreadableSshKey':
    'No se puede leer la copia de la clave «{title}» en GitLab, así que no se pudo volver a añadir.',
  'keys.waitForChange': 'Espere a que termine y vuelva a cargar las claves.',
  'keys.weakDsa': 'DSA ya no es seguro y OpenSSH ya no lo admite. Cree una clave nueva.',
  'keys.weakRsa': 'Las claves RSA de {bits} bits se pueden romper. Use al menos 2048 bits.',
}
