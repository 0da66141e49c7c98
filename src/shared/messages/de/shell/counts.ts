import type { counts as english } from '../../en/shell/counts.ts'

export const counts: Record<keyof typeof english, string> = {
  'counts.issues': 'Zugewiesene Tickets',
  'counts.issuesHint': 'Offene Tickets, die Ihnen zugewiesen sind',
  'counts.mergeRequests': 'Merge Requests',
  'counts.mergeRequestsHint': 'Offene Merge Requests, die Ihnen zugewiesen sind',
  'counts.reviews': 'Review-Anfragen',
  'counts.reviewsHint': 'Merge Requests, die auf Ihr Review warten',
  'counts.title': 'Zähler',
  'counts.todos': 'To-dos',
  'counts.todosHint': 'Ausstehende To-dos',
}
