import type { accounts as english } from '../../en/screens/accounts.ts'

export const accounts: Record<keyof typeof english, string> = {
  'accounts.active': 'Activa',
  'accounts.administrator': 'Administrador',
  'accounts.auditLogFolder': 'la carpeta de datos de Latchkey',
  'accounts.colour': 'Color',
  'accounts.colour_blue': 'Azul',
  'accounts.colour_olive': 'Oliva',
  'accounts.colour_orange': 'Naranja',
  'accounts.colour_pink': 'Rosa',
  'accounts.colour_red': 'Rojo',
  'accounts.colour_slate': 'Pizarra',
  'accounts.colour_teal': 'Verde azulado',
  'accounts.colour_violet': 'Violeta',
  'accounts.deleteDamagedConfirm': 'Eliminar y cerrar sesión',
  'accounts.deleteDamagedQuestion': '¿Eliminar los archivos dañados?',
  'accounts.deleteDamagedText':
    'Lo que contienen, como el registro de auditoría, no se puede recuperar después de cerrar sesión: {files}',
  'accounts.demo': 'Demo',
  'accounts.drag': 'Arrastrar para mover',
  'accounts.edit': 'Editar',
  'accounts.editNamed': 'Editar {label}',
  'accounts.keepAuditLog': 'Conservar el registro de auditoría',
  'accounts.keepAuditLogHint':
    'Guarda en {folder} un archivo JSON con lo que hizo como administrador. Los archivos dañados también se mueven allí.',
  'accounts.label': 'Etiqueta',
  'accounts.labelExample': 'Trabajo, por ejemplo',
  'accounts.lead': 'Arrastre para cambiar el orden o pulse Alt con las teclas de flecha.',
  'accounts.moveDown': 'Bajar (Alt ↓)',
  'accounts.moveDownNamed': 'Bajar {label}',
  'accounts.moveUp': 'Subir (Alt ↑)',
  'accounts.moveUpNamed': 'Subir {label}',
  'accounts.moved': '{label} está ahora en la posición {position, number} de {count, number}.',
  'accounts.none': 'Aún no hay cuentas',
  'accounts.noneLink': 'Iniciar sesión con un token de acceso',
  'accounts.readOnlyToken': 'Token de solo lectura',
  'accounts.refreshed': 'Cuenta {label} actualizada.',
  'accounts.revokeToken': 'Revocar también este token en GitLab',
  'accounts.revokeTokenHint':
    'Si no, seguirá siendo válido en {instance} hasta que caduque o se revoque.',
  'accounts.revokeTokenUses': 'Estos usan el mismo token y dejarán de funcionar: {uses}.',
  'accounts.rotate': 'Rotar token…',
  'accounts.rotateConfirm': 'Rotar token',
  'accounts.rotateElsewhere':
    'El token actual deja de funcionar de inmediato, también en los scripts y otros programas que lo usen.',
  'accounts.rotateNeedsKeychain':
    'Necesita un llavero: GitLab anula el token anterior al instante, y uno nuevo guardado solo en memoria se perdería.',
  'accounts.rotateNeedsToken': 'Introduzca primero el token de esta cuenta.',
  'accounts.rotateNoDateHint':
    'GitLab suele fijar una semana, o ninguna fecha si la instancia no la exige.',
  'accounts.rotateOffline': 'No se puede conectar con la instancia.',
  'accounts.rotateText':
    'GitLab da a Latchkey un token nuevo con los mismos ámbitos, que se guarda en el llavero. No tiene que copiar nada.',
  'accounts.rotateTitle': '¿Rotar el token de {label}?',
  'accounts.rotated': 'El token de {label} se rotó. El nuevo no caduca.',
  'accounts.rotatedUntil': 'El token de {label} se rotó. El nuevo caduca el {date}.',
  'accounts.rotationLost': 'El token se rotó, pero el nuevo se perdió.',
  'accounts.rotationLostHint':
    'El token anterior ya no funciona. Cree un token nuevo y elija «Sustituir token». Revoque el perdido en la web.',
  'accounts.rotationOpen': 'Aún no se sabe si el token se rotó.',
  'accounts.rotationOpenHint':
    'Latchkey lo comprobará en cuanto pueda acceder a la instancia y al llavero.',
  'accounts.rotationSave': 'Guardar en el llavero',
  'accounts.rotationSolved': 'El token funciona y está guardado.',
  'accounts.rotationUnsaved': 'El llavero no guardó el token nuevo.',
  'accounts.rotationUnsavedHint':
    'Funciona hasta que salga de Latchkey y después se pierde. El anterior ya no funciona. Desbloquee el llavero e inténtelo de nuevo.',
  'accounts.saved': 'Cuenta guardada.',
  'accounts.sessionToken': 'Token conservado hasta salir de Latchkey',
  'accounts.signOut': 'Cerrar sesión',
  'accounts.signOutKeepsToken':
    'El token sigue siendo válido en {instance} hasta que caduque o se revoque.',
  'accounts.signOutQuestion': '¿Cerrar la sesión de {label}?',
  'accounts.signOutText':
    'La cuenta, sus datos y su token se eliminan de este equipo. {pending, plural, =0 {} one {Se cancela # acción pendiente.} many {Se cancelan # acciones pendientes.} other {Se cancelan # acciones pendientes.}}',
  'accounts.signOutWithoutRevoking': 'Cerrar sesión sin revocar',
  'accounts.signedOut': 'Sesión de {label} cerrada. Latchkey no revocó su token en {instance}.',
  'accounts.signedOutRevoked': 'Sesión de {label} cerrada. Su token en {instance} se revocó.',
  'accounts.switch': 'Cambiar a esta cuenta',
  'accounts.tokenExpired': 'Token caducado',
  'accounts.tokenExpires': 'El token de acceso caduca el {date} a las 00:00 UTC.',
  'accounts.tokenExpiresIn':
    '{days, plural, =0 {El token caduca en menos de un día} one {El token caduca en # día} many {El token caduca en # días} other {El token caduca en # días}}',
  'accounts.tokenMissing': 'Falta el token',
  'accounts.tokenNeverExpires': 'El token de acceso no caduca.',
}
