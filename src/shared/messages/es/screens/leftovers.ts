import type { leftovers as english } from '../../en/screens/leftovers.ts'

export const leftovers: Record<keyof typeof english, string> = {
  'leftovers.accountFolder': 'Datos de una cuenta desconocida',
  'leftovers.accountFolderDelete': 'Eliminar datos de la cuenta',
  'leftovers.accountFolderHint': 'La cuenta no tiene la sesión iniciada en este equipo.',
  'leftovers.accountFolderLoss': 'Pueden contener acciones pendientes y un registro de auditoría.',
  'leftovers.auditLog': 'Registro de auditoría',
  'leftovers.auditLogDelete': 'Eliminar registro de auditoría',
  'leftovers.auditLogHint': 'Se conservó al cerrar sesión.',
  'leftovers.damagedFile': 'Archivo dañado',
  'leftovers.damagedFileDelete': 'Eliminar archivo dañado',
  'leftovers.damagedFileHint': 'Se apartó cuando Latchkey no pudo leerlo.',
  'leftovers.damagedFileLoss': 'Se perderá todo lo que no se haya recuperado de él.',
  'leftovers.logs': 'Archivos de registro',
  'leftovers.logsDelete': 'Eliminar archivos de registro',
  'leftovers.logsHint': 'No contienen nombres, URL ni tokens.',
  'leftovers.notifications': 'Historial de notificaciones',
  'leftovers.notificationsDelete': 'Eliminar historial de notificaciones',
  'leftovers.notificationsHint': 'Evita que las notificaciones aparezcan dos veces.',
  'leftovers.viewedUsers': 'Usuarios vistos',
  'leftovers.viewedUsersDelete': 'Eliminar usuarios vistos',
  'leftovers.viewedUsersHint':
    'Última actividad de los usuarios antes de que usted usara «Ver como».',
  'leftovers.viewedUsersLoss':
    'Después, algunos usuarios podrían parecer activos porque usted usó «Ver como».',
}
