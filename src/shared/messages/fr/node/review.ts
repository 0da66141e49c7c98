import type { review as english } from '../../en/node/review.ts'

export const review: Record<keyof typeof english, string> = {
  'review.failed': 'La revue s’est arrêtée à cause d’une erreur dans Latchkey.',
  'review.failedHint': 'Reprenez la revue. Si cela continue, redémarrez Latchkey.',
  'review.membership': '{type, select, Project {Projet} other {Groupe}} {name} ({role})',
  'review.nobody': 'Il n’y a aucun utilisateur à passer en revue.',
  'review.nobodyHint':
    'Chargez la liste dans Utilisateurs et sélectionnez des utilisateurs, puis démarrez à nouveau la revue.',
  'review.tooManyUsers':
    'Une revue peut couvrir jusqu’à {max, plural, one {# utilisateur} many {# utilisateurs} other {# utilisateurs}}.',
  'review.tooManyUsersHint':
    'Réduisez la liste avec des filtres, puis démarrez à nouveau la revue.',
}
