import type { directory as english } from '../../en/node/directory.ts'

export const directory: Record<keyof typeof english, string> = {
  'directory.adminModeHint':
    'Esta instancia usa el modo de administrador (Admin Mode). Sustituya el token por uno que también tenga este ámbito.',
  'directory.adminModeMissing': 'A este token le falta el ámbito admin_mode.',
  'directory.contradictoryDays': 'Las fechas de creación están en el orden equivocado.',
  'directory.contradictoryDaysHint': 'Intercambie las fechas o quite una de ellas.',
  'directory.copyTooLarge':
    'La lista de usuarios ocupa {megabytes, number} MB, más de lo que Latchkey puede usar en este equipo.',
  'directory.emptyList': 'GitLab devolvió una lista de usuarios vacía.',
  'directory.emptyListHint':
    'No se quitó ningún usuario de la lista. Inténtelo de nuevo más tarde.',
  'directory.fieldDayOrder': 'debe ser {day} o posterior',
  'directory.fieldScimIdentity': 'hace falta para filtrar por identidad SCIM',
  'directory.fieldTaken': 'ya está en uso',
  'directory.filterIgnored':
    'Esta instancia ignora {count, plural, one {el filtro} many {los filtros} other {los filtros}} {filters}, así que coinciden todos los usuarios.',
  'directory.filterIgnoredHint':
    'Quite {count, plural, one {el filtro} many {estos filtros} other {estos filtros}} para seleccionar usuarios.',
  'directory.filterOffline':
    '{count, plural, one {El filtro {filters} necesita} many {Los filtros {filters} necesitan} other {Los filtros {filters} necesitan}} conexión con GitLab.',
  'directory.filterOfflineHint':
    'Quite {count, plural, one {el filtro} many {estos filtros} other {estos filtros}} o reinténtelo cuando haya conexión.',
  'directory.filterOutdated':
    'Los resultados {count, plural, one {del filtro} many {de los filtros} other {de los filtros}} {filters} están desactualizados.',
  'directory.filterOutdatedHint': 'Vuelva a abrir la lista y reinténtelo.',
  'directory.incompleteList':
    'No se muestra nada porque la lista estaría incompleta. Inténtelo de nuevo más tarde.',
  'directory.loadingEnded': 'No se pudieron cargar todos los usuarios. {reason}',
  'directory.loadingEndedHint':
    'Los usuarios cargados hasta ahora se conservan. Inténtelo de nuevo más tarde.',
  'directory.noRoomHint':
    'La sincronización se detuvo y los usuarios cargados hasta ahora se conservan. Para liberar espacio, borre la caché en Ajustes.',
  'directory.notAdministrator': 'Esta cuenta ya no es de administrador.',
  'directory.notAdministratorHint':
    'Pida a un administrador que le devuelva el acceso o cambie a otra cuenta.',
  'directory.notStored': 'No se pudo guardar la lista de usuarios en este equipo.',
  'directory.notStoredHint':
    'Compruebe que Latchkey puede escribir en su carpeta de datos y que hay espacio en el disco, y reinicie Latchkey.',
  'directory.scimIdentity': 'identidad SCIM',
  'directory.scimNeedsId': 'Introduzca un ID externo para filtrar por identidad SCIM.',
  'directory.syncFailed': 'Se produjo un error en Latchkey al cargar los usuarios.',
  'directory.syncFailedHint': 'Reinténtelo. Si sigue ocurriendo, reinicie Latchkey.',
  'directory.tooManyUsers':
    'GitLab tiene más de {max, number} usuarios en la lista, el máximo que Latchkey puede cargar.',
  'directory.tooManyViews': 'Se pueden guardar como máximo {max, number} vistas.',
  'directory.tooManyViewsHint': 'Elimine una vista para guardar otra.',
  'directory.unreadableList': 'No se pudo leer ninguno de los usuarios de la lista.',
  'directory.unreadableListHint':
    'No se quitó ningún usuario de la lista. Contacte con el administrador de la instancia.',
  'directory.viewTaken': 'Ya existe una vista llamada «{name}».',
  'directory.viewTakenHint': 'Elija otro nombre o elimine antes esa vista.',
}
