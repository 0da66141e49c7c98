import type { signIn as english } from '../../en/shell/sign-in.ts'

export const signIn: Record<keyof typeof english, string> = {
  'signIn.about': 'Acerca de Latchkey',
  'signIn.admin': 'Administro esta instancia',
  'signIn.adminHint':
    'Así, el enlace para crear un token pide también los ámbitos de administración.',
  'signIn.chooseCertificate': 'Elegir certificado',
  'signIn.claim': 'Gestione su cuenta desde el escritorio.',
  'signIn.createToken': 'Crear un token en {instance}',
  'signIn.demoAsAdmin': 'Probar la demo como administrador',
  'signIn.demoAsUser': 'Probar la demo como usuario',
  'signIn.demoHint':
    'La demo se ejecuta en este equipo con usuarios ficticios y termina al salir de Latchkey.',
  'signIn.demoTitle': '¿No tiene cuenta?',
  'signIn.done': 'Sesión iniciada como {name}.',
  'signIn.doneForSession': 'Sesión iniciada como {name} hasta cerrar Latchkey.',
  'signIn.findTokens': 'Buscar un token en este equipo…',
  'signIn.form': 'Iniciar sesión con un token',
  'signIn.lead': 'Use un token de acceso personal.',
  'signIn.promiseAfterUnlock':
    'Su token solo se envía a su instancia. Se conserva hasta cerrar Latchkey o, si lo desbloquea, en el {keychain}.',
  'signIn.promiseFiles': 'Latchkey nunca lo escribe en un archivo ni en un registro.',
  'signIn.promiseInstance': 'Su token solo se envía a su instancia.',
  'signIn.promiseKeychain': 'Su token se conserva en el {keychain} y solo se envía a su instancia.',
  'signIn.promiseOthers': 'No se envía nada a nadie más.',
  'signIn.promiseSession':
    'Su token solo se envía a su instancia y se conserva hasta cerrar Latchkey.',
  'signIn.submit': 'Iniciar sesión',
  'signIn.token': 'Token de acceso',
  'signIn.tokenHint': 'Introduzca una URL para obtener un enlace con el que crear un token.',
  'signIn.tokenMissing': 'Pegue un token de acceso.',
  'signIn.tokenMoved': 'Eso era un token. Ahora está en el campo del token.',
  'signIn.tokenTarget': 'Su token solo se envía a {url}.',
  'signIn.unencrypted': 'Enviar mi token sin cifrar',
  'signIn.unencryptedHint': 'Cualquiera en la red podría leer el token.',
  'signIn.url': 'URL de GitLab',
  'signIn.urlExample': 'gitlab.example.com',
  'signIn.urlHint': 'Incluya el puerto y la subcarpeta, si los hay.',
  'signIn.urlMissing': 'Introduzca la URL de GitLab.',
  'signIn.useGitlabCom': 'Usar gitlab.com',
}
