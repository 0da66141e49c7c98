import type { sshConnection as english } from '../../en/screens/ssh-connection.ts'

export const sshConnection: Record<keyof typeof english, string> = {
  'sshConnection.blocked': 'GitLab indique que ce compte est bloqué.',
  'sshConnection.blockedHint': 'Contactez un administrateur de l’instance.',
  'sshConnection.details': 'Détails',
  'sshConnection.failed': 'ssh a échoué.',
  'sshConnection.failedHint':
    'Exécutez {command} dans un terminal pour voir toute la sortie de ssh.',
  'sshConnection.hostKey': 'Clé d’hôte',
  'sshConnection.hostKeyChanged':
    'La clé d’hôte de {host} a changé. Quelqu’un intercepte peut-être la connexion.',
  'sshConnection.hostKeyChangedHint':
    'Ne vous connectez pas avant qu’un administrateur ait confirmé la nouvelle clé.',
  'sshConnection.hostKeyUnknown': 'La clé d’hôte de {host} n’est pas connue de cet ordinateur.',
  'sshConnection.hostKeyUnknownHint':
    'Corrigez ce problème ici, ou exécutez {command} dans un terminal et acceptez la clé.',
  'sshConnection.hostNotFound': 'L’hôte {host} est introuvable.',
  'sshConnection.hostNotFoundHint':
    'Vérifiez votre réseau. Si l’instance utilise un autre hôte pour SSH, ouvrez Détails et choisissez « Changer de serveur… ».',
  'sshConnection.keyRefused':
    'GitLab a refusé {count, plural, one {la clé proposée} many {les # clés proposées} other {les # clés proposées}} par ssh.',
  'sshConnection.keyRefusedHint':
    'Importez la clé que vous voulez utiliser, ou indiquez-la dans ~/.ssh/config avec IdentityFile.',
  'sshConnection.noKey': 'ssh n’a proposé aucune clé.',
  'sshConnection.noKeyHint':
    'Importez une clé dont la clé privée est sur cet ordinateur. Si elle a une phrase secrète, ajoutez-la à l’agent SSH avec ssh-add.',
  'sshConnection.noSsh': 'OpenSSH n’est pas installé.',
  'sshConnection.noSshHint': 'Installez OpenSSH, puis testez à nouveau.',
  'sshConnection.offered': 'Clés proposées',
  'sshConnection.otherAccount': 'Votre clé appartient à @{username}, pas à ce compte.',
  'sshConnection.otherAccountHint':
    'Git pousserait en tant que @{username}. Choisissez une autre clé pour cet hôte dans ~/.ssh/config.',
  'sshConnection.otherService': '{host} a accepté votre clé, mais n’est pas GitLab.',
  'sshConnection.otherServiceHint':
    'Si GitLab utilise un autre hôte ou port pour SSH, ouvrez Détails et choisissez « Changer de serveur… ».',
  'sshConnection.portClosed': '{host} n’accepte pas SSH sur le port {port}.',
  'sshConnection.portClosedHint':
    'Si l’instance utilise un autre port pour SSH, ouvrez Détails et choisissez « Changer de serveur… ».',
  'sshConnection.said': 'Sortie de ssh',
  'sshConnection.signingFailed': 'Votre clé n’a pas pu signer.',
  'sshConnection.signingFailedHint':
    'Déverrouillez l’agent SSH ou touchez la clé de sécurité, puis testez à nouveau.',
  'sshConnection.target': 'Se connecte à',
  'sshConnection.timeout': '{host} n’a pas répondu à temps.',
  'sshConnection.timeoutHint': 'Vérifiez votre réseau et l’agent SSH, puis testez à nouveau.',
  'sshConnection.unreachable': 'Impossible de joindre {host} sur le port {port}.',
  'sshConnection.unreachableHint':
    'Un pare-feu bloque peut-être le port. Certaines instances proposent SSH sur le port 443, par exemple altssh.gitlab.com.',
}
