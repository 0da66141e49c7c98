import type { onboarding as english } from '../../en/node/onboarding.ts'

export const onboarding: Record<keyof typeof english, string> = {
  'onboarding.alreadyExisted': 'El usuario ya existía antes de enviar esta fila.',
  'onboarding.changed':
    '{ready, plural, one {Ahora está lista # fila} many {Ahora están listas # filas} other {Ahora están listas # filas}}, no {expected, number}.',
  'onboarding.changedHint': 'Vuelva a revisar las filas antes de empezar.',
  'onboarding.deletedAlready': 'El usuario ya no existe.',
  'onboarding.emailedLink': 'GitLab envió por correo un enlace para establecer la contraseña',
  'onboarding.emailHidden':
    'No se puede saber si se creó @{username}: GitLab no muestra el correo.',
  'onboarding.emailHiddenHint': 'Use un token con el ámbito admin_mode y reanude la ejecución.',
  'onboarding.gone': 'Esta ejecución ya no existe.',
  'onboarding.goneHint': 'Vuelva a cargar la lista de ejecuciones.',
  'onboarding.ignored': 'GitLab ignoró: {fields}',
  'onboarding.inOtherRun': '{field}: ya está en una ejecución que no ha terminado',
  'onboarding.invalidEmail': 'El correo no es una dirección válida',
  'onboarding.invalidUsername':
    'El nombre de usuario solo puede tener letras, dígitos, «_», «-» y «.», y no puede empezar por «-» ni terminar en «.», «.git» o «.atom»',
  'onboarding.missing': '{field}: falta',
  'onboarding.noRows': 'No hay filas.',
  'onboarding.noText': 'No es un archivo de texto.',
  'onboarding.notANumber': '{field}: no es un número entero',
  'onboarding.notEnded': 'La ejecución no ha terminado.',
  'onboarding.notEndedHint': 'Primero, cancélela.',
  'onboarding.notSaved': 'No se pudo guardar la ejecución en este equipo.',
  'onboarding.notSavedHint':
    'Compruebe que el disco no esté lleno y que se pueda escribir en la carpeta de datos, e inténtelo de nuevo.',
  'onboarding.notSentByRun': 'La ejecución no creó al usuario, que se conserva.',
  'onboarding.notYesOrNo': '{field}: debe ser sí o no',
  'onboarding.oneColumn': 'Cada fila tiene una sola celda.',
  'onboarding.openQuote': 'En la línea {line, number} hay comillas sin cerrar.',
  'onboarding.otherDomain': 'El correo no es de un dominio permitido',
  'onboarding.otherWidth':
    'Tiene {count, plural, one {# celda} many {# celdas} other {# celdas}} en lugar de {expected, number}',
  'onboarding.repeated': '{field}: también está en la línea {line, number}',
  'onboarding.reservedExtension':
    'El nombre de usuario no puede terminar en la extensión de archivo «.{extension}»',
  'onboarding.reservedUsername': 'GitLab reserva este nombre de usuario',
  'onboarding.result_cancelled': 'no creado',
  'onboarding.result_created': 'creado',
  'onboarding.result_failed': 'no creado',
  'onboarding.result_pending': 'pendiente',
  'onboarding.result_sending': 'pendiente',
  'onboarding.result_unknown': 'desconocido',
  'onboarding.taken': '{field}: ya está en uso por @{username}',
  'onboarding.takenMeanwhile': 'El nombre de usuario ya lo tiene un usuario con otro correo',
  'onboarding.textAfterQuote':
    'Hay texto después de unas comillas de cierre en la línea {line, number}.',
  'onboarding.tooLong': '{field}: tiene más de {max, number} caracteres',
  'onboarding.tooLongCell':
    'Una celda de la línea {line, number} tiene más de {max, number} caracteres.',
  'onboarding.tooManyCells': 'Hay más de {max, number} celdas, incluidas las vacías.',
  'onboarding.tooManyColumns': 'La línea {line, number} tiene más de {max, number} columnas.',
  'onboarding.tooManyRows': 'Hay más de {max, number} filas.',
  'onboarding.tooManyRowsHint': 'Divida el archivo y cree los usuarios en varias ejecuciones.',
  'onboarding.tooMuchHint':
    'Quite lo que no haga falta para los usuarios nuevos e inténtelo de nuevo.',
  'onboarding.unreadableHint':
    'Use filas con comas, puntos y comas o tabuladores entre las celdas, por ejemplo, un archivo CSV.',
}
