export const sshConnection = {
  'sshConnection.blocked': 'GitLab says that this account is blocked.',
  'sshConnection.blockedHint': 'Contact an administrator of the instance.',
  'sshConnection.details': 'Details',
  'sshConnection.failed': 'ssh failed.',
  'sshConnection.failedHint': 'Run {command} in a terminal to see the full output of ssh.',
  'sshConnection.hostKey': 'Host key',
  'sshConnection.hostKeyChanged':
    'The host key of {host} has changed. Somebody may be intercepting the connection.',
  'sshConnection.hostKeyChangedHint':
    'Don’t connect until an administrator has confirmed the new key.',
  'sshConnection.hostKeyUnknown': 'The host key of {host} isn’t known on this computer.',
  'sshConnection.hostKeyUnknownHint':
    'Fix it here, or run {command} in a terminal and accept the key.',
  'sshConnection.hostNotFound': 'Can’t find the host {host}.',
  'sshConnection.hostNotFoundHint':
    'Check your network. If the instance uses another host for SSH, open Details and choose “Change server…”.',
  'sshConnection.keyRefused':
    'GitLab refused {count, plural, one {the key} other {all # keys}} that ssh offered.',
  'sshConnection.keyRefusedHint':
    'Import the key that you want to use, or name it in ~/.ssh/config with IdentityFile.',
  'sshConnection.noKey': 'ssh offered no key.',
  'sshConnection.noKeyHint':
    'Import a key that has its private key on this computer. If it has a passphrase, add it to the SSH agent with ssh-add.',
  'sshConnection.noSsh': 'OpenSSH isn’t installed.',
  'sshConnection.noSshHint': 'Install OpenSSH, then test again.',
  'sshConnection.offered': 'Offered keys',
  'sshConnection.otherAccount': 'Your key belongs to @{username}, not to this account.',
  'sshConnection.otherAccountHint':
    'Git would push as @{username}. Choose another key for this host in ~/.ssh/config.',
  'sshConnection.otherService': '{host} accepted your key, but isn’t GitLab.',
  'sshConnection.otherServiceHint':
    'If GitLab uses another host or port for SSH, open Details and choose “Change server…”.',
  'sshConnection.portClosed': '{host} doesn’t accept SSH on port {port}.',
  'sshConnection.portClosedHint':
    'If the instance uses another port for SSH, open Details and choose “Change server…”.',
  'sshConnection.said': 'Output of ssh',
  'sshConnection.signingFailed': 'Your key couldn’t sign.',
  'sshConnection.signingFailedHint':
    'Unlock the SSH agent or touch the security key, then test again.',
  'sshConnection.target': 'Connects to',
  'sshConnection.timeout': '{host} didn’t answer in time.',
  'sshConnection.timeoutHint': 'Check your network and the SSH agent, then test again.',
  'sshConnection.unreachable': 'Can’t reach {host} on port {port}.',
  'sshConnection.unreachableHint':
    'A firewall may block the port. Some instances offer SSH on port 443, such as altssh.gitlab.com.',
}
