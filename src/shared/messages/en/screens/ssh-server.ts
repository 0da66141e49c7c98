export const sshServer = {
  'sshServer.edit': 'Change server…',
  'sshServer.host': 'SSH host',
  'sshServer.hostNeeded': 'Enter a host, such as ssh.example.com.',
  'sshServer.lead':
    'For an instance whose SSH server has a different host or port than its website. GitLab.com also answers at altssh.gitlab.com, port 443.',
  'sshServer.port': 'Port',
  'sshServer.portWrong': 'Enter a number from 1 to 65535.',
  'sshServer.saved': 'SSH server saved.',
  'sshServer.title': 'SSH server of {host}',
}
