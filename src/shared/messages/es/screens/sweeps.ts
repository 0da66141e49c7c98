import type { sweeps as english } from '../../en/screens/sweeps.ts'

export const sweeps: Record<keyof typeof english, string> = {
  'sweeps.anyTime': 'En cualquier momento',
  'sweeps.burst': '{count, number} registros desde {domain} en un día',
  'sweeps.burstThreshold': 'Registros desde un mismo dominio en un día',
  'sweeps.burstThresholdError': 'Introduzca un número entero del 2 al 1000.',
  'sweeps.burstThresholdHint': 'A partir de este número se considera una oleada.',
  'sweeps.byYou': 'Por usted en este equipo',
  'sweeps.candidates':
    '{count, plural, one {# candidato} many {# candidatos} other {# candidatos}}',
  'sweeps.change': 'Cambio',
  'sweeps.change_deleted': 'Eliminado',
  'sweeps.change_new': 'Usuario nuevo',
  'sweeps.change_newAdmin': 'Administrador nuevo',
  'sweeps.change_newExternal': 'Usuario externo nuevo',
  'sweeps.change_noAdmin': 'Ya no es administrador',
  'sweeps.change_returned': 'Reactivado',
  'sweeps.change_state': 'Estado cambiado',
  'sweeps.change_twoFactorOff': 'Autenticación en dos pasos desactivada',
  'sweeps.changes': 'Qué ha cambiado',
  'sweeps.changesCount': '{count, plural, one {# cambio} many {# cambios} other {# cambios}}',
  'sweeps.changesEmptyText':
    'Los cambios aparecen aquí después de la próxima sincronización. Los anteriores no se conocen.',
  'sweeps.changesEmptyTitle': 'Aún no se ha detectado ningún cambio',
  'sweeps.changesLead':
    'Detectados al comparar sincronizaciones de la lista de usuarios. Lo que usted hizo con Latchkey en este equipo está marcado; no se sabe quién hizo los demás cambios.',
  'sweeps.clear': 'Borrar la selección',
  'sweeps.filters': 'Filtros',
  'sweeps.fromTo': '{before} → {after}',
  'sweeps.lastDays':
    '{count, plural, one {En el último día} many {En los últimos # días} other {En los últimos # días}}',
  'sweeps.least': 'Indicios',
  'sweeps.leastCount':
    '{count, plural, one {Al menos # indicio} many {Al menos # indicios} other {Al menos # indicios}}',
  'sweeps.mark': 'No es spam',
  'sweeps.marked':
    '{count, plural, one {Se omite # usuario} many {Se omiten # usuarios} other {Se omiten # usuarios}} a partir de ahora.',
  'sweeps.markedCount':
    '{count, plural, one {# usuario está marcado} many {# usuarios están marcados} other {# usuarios están marcados}} como no spam.',
  'sweeps.noCandidates': 'No hay candidatos',
  'sweeps.noCandidatesText':
    'Ningún usuario activo o pendiente presenta estos indicios. Se omiten los usuarios creados por administradores o desde aquí.',
  'sweeps.noMatch': 'Sin coincidencias',
  'sweeps.noMatchText': 'Quite un filtro.',
  'sweeps.notLoaded': 'Los usuarios aún no están cargados',
  'sweeps.notLoadedText': 'Primero, cargue la lista de usuarios.',
  'sweeps.noticed': 'Detectado',
  'sweeps.openUsers': 'Ir a Usuarios',
  'sweeps.reason_burst': 'Oleada de registros',
  'sweeps.reason_digits': 'Muchos dígitos en el nombre de usuario',
  'sweeps.reason_link': 'Enlace en el perfil',
  'sweeps.reason_neverSignedIn': 'Nunca ha iniciado sesión',
  'sweeps.reason_unconfirmed': 'Sin confirmar',
  'sweeps.reasons': 'Motivos',
  'sweeps.select': 'Seleccionar {user}',
  'sweeps.selectAll':
    '{count, plural, one {Seleccionar # candidato} many {Seleccionar los # candidatos} other {Seleccionar los # candidatos}}',
  'sweeps.selected': 'Seleccionados: {count, number}',
  'sweeps.selection': 'Selección',
  'sweeps.showCandidates': 'Mostrar candidatos',
  'sweeps.showMarked': 'Mostrarlos',
  'sweeps.signedUp': 'Fecha de registro',
  'sweeps.since': 'Seguimiento desde: {moment}. Última sincronización completa: {sync}.',
  'sweeps.spam': 'Búsqueda de spam',
  'sweeps.spamLead': 'Registros recientes con indicios de spam. Son solo indicios; usted decide.',
  'sweeps.tooMany': 'Más de {max, number}: reduzca la lista para seleccionarlos todos.',
  'sweeps.unknown': 'No se conocen, porque esta instancia no indica los campos: {reasons}.',
  'sweeps.unmark': 'Quitar la marca',
  'sweeps.unmarked':
    '{count, plural, one {Se vuelve a comprobar # usuario.} many {Se vuelven a comprobar # usuarios.} other {Se vuelven a comprobar # usuarios.}}',
  'sweeps.user': 'Usuario',
}
