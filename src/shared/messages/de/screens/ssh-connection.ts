import type { sshConnection as english } from '../../en/screens/ssh-connection.ts'

export const sshConnection: Record<keyof typeof english, string> = {
  'sshConnection.blocked': 'GitLab meldet, dass dieses Konto gesperrt ist.',
  'sshConnection.blockedHint': 'Wenden Sie sich an einen Administrator der Instanz.',
  'sshConnection.details': 'Details',
  'sshConnection.failed': 'ssh ist fehlgeschlagen.',
  'sshConnection.failedHint':
    'Führen Sie {command} in einem Terminal aus, um die vollständige Ausgabe von ssh zu sehen.',
  'sshConnection.hostKey': 'Hostschlüssel',
  'sshConnection.hostKeyChanged':
    'Der Hostschlüssel von {host} hat sich geändert. Möglicherweise fängt jemand die Verbindung ab.',
  'sshConnection.hostKeyChangedHint':
    'Verbinden Sie sich erst, wenn ein Administrator den neuen Schlüssel bestätigt hat.',
  'sshConnection.hostKeyUnknown':
    'Der Hostschlüssel von {host} ist auf diesem Computer nicht bekannt.',
  'sshConnection.hostKeyUnknownHint':
    'Beheben Sie das hier, oder führen Sie {command} in einem Terminal aus und akzeptieren Sie den Schlüssel.',
  'sshConnection.hostNotFound': 'Der Host {host} wurde nicht gefunden.',
  'sshConnection.hostNotFoundHint':
    'Prüfen Sie Ihr Netzwerk. Wenn die Instanz für SSH einen anderen Host verwendet, öffnen Sie „Details“ und wählen Sie „Server ändern…“.',
  'sshConnection.keyRefused':
    'GitLab hat {count, plural, one {den von ssh angebotenen Schlüssel} other {alle # von ssh angebotenen Schlüssel}} abgelehnt.',
  'sshConnection.keyRefusedHint':
    'Importieren Sie den Schlüssel, den Sie verwenden möchten, oder geben Sie ihn in ~/.ssh/config mit IdentityFile an.',
  'sshConnection.noKey': 'ssh hat keinen Schlüssel angeboten.',
  'sshConnection.noKeyHint':
    'Importieren Sie einen Schlüssel, dessen privater Schlüssel auf diesem Computer liegt. Hat er eine Passphrase, fügen Sie ihn mit ssh-add zum SSH-Agent hinzu.',
  'sshConnection.noSsh': 'OpenSSH ist nicht installiert.',
  'sshConnection.noSshHint': 'Installieren Sie OpenSSH und testen Sie dann erneut.',
  'sshConnection.offered': 'Angebotene Schlüssel',
  'sshConnection.otherAccount': 'Ihr Schlüssel gehört zu @{username}, nicht zu diesem Konto.',
  'sshConnection.otherAccountHint':
    'Git würde als @{username} pushen. Wählen Sie in ~/.ssh/config einen anderen Schlüssel für diesen Host.',
  'sshConnection.otherService': '{host} hat Ihren Schlüssel akzeptiert, ist aber nicht GitLab.',
  'sshConnection.otherServiceHint':
    'Wenn GitLab für SSH einen anderen Host oder Port verwendet, öffnen Sie „Details“ und wählen Sie „Server ändern…“.',
  'sshConnection.portClosed': '{host} nimmt SSH auf Port {port} nicht an.',
  'sshConnection.portClosedHint':
    'Wenn die Instanz für SSH einen anderen Port verwendet, öffnen Sie „Details“ und wählen Sie „Server ändern…“.',
  'sshConnection.said': 'Ausgabe von ssh',
  'sshConnection.signingFailed': 'Mit Ihrem Schlüssel konnte nicht signiert werden.',
  'sshConnection.signingFailedHint':
    'Entsperren Sie den SSH-Agent oder berühren Sie den Sicherheitsschlüssel und testen Sie dann erneut.',
  'sshConnection.target': 'Verbindet mit',
  'sshConnection.timeout': '{host} hat nicht rechtzeitig geantwortet.',
  'sshConnection.timeoutHint':
    'Prüfen Sie Ihr Netzwerk und den SSH-Agent und testen Sie dann erneut.',
  'sshConnection.unreachable': '{host} ist auf Port {port} nicht erreichbar.',
  'sshConnection.unreachableHint':
    'Eventuell blockiert eine Firewall den Port. Einige Instanzen bieten SSH auf Port 443 an, zum Beispiel altssh.gitlab.com.',
}
