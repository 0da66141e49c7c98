import type { foundTokens as english } from '../../en/node/found-tokens.ts'

export const foundTokens: Record<keyof typeof english, string> = {
  'foundTokens.changed': '{file} ha cambiado desde la última búsqueda.',
  'foundTokens.gitAbsent': 'Git ya no está instalado en este equipo.',
  'foundTokens.gitNotAToken':
    'Las credenciales de Git para {host} no son un token de acceso personal.',
  'foundTokens.gitNotATokenHint':
    'Probablemente sean una contraseña o un token OAuth de otro programa. Cree un token de acceso personal y péguelo en el formulario.',
  'foundTokens.gitNothing': 'Git no tiene credenciales para {host}.',
  'foundTokens.gitOtherHost':
    'Git devolvió credenciales de un host distinto de {host}. No se envió nada.',
  'foundTokens.gitTimeout':
    'El asistente de credenciales de Git no respondió a tiempo para {host}.',
  'foundTokens.gitTimeoutHint':
    'Puede que esperara una contraseña o un clic. Pegue un token en el formulario.',
  'foundTokens.gone': 'Esta lista de tokens está desactualizada.',
  'foundTokens.lookAgainHint': 'Vuelva a buscar.',
  'foundTokens.malformed': 'Lo que se encontró no es un token de acceso válido.',
  'foundTokens.pasteHint': 'Pegue un token en el formulario.',
}
