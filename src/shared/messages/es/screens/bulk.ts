import type { bulk as english } from '../../en/screens/bulk.ts'

export const bulk: Record<keyof typeof english, string> = {
  'bulk.action': 'Acción',
  'bulk.actor': 'Iniciada por',
  'bulk.all': 'Todos',
  'bulk.already': 'Sin cambios necesarios',
  'bulk.cancelThem': 'Cancelarlas',
  'bulk.cancelled': 'Cancelada. Las acciones ya enviadas no se deshacen.',
  'bulk.changing': 'Usuarios que cambiarían',
  'bulk.chooseAction': 'Elija una acción para los usuarios seleccionados.',
  'bulk.created': 'Creado el {day}',
  'bulk.delayed': 'Retrasada.',
  'bulk.duration': 'Duración',
  'bulk.emailConfirmed':
    '{state, select, yes {Correo confirmado} no {Correo sin confirmar} other {Confirmación del correo desconocida}}',
  'bulk.endedAt': 'Fin',
  'bulk.facts': 'Detalles de la ejecución',
  'bulk.finished': 'Terminada. Los resultados están más abajo.',
  'bulk.finishedWithConflicts': 'Terminada, salvo los usuarios que requieren revisión.',
  'bulk.firstOnly': 'Solo los {count, number} primeros',
  'bulk.heldWithQueue': 'En espera con la cola.',
  'bulk.immediately': 'Se aplica de inmediato.',
  'bulk.includes': 'Incluye',
  'bulk.kept': 'Usuarios que se conservan',
  'bulk.keptCount':
    '{count, plural, one {Se conserva # usuario} many {Se conservan # usuarios} other {Se conservan # usuarios}}',
  'bulk.kind': 'Qué hacer',
  'bulk.kind_action': 'Una acción',
  'bulk.kind_edit': 'Editar campos',
  'bulk.kind_plan': 'Plan',
  'bulk.lastActive': 'Última actividad: {day}',
  'bulk.lastAdministrator': 'No quedaría ningún otro administrador además de usted.',
  'bulk.lead': 'Una acción, o los pasos de un plan, para todos los usuarios seleccionados.',
  'bulk.leadOne': 'Una acción, o los pasos de un plan.',
  'bulk.neverActive': 'Sin actividad conocida',
  'bulk.nobodyToUndo': 'No se puede eliminar a ningún usuario',
  'bulk.nobodyToUndoHint': 'Los motivos figuran arriba.',
  'bulk.noResults': 'Sin resultados',
  'bulk.noRuns': 'Aún no hay ejecuciones',
  'bulk.noRunsHint': 'Abra {directory}, seleccione algunos y elija una acción para todos ellos.',
  'bulk.nobodyChanges': 'No cambiaría ningún usuario',
  'bulk.nobodyChangesHint':
    'Los motivos están más abajo. Elija otra acción o seleccione otros usuarios.',
  'bulk.nobodySelected': 'Ningún usuario seleccionado',
  'bulk.nobodySelectedHint': 'Primero, abra {directory} y seleccione algunos.',
  'bulk.note': 'Nota: {note}',
  'bulk.otherwise':
    '{count, plural, one {# usuario estaba en otro estado antes de la ejecución, por ejemplo, desactivado, y pasará a estar activo.} many {# usuarios estaban en otro estado antes de la ejecución, por ejemplo, desactivados, y pasarán a estar activos.} other {# usuarios estaban en otro estado antes de la ejecución, por ejemplo, desactivados, y pasarán a estar activos.}}',
  'bulk.outcome': 'Resultado',
  'bulk.pace': '{pace} por segundo',
  'bulk.paceWithTimeLeft': '{pace} por segundo, tiempo restante: {time}',
  'bulk.pause': 'Pausar',
  'bulk.pausedWithLeft':
    'Pausada. {left, plural, one {Queda # usuario.} many {Quedan # usuarios.} other {Quedan # usuarios.}}',
  'bulk.pausedWithQueue': 'Pausada con la cola.',
  'bulk.pending': 'Pendiente',
  'bulk.pendingUntilReachable': 'Pendiente hasta que haya conexión con GitLab.',
  'bulk.percent': '{percent, number} por ciento: {state}',
  'bulk.permanent': 'La ejecución también hizo cambios que no se pueden revertir:',
  'bulk.permanentAction':
    '{action}: {count, plural, one {# usuario} many {# usuarios} other {# usuarios}}',
  'bulk.preparing':
    'Preparando {queued, number} de {total, plural, one {# usuario} many {# usuarios} other {# usuarios}}. Aún no se ha enviado nada.',
  'bulk.preview': 'Vista previa',
  'bulk.previewLead': 'Muestra lo que ocurriría. Aún no se envía nada.',
  'bulk.progress': 'Progreso',
  'bulk.progressOf': '{ended, number} de {total, number}',
  'bulk.queuedAt': 'Puesta en cola',
  'bulk.queuePaused': 'La cola está pausada. Reanúdela en {actions}.',
  'bulk.refusedQueuedAgain': 'Las acciones rechazadas vuelven a estar en cola.',
  'bulk.remainingLead':
    'Inicia una nueva ejecución para los usuarios cuyas acciones se cancelaron. Los que hayan cambiado desde entonces se omiten o quedan pendientes de revisión.',
  'bulk.remainingTitle': 'Ejecutar las restantes',
  'bulk.restCancelled': 'Se cancelaron las acciones restantes.',
  'bulk.results': 'Resultados',
  'bulk.retryRefused': 'Reintentar las rechazadas ({count, number})',
  'bulk.retrying': 'Reintentando.',
  'bulk.reverse': 'Revertir…',
  'bulk.reverseLead':
    'Realiza la acción contraria en los usuarios que cambió la ejecución. Los que hayan cambiado desde entonces se omiten o quedan pendientes de revisión.',
  'bulk.reverseTitle': 'Revertir una ejecución',
  'bulk.run': 'Ejecución masiva',
  'bulk.runCancelled': 'Ejecución cancelada. No se envió nada.',
  'bulk.runPaused': 'Ejecución pausada. Las acciones en curso se enviarán de todos modos.',
  'bulk.runRemaining': 'Ejecutar las {count, number} restantes',
  'bulk.runResumed': 'Ejecución reanudada.',
  'bulk.runs': 'Ejecuciones',
  'bulk.selectAllAgain': 'Volver a seleccionar todos',
  'bulk.selectionIs': 'Selección: {users}{except, plural, =0 {} other {, excepto #}}',
  'bulk.sending': 'Enviando.',
  'bulk.showAll': 'Mostrar todos ({count, number})',
  'bulk.skipped': 'Usuarios omitidos',
  'bulk.skippedCount':
    'Omitidos: {count, plural, one {# usuario} many {# usuarios} other {# usuarios}}',
  'bulk.start': 'Empezar',
  'bulk.startedAt': 'Inicio',
  'bulk.startsIn': 'Empieza en {seconds} s. Hasta entonces puede deshacerlo todo.',
  'bulk.state_cancelled': 'Cancelada',
  'bulk.state_finished': 'Terminada',
  'bulk.state_paused': 'Pausada',
  'bulk.state_preparing': 'En preparación',
  'bulk.state_running': 'En curso',
  'bulk.sum': '{part}: {count, number}',
  'bulk.title': 'Acción masiva',
  'bulk.titleOne': 'Acción sobre {user}',
  'bulk.title_activate':
    'Activar a {count, plural, one {# usuario} many {# usuarios} other {# usuarios}}',
  'bulk.title_approve':
    'Aprobar a {count, plural, one {# usuario} many {# usuarios} other {# usuarios}}',
  'bulk.title_ban': 'Vetar a {count, plural, one {# usuario} many {# usuarios} other {# usuarios}}',
  'bulk.title_block':
    'Bloquear a {count, plural, one {# usuario} many {# usuarios} other {# usuarios}}',
  'bulk.title_deactivate':
    'Desactivar a {count, plural, one {# usuario} many {# usuarios} other {# usuarios}}',
  'bulk.title_delete':
    'Eliminar a {count, plural, one {# usuario} many {# usuarios} other {# usuarios}}',
  'bulk.title_disable_two_factor':
    'Desactivar la autenticación en dos pasos de {count, plural, one {# usuario} many {# usuarios} other {# usuarios}}',
  'bulk.title_hard_delete':
    'Eliminar a {count, plural, one {# usuario} many {# usuarios} other {# usuarios}} con sus contribuciones',
  'bulk.title_reject':
    'Rechazar a {count, plural, one {# usuario} many {# usuarios} other {# usuarios}}',
  'bulk.title_unban':
    'Levantar el veto a {count, plural, one {# usuario} many {# usuarios} other {# usuarios}}',
  'bulk.title_unblock':
    'Desbloquear a {count, plural, one {# usuario} many {# usuarios} other {# usuarios}}',
  'bulk.undoAll': 'Deshacer todo',
  'bulk.undoMissed':
    'El tiempo para deshacer esta ejecución pasó mientras Latchkey estaba cerrado, en suspensión, bloqueado o sin conexión. No se envió nada.',
  'bulk.undoOnboarding': 'Deshacer la creación de usuarios',
  'bulk.undoOnboardingLead':
    'Elimina los usuarios que creó la ejecución y que nunca iniciaron sesión. Se vuelve a consultar a GitLab antes de cada eliminación.',
  'bulk.undoTime':
    'Tiene {seconds, plural, one {# segundo} many {# segundos} other {# segundos}} para deshacer. Después, las acciones se envían en segundo plano; puede salir de esta pantalla.',
  'bulk.undoWhileAway':
    'Las acciones se envían cuando hay conexión con GitLab y hasta entonces se pueden deshacer. Puede salir de esta pantalla.',
  'bulk.unusual': 'Usuarios fuera de lo habitual',
  'bulk.unusualTitle_administrators': 'Administradores que cambiarían',
  'bulk.unusualTitle_bots': 'Bots que cambiarían',
  'bulk.unusualTitle_recentlyActive': 'Usuarios que cambiarían, activos en los últimos 90 días',
  'bulk.unusual_administrators':
    '{count, plural, one {# administrador} many {# administradores} other {# administradores}}',
  'bulk.unusual_bots': '{count, plural, one {# bot} many {# bots} other {# bots}}',
  'bulk.unusual_recentlyActive':
    '{count, plural, one {# usuario activo en los últimos 90 días} many {# usuarios activos en los últimos 90 días} other {# usuarios activos en los últimos 90 días}}',
  'bulk.users': '{count, plural, one {# usuario} many {# usuarios} other {# usuarios}}',
  'bulk.waitsForDate':
    '{left, plural, one {# acción espera} many {# acciones esperan} other {# acciones esperan}} su fecha.',
  'bulk.warning': 'Advertencia',
  'bulk.warning_delete':
    'Sus cuentas, perfiles, claves, tokens y proyectos personales se eliminan de forma definitiva. Los tickets, los comentarios y las solicitudes de fusión se conservan a nombre de «Ghost User».',
  'bulk.warning_disable_two_factor':
    'Se quitan sus aplicaciones de autenticación, llaves de seguridad y códigos de recuperación. Cada usuario tendrá que configurarlos de nuevo.',
  'bulk.warning_hard_delete':
    'Sus cuentas se eliminan de forma definitiva con todos los tickets, comentarios, solicitudes de fusión y proyectos personales, además de los grupos que no tienen otro propietario y todos sus proyectos.',
  'bulk.warning_reject':
    'Sus cuentas se eliminan de forma definitiva y cada usuario recibe un correo.',
  'bulk.wouldChange':
    'Seleccionados: {total, number}. {action, select, block {Se bloquearía a} unblock {Se desbloquearía a} ban {Se vetaría a} unban {Se levantaría el veto a} activate {Se activaría a} deactivate {Se desactivaría a} approve {Se aprobaría a} reject {Se rechazaría a} delete {Se eliminaría a} hard_delete {Se eliminaría, con sus contribuciones, a} changed {Se modificaría a} other {Se desactivaría la autenticación en dos pasos de}} {users}.',
  'bulk.wrongConfirmation': 'Escriba {text}.',
}
