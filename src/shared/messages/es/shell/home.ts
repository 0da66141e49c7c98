import type { home as english } from '../../en/shell/home.ts'

export const home: Record<keyof typeof english, string> = {
  'home.addKey': 'Añadir clave',
  'home.allClear': 'Todo en orden',
  'home.allClearAdmin': 'No hay acciones ni aprobaciones pendientes.',
  'home.allClearHint': 'Nada en sus claves SSH, correos o tokens requiere su atención.',
  'home.approvals':
    '{count, plural, one {# usuario pendiente de aprobación} many {# usuarios pendientes de aprobación} other {# usuarios pendientes de aprobación}}',
  'home.approvalsHint': 'Apruebe o rechace el registro.',
  'home.approvalsUnknown': 'Aún no se conocen las aprobaciones pendientes',
  'home.approvalsUnknownHint': 'Cargue todos los usuarios para ver quién está esperando.',
  'home.attention': 'Requiere su atención',
  'home.changeAvatar': 'Cambiar avatar',
  'home.emailUnconfirmed': 'La dirección {email} no está confirmada',
  'home.emailUnconfirmedHint':
    'Abra el enlace del correo de confirmación. Puede pedir que se lo reenvíen en GitLab.',
  'home.failedActions':
    '{count, plural, one {# acción fallida} many {# acciones fallidas} other {# acciones fallidas}}',
  'home.failedActionsHint': 'Consulte el motivo y reinténtelo.',
  'home.goodAfternoon': 'Buenas tardes, {name}.',
  'home.goodEvening': 'Buenas noches, {name}.',
  'home.goodMorning': 'Buenos días, {name}.',
  'home.noSshKey': 'Aún no hay ninguna clave SSH',
  'home.noSshKeyHint': 'Añada una para usar Git por SSH.',
  'home.openQueue': 'Abrir cola',
  'home.openUsers': 'Abrir usuarios',
  'home.ownTokenExpired': 'Su token de acceso ha caducado',
  'home.ownTokenExpiredHint': 'Caducó el {day}. Cree uno nuevo y sustituya este.',
  'home.ownTokenExpires':
    'Su token de acceso caduca {days, plural, =0 {en menos de un día} one {en # día} many {en # días} other {en # días}}',
  'home.ownTokenExpiresHint':
    'Caduca el {day}. Rótelo o sustitúyalo para mantener la sesión iniciada.',
  'home.ownTokenUnsaved': 'Su nuevo token de acceso aún no está guardado',
  'home.ownTokenUnsavedHint': 'Se perderá si sale de Latchkey. Guárdelo en el llavero.',
  'home.partCounts': 'recuentos',
  'home.partEmails': 'correos',
  'home.partSshKeys': 'claves SSH',
  'home.partTokens': 'tokens',
  'home.partsFailed': 'No se pudieron cargar sus {parts}. {reason}',
  'home.pausedActions':
    '{count, plural, one {# acción pausada} many {# acciones pausadas} other {# acciones pausadas}}',
  'home.pausedActionsHint': 'Reanude la cola para enviarlas.',
  'home.renew': 'Renovar',
  'home.review': 'Revisar',
  'home.reviewActions':
    '{count, plural, one {# acción requiere revisión} many {# acciones requieren revisión} other {# acciones requieren revisión}}',
  'home.reviewActionsHint': 'Un usuario cambió entretanto. Decida si se aplica la acción.',
  'home.reviewPending': 'Revisar pendientes ({count, number})',
  'home.showAll': 'Mostrar todo ({count, number})',
  'home.soon': 'Pronto',
  'home.sshKeyExpired': 'La clave SSH {title} ha caducado',
  'home.sshKeyExpiredHint': 'Caducó el {day}. Renuévela o elimínela.',
  'home.sshKeyExpires':
    'La clave SSH {title} caduca {days, plural, =0 {en menos de un día} one {en # día} many {en # días} other {en # días}}',
  'home.sshKeyExpiresHint': 'Caduca el {day}. Renuévela para no perder el acceso.',
  'home.sshKeyWeak': 'La clave SSH {title} es débil',
  'home.tokenExpired': 'El token {name} ha caducado',
  'home.tokenExpiredHint': 'Caducó el {day}. Cree uno nuevo y quite este de la lista.',
  'home.tokenExpires':
    'El token {name} caduca {days, plural, =0 {en menos de un día} one {en # día} many {en # días} other {en # días}}',
  'home.tokenExpiresHint': 'Caduca el {day}. No se puede renovar; cree uno nuevo.',
  'home.urgent': 'Urgente',
  'home.viewEmail': 'Ver correo',
  'home.viewFailed': 'Ver fallidas',
  'home.viewKey': 'Ver clave',
  'home.viewToken': 'Ver token',
}
