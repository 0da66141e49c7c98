import type { activities as english } from '../../en/screens/activities.ts'

export const activities: Record<keyof typeof english, string> = {
  'activities.activeSince': 'Activos desde',
  'activities.activeSinceHint':
    'Cada usuario aparece una sola vez, con el día de su última actividad.',
  'activities.chart': 'Evolución',
  'activities.chartLead': 'Usuarios por semana de última actividad.',
  'activities.chartSummary':
    'Usuarios por semana de última actividad, {weeks, plural, one {# semana} many {# semanas} other {# semanas}}. Máximo: {count, plural, one {# usuario} many {# usuarios} other {# usuarios}} en la semana del {day}.',
  'activities.chartTable': 'Mostrar como tabla',
  'activities.emptyText':
    'Elija una fecha anterior. Solo los administradores ven a los usuarios con perfil privado.',
  'activities.emptyTitle': 'Sin actividad desde esta fecha',
  'activities.exportCsv': 'Exportar como CSV ({count, number})',
  'activities.fromDirectory': 'De la copia de este equipo.',
  'activities.fromGitLab': 'De GitLab.',
  'activities.incomplete': 'Esta lista está incompleta.',
  'activities.lastActive': 'Última actividad',
  'activities.lead': 'Cuándo inició sesión, hizo un push o usó la API cada usuario por última vez.',
  'activities.loadFromGitLab': 'Cargar desde GitLab',
  'activities.loadRest': 'Cargar el resto',
  'activities.loaded': 'Cargados: {count, number}, los menos recientes primero',
  'activities.loadedSoFar': 'Cargados: {count, number}',
  'activities.loadedSoFarOf': 'Cargados: {count, number} de {total, number}',
  'activities.loading': 'Cargando actividades…',
  'activities.noResults': 'Sin resultados',
  'activities.noResultsText':
    'Las actividades solo contienen nombres de usuario. Para buscar por nombre, vaya a Personas.',
  'activities.search': 'Buscar por nombre de usuario',
  'activities.stop': 'Detener',
  'activities.title': 'Actividades',
  'activities.unknownDay': 'Desconocida',
  'activities.useDirectory': 'Usar la copia de este equipo',
  'activities.username': 'Nombre de usuario',
  'activities.users': 'Usuarios',
  'activities.week':
    'Semana del {day}: {count, plural, one {# usuario} many {# usuarios} other {# usuarios}}',
  'activities.weekOf': 'Semana del',
}
