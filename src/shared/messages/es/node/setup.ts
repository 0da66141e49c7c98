import type { setup as english } from '../../en/node/setup.ts'

export const setup: Record<keyof typeof english, string> = {
  'setup.aliasTaken': 'Otra identidad ya usa este alias de host SSH.',
  'setup.changedMeanwhile': '{path} cambió entretanto, así que se dejó como está.',
  'setup.checkAgainHint': 'Vuelva a comprobarlo para ver su estado actual.',
  'setup.fileExists': '{path} ya existe. Latchkey nunca sustituye una clave.',
  'setup.gitTooOld': 'Esto requiere Git 2.36 o posterior.',
  'setup.hostTaken':
    'La identidad de otra cuenta se aplica a todos los repositorios de esta instancia. Elija carpetas o un alias de host SSH.',
  'setup.keyGone': 'La clave {path} ya no existe.',
  'setup.notRead': 'No se pudo leer {path} ({code}).',
  'setup.notRegular': '{path} no es un archivo normal, así que se dejó como está.',
  'setup.notWritten': 'No se pudo modificar {path} ({code}).',
  'setup.passphraseRefused': 'Esta no es la frase de contraseña de {path}.',
  'setup.planOutdated': 'Estos cambios están desactualizados. Vuelva a comprobarlos.',
  'setup.programFailed': '{program} falló: {said}',
  'setup.tooLarge': '{path} es demasiado grande para modificarlo.',
  'setup.unsafePart':
    'No se puede escribir «{value}» en {file}. Contiene caracteres que tienen un significado ahí.',
  'setup.cannotSign': 'Git no puede firmar commits con esta configuración: {said}',
  'setup.tookTooLong': 'Tardó demasiado.',
  'setup.noTime': 'GitLab no indicó la hora.',
  'setup.changedSince': 'Ha cambiado desde entonces.',
  'setup.changedLater': 'También contiene un cambio posterior de Latchkey. Deshaga primero ese.',
  'setup.backupGone': 'Falta la copia de seguridad {path} o se ha modificado.',
  'setup.usedBy': '{file} lo usa.',
  'setup.onAccount': 'Está en la cuenta de @{username}.',
  'setup.accountNotAsked': 'Latchkey no ha podido saber si está en la cuenta de @{username}.',
  'setup.signedOut': '@{username} no ha iniciado sesión.',
}
