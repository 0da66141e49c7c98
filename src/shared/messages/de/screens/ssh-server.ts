import type { sshServer as english } from '../../en/screens/ssh-server.ts'

export const sshServer: Record<keyof typeof english, string> = {
  'sshServer.edit': 'Server ändern…',
  'sshServer.host': 'SSH-Host',
  'sshServer.hostNeeded': 'Geben Sie einen Host ein, zum Beispiel ssh.example.com.',
  'sshServer.lead':
    'Für eine Instanz, deren SSH-Server einen anderen Host oder Port hat als ihre Website. GitLab.com antwortet auch unter altssh.gitlab.com, Port 443.',
  'sshServer.port': 'Port',
  'sshServer.portWrong': 'Geben Sie eine Zahl von 1 bis 65535 ein.',
  'sshServer.saved': 'SSH-Server gespeichert.',
  'sshServer.title': 'SSH-Server von {host}',
}
