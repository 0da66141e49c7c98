import type { counts as english } from '../../en/shell/counts.ts'

export const counts: Record<keyof typeof english, string> = {
  'counts.issues': 'Tickets asignados',
  'counts.issuesHint': 'Tickets abiertos que tiene asignados',
  'counts.mergeRequests': 'Solicitudes de fusión',
  'counts.mergeRequestsHint': 'Solicitudes de fusión abiertas que tiene asignadas',
  'counts.reviews': 'Solicitudes de revisión',
  'counts.reviewsHint': 'Solicitudes de fusión que esperan su revisión',
  'counts.title': 'Recuentos',
  'counts.todos': 'Tareas pendientes',
  'counts.todosHint': 'Tareas pendientes sin completar',
}
