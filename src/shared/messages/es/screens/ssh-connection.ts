import type { sshConnection as english } from '../../en/screens/ssh-connection.ts'

export const sshConnection: Record<keyof typeof english, string> = {
  'sshConnection.blocked': 'GitLab indica que esta cuenta está bloqueada.',
  'sshConnection.blockedHint': 'Contacte con un administrador de la instancia.',
  'sshConnection.details': 'Detalles',
  'sshConnection.failed': 'ssh falló.',
  'sshConnection.failedHint':
    'Ejecute {command} en un terminal para ver la salida completa de ssh.',
  'sshConnection.hostKey': 'Clave de host',
  'sshConnection.hostKeyChanged':
    'La clave de host de {host} ha cambiado. Puede que alguien esté interceptando la conexión.',
  'sshConnection.hostKeyChangedHint':
    'No se conecte hasta que un administrador haya confirmado la clave nueva.',
  'sshConnection.hostKeyUnknown': 'Este equipo no conoce la clave de host de {host}.',
  'sshConnection.hostKeyUnknownHint':
    'Corríjalo aquí, o ejecute {command} en un terminal y acepte la clave.',
  'sshConnection.hostNotFound': 'No se encuentra el host {host}.',
  'sshConnection.hostNotFoundHint':
    'Compruebe la red. Si la instancia usa otro host para SSH, abra Detalles y elija «Cambiar servidor…».',
  'sshConnection.keyRefused':
    'GitLab rechazó {count, plural, one {la clave} many {las # claves} other {las # claves}} que ofreció ssh.',
  'sshConnection.keyRefusedHint':
    'Importe la clave que quiere usar o indíquela en ~/.ssh/config con IdentityFile.',
  'sshConnection.noKey': 'ssh no ofreció ninguna clave.',
  'sshConnection.noKeyHint':
    'Importe una clave cuya clave privada esté en este equipo. Si tiene frase de contraseña, añádala al agente SSH con ssh-add.',
  'sshConnection.noSsh': 'OpenSSH no está instalado.',
  'sshConnection.noSshHint': 'Instale OpenSSH y vuelva a probar.',
  'sshConnection.offered': 'Claves ofrecidas',
  'sshConnection.otherAccount': 'Su clave pertenece a @{username}, no a esta cuenta.',
  'sshConnection.otherAccountHint':
    'Git haría push como @{username}. Elija otra clave para este host en ~/.ssh/config.',
  'sshConnection.otherService': '{host} aceptó su clave, pero no es GitLab.',
  'sshConnection.otherServiceHint':
    'Si GitLab usa otro host o puerto para SSH, abra Detalles y elija «Cambiar servidor…».',
  'sshConnection.portClosed': '{host} no acepta SSH en el puerto {port}.',
  'sshConnection.portClosedHint':
    'Si la instancia usa otro puerto para SSH, abra Detalles y elija «Cambiar servidor…».',
  'sshConnection.said': 'Salida de ssh',
  'sshConnection.signingFailed': 'Su clave no pudo firmar.',
  'sshConnection.signingFailedHint':
    'Desbloquee el agente SSH o toque la llave de seguridad y vuelva a probar.',
  'sshConnection.target': 'Se conecta a',
  'sshConnection.timeout': '{host} no respondió a tiempo.',
  'sshConnection.timeoutHint': 'Compruebe la red y el agente SSH, y vuelva a probar.',
  'sshConnection.unreachable': 'No se puede conectar con {host} en el puerto {port}.',
  'sshConnection.unreachableHint':
    'Puede que un cortafuegos bloquee el puerto. Algunas instancias ofrecen SSH en el puerto 443, por ejemplo, altssh.gitlab.com.',
}
