import type { validation as english } from '../../en/node/validation.ts'

export const validation: Record<keyof typeof english, string> = {
  'validation.correct': 'Corríjalo e inténtelo de nuevo. No se envió nada.',
  'validation.empty': 'no puede quedar en blanco',
  'validation.failed': '{field}: {problem}.',
  'validation.foreignCharacters':
    'contiene caracteres que un token de acceso no puede tener. Vuelva a copiarlo',
  'validation.identityIncomplete':
    'también hace falta, porque una identidad necesita un proveedor y un UID externo',
  'validation.imageTooLarge': 'pesa demasiado. Elija una imagen de como máximo {max, number} KiB',
  'validation.invalid': 'no es un valor válido',
  'validation.missing': 'falta este valor',
  'validation.noBase64': 'no es Base64 válido',
  'validation.noDate': 'no es una fecha como 2026-01-31',
  'validation.noDomain': 'no es un dominio como example.com',
  'validation.noDueDate': 'hace falta, porque un paso depende de esta fecha',
  'validation.noEdit': 'debe contener al menos un cambio',
  'validation.noEmail': 'no es una dirección de correo',
  'validation.noHash': 'no es un hash SHA-256',
  'validation.noId': 'no es un ID',
  'validation.noIds': 'no es una lista de ID',
  'validation.noName': 'no es un nombre',
  'validation.noTimestamp': 'no es una fecha y hora como 2026-01-31T12:00:00Z',
  'validation.noWholeNumber': 'debe ser un número entero de {min, number} a {max, number}',
  'validation.negative': 'debe ser 0 o más',
  'validation.passwordChoice':
    'hace falta, salvo que se envíe un enlace de restablecimiento o se elija una contraseña aleatoria',
  'validation.tokenTooLong': 'supera la longitud de un token de acceso',
  'validation.tooLargeCertificate': 'supera el tamaño de un certificado',
  'validation.stepsAfterDeletion': 'no puede continuar después de eliminar la cuenta',
  'validation.tooLong': 'supera la longitud permitida (máximo: {max, number} caracteres)',
  'validation.tooManyFiles': 'puede tener como máximo {max, number}',
  'validation.tooShort': 'no alcanza la longitud mínima ({min, number} caracteres)',
  'validation.unknown': 'no es un campo conocido',
  'validation.unreadable': 'no se puede leer',
}
