import type { service as english } from '../../en/node/service.ts'

export const service: Record<keyof typeof english, string> = {
  'service.accountRefused': 'Esta cuenta no puede iniciar sesión en {host}.',
  'service.accountRefusedWithText': 'Esta cuenta no puede iniciar sesión en {host}: {text}',
  'service.addPermission': 'Añada el permiso al token en GitLab o use un token que lo tenga.',
  'service.adminModeRequired':
    '{host} requiere el modo de administrador (Admin Mode) para esto. Sustituya el token por uno que también tenga este ámbito.',
  'service.addressNotTheirs':
    'Esta instancia solo acepta las otras direcciones del usuario. Añádala antes a sus correos.',
  'service.addressTaken':
    '{error}. Pertenece a otra cuenta o está pendiente de confirmación en ella.',
  'service.answerBroken':
    'Se perdió la conexión con {host} antes de recibir la respuesta completa.',
  'service.broke': '{host} devolvió un error ({status}).',
  'service.brokeWithText': '{host} devolvió un error: {text}',
  'service.changedMeanwhile': 'Ha cambiado entretanto. Vuelva a cargarlo antes de decidir.',
  'service.checkConnection': 'Compruebe la URL y la conexión, e inténtelo de nuevo.',
  'service.checkState': 'Compruebe el estado actual antes de intentarlo de nuevo.',
  'service.checkThenDecide': 'Compruebe el estado actual y decida.',
  'service.checkToken': 'Compruebe que esté completo y sea de esta instancia, o cree uno nuevo.',
  'service.checkUrl':
    'Puede que sea una página de inicio de sesión o que GitLab esté en otra subcarpeta. Compruebe la URL.',
  'service.connectionLost': 'Se perdió la conexión con {host} antes de que respondiera.',
  'service.correct': 'Corríjalo e inténtelo de nuevo.',
  'service.dpopHint':
    'Otro token no servirá. Desactive DPoP en la página de tokens de acceso personal de GitLab o pregunte a su administrador.',
  'service.dpopRequired':
    '{host} solo acepta tokens de esta cuenta con una prueba DPoP, que Latchkey no puede enviar.',
  'service.failed': '{task} {cause}',
  'service.fieldProblem': '{field}: {problem}',
  'service.foreignPage': '{host} indicó una página siguiente que pertenece a otra lista.',
  'service.gaveUp': '{host} abandonó la petición ({status}).',
  'service.hostNotFound': 'No se encuentra el host {host}.',
  'service.hostSaid': '{host} rechazó este token: {text}',
  'service.lacksAdminMode': 'A este token le falta el ámbito admin_mode.',
  'service.lacksNamedPermission': 'A este token le falta un permiso: {permission}',
  'service.lacksPermission': 'A este token le falta un permiso.',
  'service.lacksScope':
    '{count, plural, =0 {Al token para {host} le faltan los ámbitos necesarios.} one {Al token para {host} le falta el ámbito {scopes}.} many {El token para {host} necesita uno de estos ámbitos: {scopes}.} other {El token para {host} necesita uno de estos ámbitos: {scopes}.}}',
  'service.listUnusable':
    'No se muestra nada porque la lista estaría incompleta. Inténtelo de nuevo más tarde.',
  'service.loginInFront':
    'Delante de GitLab hay una página de inicio de sesión (SSO, VPN) o un proxy. Conéctese primero allí o pregunte al administrador de la instancia. No introduzca nunca allí su token.',
  'service.lostServer': '{host} perdió la conexión con su servidor ({status}).',
  'service.mayBeRemoved': 'Puede que se haya eliminado. Vuelva a cargar para comprobarlo.',
  'service.noPermission': 'Esta cuenta no tiene permiso.',
  'service.noWholeAnswer': '{host} no envió una respuesta completa.',
  'service.notAllowed': '{host} no permite esto.',
  'service.notCached': 'Esto aún no se ha cargado en este equipo.',
  'service.notGitlab':
    'Compruebe la URL de GitLab y si hay un proxy o una página de inicio de sesión de por medio.',
  'service.notSent': '{host} no respondió a tiempo a un cambio anterior, así que este no se envió.',
  'service.oneRequired': 'Hace falta uno de estos campos: {fields}',
  'service.outcomeUnknown': '{cause} No se sabe si el cambio se hizo.',
  'service.problems': '{problems}.',
  'service.rateLimited': '{host}: se alcanzó el límite de peticiones.',
  'service.redirect':
    '{host} intentó redirigir Latchkey a otra dirección; la redirección se bloqueó.',
  'service.redirectTo': '{host} intentó redirigir Latchkey a {to}; la redirección se bloqueó.',
  'service.refused': '{host} lo rechazó ({status}).',
  'service.replaceToken': 'Cree allí un token nuevo y sustituya este.',
  'service.replaceWithScope': 'Cree un token con ese ámbito y sustituya este.',
  'service.retriesAutomatically': 'Latchkey lo intenta de nuevo automáticamente.',
  'service.said': '{problems}',
  'service.secretMissing': '{host} no devolvió el secreto.',
  'service.sentBrokenJson': '{host} envió JSON incompleto o dañado.',
  'service.sentForeignRefusal': '{host} envió un error que no es de GitLab.',
  'service.sentNoJson': '{host} envió algo que no es JSON.',
  'service.sentNoList': '{host} envió algo que no es una lista.',
  'service.sentNothing': '{host} envió una respuesta vacía.',
  'service.sentTooDeep': '{host} envió datos con demasiados niveles de anidación.',
  'service.sentTooLarge': '{host} envió más de {megabytes, number} MB.',
  'service.sentTooMany': '{host} envió muchas más entradas de las que tiene una página.',
  'service.sentTooMuch': '{host} envió muchos más datos de los esperados.',
  'service.sentUnexpected': '{host} envió datos inesperados.',
  'service.sentUnexpectedStatus': '{host} envió una respuesta inesperada ({status}).',
  'service.sentUnreadable': '{host} envió una respuesta que no se puede leer.',
  'service.sentWebPage': '{host} envió una página web en lugar de datos.',
  'service.serverProblem': 'El problema está en el servidor. Inténtelo de nuevo más tarde.',
  'service.signInOnWeb':
    'Inicie sesión allí en un navegador o consulte al administrador de la instancia.',
  'service.slow':
    'Inténtelo de nuevo. Si sigue ocurriendo, puede que el servidor esté sobrecargado o la conexión sea lenta.',
  'service.stillWaiting': 'GitLab sigue sin responder.',
  'service.takenByUser': 'Ya lo tiene otro usuario.',
  'service.tellAdministrator':
    'No se envió nada allí. Contacte con el administrador de la instancia.',
  'service.tokenExpired': 'El token para {host} ha caducado.',
  'service.tokenRevoked': 'El token para {host} se revocó.',
  'service.tokenUnknown': '{host} no reconoce el token.',
  'service.tooSlow': '{host} no respondió a tiempo.',
  'service.tooSlowToFinish': '{host} no completó su respuesta a tiempo.',
  'service.unreachable': 'No se puede conectar con {host}.',
  'service.useHttps': 'Esta instancia usa https. Inicie sesión con {url}.',
  'service.valueRefused': 'Puede que GitLab haya rechazado este valor: {reason}',
  'service.waitAndRetry': 'Espere un momento e inténtelo de nuevo.',
  'service.withStatus': '{cause} El código de estado fue {status}.',
}
