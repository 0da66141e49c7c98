import type { signIn as english } from '../../en/node/sign-in.ts'

export const signIn: Record<keyof typeof english, string> = {
  'signIn.accountGone': 'Esta cuenta ya no tiene la sesión iniciada.',
  'signIn.accountGoneHint': 'Elija otra cuenta o vuelva a iniciar sesión.',
  'signIn.dataLeft':
    'La sesión de @{username} está cerrada, pero algunos de sus datos no se pudieron quitar de este equipo.',
  'signIn.dataLeftHint':
    'Compruebe que haya espacio libre en el disco. «Olvidarlo todo» en Ajustes → Datos quita el resto.',
  'signIn.insecure':
    'La conexión con {host} no está cifrada. Cualquiera en la red podría leer el token.',
  'signIn.insecureField': 'no usa cifrado',
  'signIn.insecureHint': 'Use https o confirme que quiere enviar el token sin cifrar.',
  'signIn.narrowerToken': 'Este token tiene menos ámbitos que el token actual de @{username}.',
  'signIn.narrowerTokenHint':
    '{count, plural, one {Le falta el ámbito} many {Le faltan los ámbitos} other {Le faltan los ámbitos}} {scopes}.{readOnly, select, true { Es de solo lectura.} other {}}',
  'signIn.noService': 'No hay ninguna API de GitLab en esta URL.',
  'signIn.noServiceHint': 'Compruebe la URL. Puede que falte o sobre una subcarpeta.',
  'signIn.noToken': 'Este equipo ya no tiene un token para @{username} en {host}.',
  'signIn.noTokenHint': 'Introdúzcalo de nuevo o cree uno nuevo.',
  'signIn.notRevoked': '{cause} El token sigue funcionando, así que no se revocó.',
  'signIn.otherAccount': 'Este token pertenece a @{owner}, no a @{username}.',
  'signIn.otherAccountField': 'pertenece a @{owner}',
  'signIn.otherAccountHint': 'Pegue un token de @{username} o añada @{owner} como otra cuenta.',
  'signIn.revocationUnknown': '{cause} No se sabe si el token se revocó.',
  'signIn.revokeByHand':
    'Cierre la sesión sin revocarlo y revóquelo en la página de tokens de acceso personal de GitLab.',
  'signIn.revokeOnWeb':
    'Inténtelo de nuevo, o cierre la sesión y revóquelo en la página de tokens de acceso personal de GitLab.',
  'signIn.revokeUnavailable': 'Esta instancia no permite que Latchkey revoque su token.',
  'signIn.tokenLeft': '@{username} ha cerrado la sesión, pero el llavero no eliminó el token.',
  'signIn.tokenLeftHint':
    'Desbloquee el llavero y elimine allí lo que guarda de Latchkey: {items}.',
}
