import type { secrets as english } from '../../en/node/secrets.ts'

export const secrets: Record<keyof typeof english, string> = {
  'secrets.checkItems': 'Revise allí los elementos llamados Latchkey e inténtelo de nuevo.',
  'secrets.createDefault':
    'Cree o abra uno, por ejemplo, en «Contraseñas y claves», KWalletManager o KeePassXC, e inténtelo de nuevo.',
  'secrets.didNotKeep': 'El {keychain} no guardó correctamente el elemento.',
  'secrets.doesNotGive': 'El {keychain} contiene el elemento, pero no lo devuelve.',
  'secrets.failed': 'El {keychain} falló: {problem}.',
  'secrets.installLibsecret':
    'Para conservar los tokens, instale libsecret (libsecret-1-0 en Debian y Ubuntu, o libsecret-1-dev antes de «npm install») y reinstale Latchkey.',
  'secrets.installService': 'Para conservar los tokens, instale e inicie gnome-keyring o KWallet.',
  'secrets.keychain':
    '{platform, select, darwin {llavero de macOS} win32 {Administrador de credenciales de Windows} other {llavero del sistema}}',
  'secrets.locked': 'El llavero del sistema está bloqueado.',
  'secrets.macosLocked':
    'El llavero de macOS está bloqueado o denegó el acceso a Latchkey: {problem}.',
  'secrets.noDefault': 'El llavero del sistema no tiene ningún llavero predeterminado abierto.',
  'secrets.noLibsecret':
    'Latchkey no puede usar el {keychain} porque falta libsecret. Los tokens solo se conservan hasta cerrar Latchkey.',
  'secrets.noModule':
    'Latchkey no puede usar el {keychain} porque falta una parte de Latchkey. Los tokens solo se conservan hasta cerrar Latchkey.',
  'secrets.noService':
    'No se encontró ningún llavero en este equipo. Los tokens solo se conservan hasta cerrar Latchkey.',
  'secrets.reinstall': 'Para conservar los tokens, reinstale Latchkey.',
  'secrets.restart': 'Inténtelo de nuevo. Si sigue ocurriendo, reinicie Latchkey.',
  'secrets.silent':
    'El {keychain} no respondió en {seconds, plural, one {# segundo} many {# segundos} other {# segundos}}.',
  'secrets.state': '{problem} {remedy}',
  'secrets.unlock':
    'Desbloquéelo, por ejemplo, en «Contraseñas y claves» o KWalletManager, e inténtelo de nuevo.',
  'secrets.unlockAndAllow':
    'Desbloquéelo, permita el acceso a Latchkey cuando macOS lo pida e inténtelo de nuevo.',
  'secrets.waitsForYou': 'Compruebe si espera su respuesta en otra ventana e inténtelo de nuevo.',
}
