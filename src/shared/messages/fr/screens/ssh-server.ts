import type { sshServer as english } from '../../en/screens/ssh-server.ts'

export const sshServer: Record<keyof typeof english, string> = {
  'sshServer.edit': 'Changer de serveur…',
  'sshServer.host': 'Hôte SSH',
  'sshServer.hostNeeded': 'Saisissez un hôte, par exemple ssh.example.com.',
  'sshServer.lead':
    'Pour une instance dont le serveur SSH a un autre hôte ou port que son site web. GitLab.com répond aussi à altssh.gitlab.com, port 443.',
  'sshServer.port': 'Port',
  'sshServer.portWrong': 'Saisissez un nombre de 1 à 65535.',
  'sshServer.saved': 'Serveur SSH enregistré.',
  'sshServer.title': 'Serveur SSH de {host}',
}
