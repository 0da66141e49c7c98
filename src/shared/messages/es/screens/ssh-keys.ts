import type { sshKeys as english } from '../../en/screens/ssh-keys.ts'

export const sshKeys: Record<keyof typeof english, string> = {
  'sshKeys.algorithm': '{name}, {bits} bits',
  'sshKeys.algorithmOnDevice': '{name} (llave de seguridad), {bits} bits',
  'sshKeys.deletion':
    '{name} ya no servirá para hacer pull o push ni para iniciar sesión por SSH. Los commits firmados con esta clave siguen verificados, pero los nuevos no lo estarán. El archivo de la clave se conserva.',
  'sshKeys.lostComment':
    'El comentario parece una clave privada, así que la clave se importa sin él.',
  'sshKeys.replaceText':
    'GitLab no puede cambiar una clave, así que Latchkey la elimina y la vuelve a añadir con un ID nuevo; durante un momento no funcionará. Los commits firmados con ella siguen verificados. Si se rechaza la clave cambiada, se vuelve a añadir la anterior.',
  'sshKeys.titleEmpty': 'no puede quedar en blanco',
  'sshKeys.titlePlaceholder': 'Portátil del trabajo',
  'sshKeys.titleTooLong': 'supera la longitud permitida (máximo: {limit} caracteres)',
  'sshKeys.usageHint_auth': 'Solo pull y push',
  'sshKeys.usageHint_auth_and_signing': 'Pull, push y firma de commits',
  'sshKeys.usageHint_signing': 'Solo firma de commits',
  'sshKeys.usageType': 'Tipo de uso',
  'sshKeys.usage_auth': 'Autenticación',
  'sshKeys.usage_auth_and_signing': 'Autenticación y firma',
  'sshKeys.usage_signing': 'Firma',
}
