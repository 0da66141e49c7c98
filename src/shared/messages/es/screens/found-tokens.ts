import type { foundTokens as english } from '../../en/screens/found-tokens.ts'

export const foundTokens: Record<keyof typeof english, string> = {
  'foundTokens.configLinkLoop': 'Es un enlace que apunta a sí mismo.',
  'foundTokens.configNoPermission': 'No tiene permiso para leerlo.',
  'foundTokens.configNotAFile': 'No es un archivo normal.',
  'foundTokens.configNotYaml': 'No es una configuración de glab válida.',
  'foundTokens.configProblem': 'No se pudo leer {file}.',
  'foundTokens.configTooLarge': 'Ocupa más de 64 KiB.',
  'foundTokens.configUnreadable': 'Puede que el disco o el archivo estén dañados.',
  'foundTokens.git': 'Git',
  'foundTokens.gitAbsentHint': 'Git no está instalado.',
  'foundTokens.gitHint':
    'Al elegir esta opción, se consultan los asistentes de credenciales de Git.',
  'foundTokens.gitNoUrlHint':
    'Para consultar los asistentes de credenciales de Git, cierre esto e introduzca antes la URL de GitLab.',
  'foundTokens.glab': 'glab',
  'foundTokens.glabFile': 'De {file}.',
  'foundTokens.glabFileAs': 'De {file}, como @{username}.',
  'foundTokens.lead':
    'Los tokens no se muestran. El que elija se comprueba en su instancia y se guarda como si lo pegara.',
  'foundTokens.lookAgain': 'Volver a buscar',
  'foundTokens.looked': 'Se buscó en {places}.',
  'foundTokens.nothing': 'No se encontró nada',
  'foundTokens.offer': '{instance} ({source})',
  'foundTokens.offers': 'Tokens para iniciar sesión',
  'foundTokens.signInWith': 'Iniciar sesión en {instance} con {source}',
  'foundTokens.stillInFile':
    'El token sigue en {file}. Quítelo de ahí si ningún otro programa lo necesita.',
  'foundTokens.stillInGit':
    'El asistente de credenciales de Git sigue teniendo el token. Quítelo de ahí si Git no lo necesita.',
  'foundTokens.stillInVariable':
    'El token sigue en la variable de entorno {name}. Quítelo de ahí si ningún otro programa lo necesita.',
  'foundTokens.title': 'Tokens en este equipo',
  'foundTokens.unusable': 'No se puede usar',
  'foundTokens.unusableJobToken': 'Un token de job de CI/CD solo funciona en su propio job.',
  'foundTokens.unusableKeychain':
    'El archivo de glab no tiene ningún token para este host. Puede que esté en el llavero, donde Latchkey solo lee sus propios elementos.',
  'foundTokens.unusableMalformed': 'No es un token de acceso válido.',
  'foundTokens.unusableOauth':
    'Un token OAuth pertenece al programa que lo obtuvo y caduca a las dos horas. Use un token de acceso personal.',
  'foundTokens.unusableUrl': 'Su URL no es válida.',
  'foundTokens.variable': 'De la variable de entorno {name}.',
}
