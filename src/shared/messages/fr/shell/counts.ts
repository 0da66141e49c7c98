import type { counts as english } from '../../en/shell/counts.ts'

export const counts: Record<keyof typeof english, string> = {
  'counts.issues': 'Tickets assignés',
  'counts.issuesHint': 'Tickets ouverts qui vous sont assignés',
  'counts.mergeRequests': 'Requêtes de fusion',
  'counts.mergeRequestsHint': 'Requêtes de fusion ouvertes qui vous sont assignées',
  'counts.reviews': 'Demandes de revue',
  'counts.reviewsHint': 'Requêtes de fusion qui attendent votre revue',
  'counts.title': 'Compteurs',
  'counts.todos': 'Tâches à faire',
  'counts.todosHint': 'Tâches à faire en attente',
}
