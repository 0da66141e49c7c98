import type { selfTest as english } from '../../en/node/self-test.ts'

export const selfTest: Record<keyof typeof english, string> = {
  'selfTest.bridgeAnswerMissing': 'La página recibió un evento distinto.',
  'selfTest.bridgePassed': 'La página hizo llamadas, obtuvo respuestas y recibió un evento.',
  'selfTest.callFailed': '{name} falló: {kind}.',
  'selfTest.databasePassed': 'SQLite {version} escribió en un archivo y lo volvió a leer.',
  'selfTest.databaseUnreadable': 'No se pudo volver a leer lo escrito.',
  'selfTest.demoPassed':
    'La página inició sesión en la demo, estableció un estado y lo volvió a leer.',
  'selfTest.demoStatusLost': 'El estado establecido no se conservó.',
  'selfTest.endPassed': 'Latchkey se cerró y no hubo ningún otro error.',
  'selfTest.finished':
    'Autocomprobación {isOk, select, true {superada} other {fallida}}. Informe: {file}',
  'selfTest.keychainModuleFailed':
    'No se pudo cargar keytar, así que los tokens no se guardan: {reason}',
  'selfTest.keychainNoCall': 'keytar no tiene {call}.',
  'selfTest.keychainPassed': 'Se cargó keytar. El llavero en sí no se abrió.',
  'selfTest.libraryMissing': 'el sistema no tiene {library}.',
  'selfTest.loadFailed': 'Chromium no pudo cargarla ({code}).',
  'selfTest.moduleMissing': 'no está instalado.',
  'selfTest.moduleOtherNode': 'se compiló para otra versión de Node.',
  'selfTest.needs': 'Necesita la comprobación «{name}», que no se superó.',
  'selfTest.needsFile':
    '--self-test necesita un archivo para su informe, por ejemplo: --self-test report.json',
  'selfTest.networkPassed':
    'Las peticiones leyeron del servicio de demostración y escribieron en él.',
  'selfTest.noWindow': 'No hay ninguna ventana.',
  'selfTest.notAReport':
    '{file} no es un informe de autocomprobación y no se sobrescribirá. Elija otro archivo.',
  'selfTest.notFinished': 'No terminó en {seconds} segundos.',
  'selfTest.notStarted': 'Latchkey no se inició.',
  'selfTest.otherErrors': 'Hubo otros errores: {errors}.',
  'selfTest.pageEnded': 'El proceso de la página terminó ({reason}).',
  'selfTest.pagePassed': 'La ventana oculta cargó la página.',
  'selfTest.pageWrong': 'La ventana muestra una página distinta.',
  'selfTest.policyDifferent': 'La página llegó con una política distinta.',
  'selfTest.policyIneffective': 'La política se envía, pero se puede ejecutar texto como código.',
  'selfTest.policyMissing': 'La página llegó sin política.',
  'selfTest.policyPassed':
    'La política se envía con la página e impide que se ejecute texto como código.',
  'selfTest.preloadPassed': 'La página tiene el puente, pero no acceso a Node.',
  'selfTest.preloadWrong': 'La página tiene {seen} en lugar de solo invoke y on.',
  'selfTest.quitEarly': 'La autocomprobación se interrumpió antes de terminar.',
  'selfTest.readUnexpected': 'Una lectura no obtuvo la respuesta esperada.',
  'selfTest.reportNotWritten':
    'No se pudo escribir el informe de autocomprobación en {file}: {reason}. Elija otro archivo.',
  'selfTest.sandboxMissing': 'La página no está en un sandbox, aunque el sandbox no se desactivó.',
  'selfTest.sandboxOff': 'Desactivado al iniciar (--no-sandbox).',
  'selfTest.sandboxPassed': 'La página está en un sandbox.',
  'selfTest.screensPassed': 'La página muestra su primera pantalla.',
  'selfTest.startPassed': 'Electron y Latchkey se iniciaron.',
  'selfTest.unknownTokenUnexpected':
    'Una petición con un token desconocido no obtuvo la respuesta esperada.',
  'selfTest.writeUnexpected': 'Una escritura no obtuvo la respuesta esperada.',
}
