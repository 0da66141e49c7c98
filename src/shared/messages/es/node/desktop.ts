import type { desktop as english } from '../../en/node/desktop.ts'

export const desktop: Record<keyof typeof english, string> = {
  'desktop.account': '{label} ({username} en {host})',
  'desktop.accounts': 'Cuentas',
  'desktop.actionsCanceled':
    '{count, plural, one {# acción cancelada} many {# acciones canceladas} other {# acciones canceladas}}',
  'desktop.actionsDone':
    '{count, plural, one {# acción hecha} many {# acciones hechas} other {# acciones hechas}}',
  'desktop.actionsFailed':
    '{count, plural, one {# acción fallida} many {# acciones fallidas} other {# acciones fallidas}}',
  'desktop.actionsToReview':
    '{count, plural, one {# acción requiere revisión} many {# acciones requieren revisión} other {# acciones requieren revisión}}',
  'desktop.actualSize': 'Tamaño real',
  'desktop.appName': 'Latchkey',
  'desktop.back': 'Atrás',
  'desktop.busy': 'Ocupado',
  'desktop.busyStatus': '{status} (ocupado)',
  'desktop.clearStatus': 'Borrar estado',
  'desktop.counts': '{counts}',
  'desktop.editMenu': 'Editar',
  'desktop.editStatus': 'Editar estado…',
  'desktop.failedCount':
    '{count, plural, one {# requiere atención} many {# requieren atención} other {# requieren atención}}',
  'desktop.fileMenu': 'Archivo',
  'desktop.forward': 'Adelante',
  'desktop.goAnywhere': 'Ir a cualquier lugar…',
  'desktop.goMenu': 'Ir',
  'desktop.helpMenu': 'Ayuda',
  'desktop.home': 'Inicio',
  'desktop.inspect': 'Inspeccionar',
  'desktop.itemExpired': '«{name}» ha caducado.',
  'desktop.itemExpiresInDays':
    '«{name}» caduca en {days, plural, one {# día} many {# días} other {# días}}.',
  'desktop.itemExpiresToday': '«{name}» caduca en menos de un día.',
  'desktop.itemsExpireSoon':
    '{count, plural, one {# caduca pronto.} many {# caducan pronto.} other {# caducan pronto.}}',
  'desktop.itemsExpireTitle': 'Claves y tokens que caducan – {account}',
  'desktop.itemsExpired':
    '{count, plural, one {# ha caducado.} many {# han caducado.} other {# han caducado.}}',
  'desktop.keepsRunning': 'Latchkey sigue ejecutándose',
  'desktop.keepsRunningText':
    'Ábralo o salga de él desde su icono en la bandeja del sistema. Puede cambiarlo en Ajustes.',
  'desktop.keyboardShortcuts': 'Atajos de teclado',
  'desktop.lock': 'Bloquear Latchkey',
  'desktop.locked': 'Bloqueado',
  'desktop.lookUp': 'Consultar «{text}»',
  'desktop.noMessage': 'Sin mensaje',
  'desktop.noStatus': 'Sin estado',
  'desktop.noSuggestions': 'Sin sugerencias',
  'desktop.notSignedIn': 'Sin sesión iniciada',
  'desktop.open': 'Abrir Latchkey',
  'desktop.openLink': 'Abrir enlace',
  'desktop.queueFinished': 'Cola terminada',
  'desktop.queueOutcome': '{outcomes}.',
  'desktop.queuedCount': '{count, number} en cola',
  'desktop.ownToken': 'Token para Latchkey',
  'desktop.quit': 'Salir de Latchkey',
  'desktop.setStatus': 'Establecer estado',
  'desktop.settings': 'Ajustes…',
  'desktop.signedOut': 'GitLab ya no acepta el token de esta cuenta.',
  'desktop.signedOutTitle': 'Sesión cerrada – {account}',
  'desktop.sshKeyExpired': 'Clave SSH caducada – {account}',
  'desktop.sshKeyExpires': 'La clave SSH caduca pronto – {account}',
  'desktop.status': 'Estado',
  'desktop.statusChanged':
    'Se cambió a «{status}» desde otro lugar. Vuelva a elegir si todavía quiere cambiarlo.',
  'desktop.statusCleared':
    'Se borró desde otro lugar. Vuelva a elegir si todavía quiere cambiarlo.',
  'desktop.statusClears':
    '«{status}» se borra en {minutes, plural, one {# minuto} many {# minutos} other {# minutos}}.',
  'desktop.statusClearsTitle': 'Su estado se borrará pronto – {account}',
  'desktop.statusFieldsIgnored': 'Esta instancia ignoró: {fields}.',
  'desktop.statusFor': '{status}, durante {duration}',
  'desktop.statusNotCleared': 'No se borró el estado',
  'desktop.statusNotSet': 'No se estableció el estado',
  'desktop.statusPartlySet': 'Estado establecido solo en parte',
  'desktop.statusUnknown': 'Estado aún no cargado',
  'desktop.switchAccount': 'Cambiar de cuenta',
  'desktop.tokenExpired': 'Token de acceso caducado – {account}',
  'desktop.tokenExpires': 'El token de acceso caduca pronto – {account}',
  'desktop.unnamedStatusClears':
    'Se borra en {minutes, plural, one {# minuto} many {# minutos} other {# minutos}}.',
  'desktop.viewMenu': 'Ver',
  'desktop.windowMenu': 'Ventana',
  'desktop.zoomIn': 'Acercar',
  'desktop.zoomOut': 'Alejar',
}
