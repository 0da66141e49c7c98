import type { rotation as english } from '../../en/node/rotation.ts'

export const rotation: Record<keyof typeof english, string> = {
  'rotation.busy':
    'Latchkey sigue esperando a que GitLab responda a otras peticiones de esta cuenta.',
  'rotation.busyHint': 'El token no se rotó. Inténtelo de nuevo en un momento.',
  'rotation.lost': 'El token de acceso de @{username} se rotó, pero el nuevo se perdió.',
  'rotation.lostHint':
    'El token anterior ya no funciona. Cree un token nuevo en la web, introdúzcalo aquí y revoque allí el perdido.',
  'rotation.newToken': 'El nuevo token de acceso',
  'rotation.notRotated': '{cause} El token actual sigue funcionando, así que no se rotó.',
  'rotation.notRotatedHint': 'Vuelva a rotarlo.',
  'rotation.notStarted':
    'El token no se rotó, porque ahora mismo el llavero no puede guardar el nuevo.',
  'rotation.quitBoth': '{tokens} {actions} {detail}',
  'rotation.quitDetail':
    '{count, plural, one {Se perderá al salir de Latchkey y el anterior ya no funciona. Puede guardarlo en Cuentas.} many {Se perderán al salir de Latchkey y los anteriores ya no funcionan. Puede guardarlos en Cuentas.} other {Se perderán al salir de Latchkey y los anteriores ya no funcionan. Puede guardarlos en Cuentas.}}',
  'rotation.quitTitle':
    '{count, plural, one {El nuevo token de acceso de una cuenta aún no está guardado.} many {Los nuevos tokens de acceso de # cuentas aún no están guardados.} other {Los nuevos tokens de acceso de # cuentas aún no están guardados.}}',
  'rotation.refused': 'GitLab no aceptó el token nuevo.',
  'rotation.refusedHint':
    'El token anterior sigue funcionando y se ha conservado. Revoque el nuevo en la web.',
  'rotation.unavailable': 'Esta instancia no permite que este token se rote a sí mismo.',
  'rotation.unavailableHint': 'Cree un token nuevo en la web y sustituya este.',
  'rotation.uncertain': '{cause} Aún no se sabe si el token se rotó.',
  'rotation.uncertainHint':
    'Latchkey lo comprobará con su próxima petición. Si el token nuevo se perdió, tendrá que crear uno en la web.',
}
