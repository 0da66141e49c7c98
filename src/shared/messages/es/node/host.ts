import type { host as english } from '../../en/node/host.ts'

export const host: Record<keyof typeof english, string> = {
  'host.address': 'Latchkey se está ejecutando en {url}',
  'host.addressOnce': 'La dirección solo funciona una vez.',
  'host.browserNotOpened':
    'El navegador no abrió Latchkey. Abra esta dirección; solo funciona una vez: {url}',
  'host.crashed': 'Latchkey tuvo que cerrarse',
  'host.crashedHint':
    'Se produjo un error inesperado. Las acciones en cola se conservan; vuelva a iniciar Latchkey y consulte los detalles en el registro.',
  'host.enterForAddress': 'Pulse Intro para obtener una dirección nueva.',
  'host.failed': 'Falló el servidor local para el navegador.',
  'host.foreignCall': 'Esta llamada no procede de la página de Latchkey.',
  'host.foreignCallHint': 'Reinicie Latchkey.',
  'host.help':
    'Opciones:\n  --data CARPETA         Guarda todo en esta carpeta.\n  --demo                 Abre la demo como usuario.\n  --demo-admin           Abre la demo como administrador.\n  --port N               Host del navegador: escucha en este puerto de 127.0.0.1; 0, el valor predeterminado, usa uno libre.\n  --no-open              Host del navegador: muestra la dirección en lugar de abrir un navegador.\n  --hidden               Aplicación de escritorio: se inicia sin ventana.\n  --self-test ARCHIVO    Aplicación de escritorio: se comprueba, escribe un informe y termina.\n  --verify-log ARCHIVO   Comprueba una exportación del registro de auditoría y termina.\n  --verbose              Registra cada llamada.\n  -h, --help             Muestra esto y termina.',
  'host.invalidKey': 'Esta clave no es válida o ya se ha usado.',
  'host.invalidPort': '--port admite un número del 0 al 65535, no {port}.',
  'host.invalidTime': 'LATCHKEY_TIME admite una fecha y hora como 2026-12-31T22:59:30Z, no {time}.',
  'host.jsonOnly': 'Solo se acepta JSON.',
  'host.leave': 'Salir',
  'host.leaveUnsaved': '¿Salir sin guardar?',
  'host.leaveUnsavedHint': 'Se perderán los cambios sin guardar.',
  'host.linkNotClicked': 'Este enlace no se abrió con un clic ni con el teclado.',
  'host.linkOfOtherSite': 'Ninguna de las cuentas está en este sitio.',
  'host.needsValue': '{option} necesita un valor.',
  'host.noAccess': 'Acceso denegado.',
  'host.noCall': 'Llamada desconocida.',
  'host.noJsonObject': 'No es un objeto JSON.',
  'host.notFound': 'No encontrado.',
  'host.notSignedIn': 'Abra Latchkey en la dirección que mostró al iniciarse.',
  'host.open': 'Abrir',
  'host.openAddress': 'Abra esta dirección; solo funciona una vez: {url}',
  'host.openLink': '¿Abrir {host} en el navegador?',
  'host.opensInBrowser': 'Latchkey se está ejecutando en {url} y se abre en el navegador.',
  'host.portForbidden':
    'No hay permiso para usar el puerto {port}. Elija otro puerto, o 0 para usar cualquiera libre.',
  'host.portTaken':
    'El puerto {port} ya está en uso. Elija otro puerto, o 0 para usar cualquiera libre.',
  'host.startFailed': 'No se pudo iniciar Latchkey',
  'host.startFailedBecause': 'No se pudo iniciar Latchkey: {reason}',
  'host.stay': 'Quedarse',
  'host.takesNoValue': '{option} no admite ningún valor.',
  'host.tooFewFiles':
    'El límite de archivos abiertos de esta sesión es demasiado bajo para Latchkey.',
  'host.tooFewFilesHint':
    'Aumente el límite, por ejemplo, con ulimit -n 1024, y vuelva a iniciar Latchkey.',
  'host.unexpectedArgument': 'Argumento inesperado {option}.',
  'host.unknownOption': 'Opción desconocida {option}.',
  'host.unknownOptionHint': '--help muestra las opciones.',
}
