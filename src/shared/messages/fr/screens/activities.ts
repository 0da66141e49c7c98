import type { activities as english } from '../../en/screens/activities.ts'

export const activities: Record<keyof typeof english, string> = {
  'activities.activeSince': 'Actifs depuis le',
  'activities.activeSinceHint':
    'Chaque utilisateur figure une seule fois, avec le jour de sa dernière activité.',
  'activities.chart': 'Évolution',
  'activities.chartLead': 'Utilisateurs par semaine de dernière activité.',
  'activities.chartSummary':
    'Utilisateurs par semaine de dernière activité, {weeks, plural, one {# semaine} many {# semaines} other {# semaines}}. Maximum : {count, plural, one {# utilisateur} many {# utilisateurs} other {# utilisateurs}}, semaine du {day}.',
  'activities.chartTable': 'Afficher sous forme de tableau',
  'activities.emptyText':
    'Choisissez une date antérieure. Seuls les administrateurs voient les utilisateurs dont le profil est privé.',
  'activities.emptyTitle': 'Aucune activité depuis cette date',
  'activities.exportCsv': 'Exporter en CSV ({count, number})',
  'activities.fromDirectory': 'Depuis la copie sur cet ordinateur.',
  'activities.fromGitLab': 'Depuis GitLab.',
  'activities.incomplete': 'Cette liste est incomplète.',
  'activities.lastActive': 'Dernière activité',
  'activities.lead':
    'Dernière connexion, dernier push ou dernière utilisation de l’API par utilisateur.',
  'activities.loadFromGitLab': 'Charger depuis GitLab',
  'activities.loadRest': 'Charger le reste',
  'activities.loaded': '{count, number} chargés, activité la plus ancienne en premier',
  'activities.loadedSoFar': '{count, number} chargés',
  'activities.loadedSoFarOf': '{count, number} chargés sur {total, number}',
  'activities.loading': 'Chargement des activités…',
  'activities.noResults': 'Aucun résultat',
  'activities.noResultsText':
    'Les activités ne contiennent que des noms d’utilisateur. Pour rechercher par nom, utilisez l’écran Personnes.',
  'activities.search': 'Rechercher par nom d’utilisateur',
  'activities.stop': 'Arrêter',
  'activities.title': 'Activités',
  'activities.unknownDay': 'Inconnu',
  'activities.useDirectory': 'Utiliser la copie sur cet ordinateur',
  'activities.username': 'Nom d’utilisateur',
  'activities.users': 'Utilisateurs',
  'activities.week':
    'Semaine du {day} : {count, plural, one {# utilisateur} many {# utilisateurs} other {# utilisateurs}}',
  'activities.weekOf': 'Semaine du',
}
