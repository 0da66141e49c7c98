import type { sshServer as english } from '../../en/screens/ssh-server.ts'

export const sshServer: Record<keyof typeof english, string> = {
  'sshServer.edit': 'Cambiar servidor…',
  'sshServer.host': 'Host SSH',
  'sshServer.hostNeeded': 'Introduzca un host, por ejemplo, ssh.example.com.',
  'sshServer.lead':
    'Para una instancia cuyo servidor SSH tiene un host o un puerto distinto del de su sitio web. GitLab.com también responde en altssh.gitlab.com, puerto 443.',
  'sshServer.port': 'Puerto',
  'sshServer.portWrong': 'Introduzca un número del 1 al 65535.',
  'sshServer.saved': 'Servidor SSH guardado.',
  'sshServer.title': 'Servidor SSH de {host}',
}
