import type { sweeps as english } from '../../en/screens/sweeps.ts'

export const sweeps: Record<keyof typeof english, string> = {
  'sweeps.burst': '{count, number} inscriptions depuis {domain} en un jour',
  'sweeps.burstThreshold': 'Inscriptions depuis un domaine en un jour',
  'sweeps.burstThresholdHint':
    'Ce nombre ou plus compte comme une vague. Les fournisseurs publics d’e-mail et votre propre domaine peuvent aussi en avoir.',
  'sweeps.candidates': '{count, plural, one {# candidat} many {# candidats} other {# candidats}}',
  'sweeps.change': 'Changement',
  'sweeps.changes': 'Changements',
  'sweeps.changesCount':
    '{count, plural, one {# changement} many {# changements} other {# changements}}',
  'sweeps.changesEmptyText':
    'Les changements apparaissent ici après la prochaine synchronisation. Les changements antérieurs ne sont pas connus.',
  'sweeps.changesEmptyTitle': 'Aucun changement constaté',
  'sweeps.changesLead':
    'Constatés en comparant les synchronisations de la liste des utilisateurs. Latchkey ne recherche pas encore qui a fait un changement.',
  'sweeps.change_deleted': 'Supprimé',
  'sweeps.change_new': 'Nouvel utilisateur',
  'sweeps.change_newAdmin': 'Nouvel administrateur',
  'sweeps.change_newExternal': 'Nouvel utilisateur externe',
  'sweeps.change_noAdmin': 'N’est plus administrateur',
  'sweeps.change_returned': 'Revenu après désactivation',
  'sweeps.change_state': 'État modifié',
  'sweeps.change_twoFactorOff': 'A2F désactivée',
  'sweeps.clear': 'Effacer',
  'sweeps.filters': 'Filtres',
  'sweeps.fromTo': '{before} → {after}',
  'sweeps.noCandidates': 'Aucun candidat',
  'sweeps.noCandidatesText':
    'Aucun utilisateur actif ou en attente ne présente l’un de ces signes.',
  'sweeps.noMatch': 'Aucun résultat',
  'sweeps.noMatchText': 'Retirez un filtre.',
  'sweeps.noticed': 'Constaté',
  'sweeps.notLoaded': 'Les utilisateurs ne sont pas encore chargés',
  'sweeps.notLoadedText': 'Chargez d’abord la liste des utilisateurs.',
  'sweeps.openUsers': 'Aller à Utilisateurs',
  'sweeps.reasons': 'Signes',
  'sweeps.reason_burst': 'Vague d’inscriptions',
  'sweeps.reason_digits': 'Beaucoup de chiffres dans le nom d’utilisateur',
  'sweeps.reason_link': 'Lien dans le profil',
  'sweeps.reason_neverSignedIn': 'Jamais connecté',
  'sweeps.reason_unconfirmed': 'Non confirmé',
  'sweeps.select': 'Sélectionner {user}',
  'sweeps.selectAll':
    '{count, plural, one {Sélectionner # candidat} many {Sélectionner les # candidats} other {Sélectionner les # candidats}}',
  'sweeps.selected': '{count, number} sélectionnés',
  'sweeps.selection': 'Sélection',
  'sweeps.signedUp': 'Inscription',
  'sweeps.since': 'Suivi depuis : {moment}. Dernière synchronisation complète : {sync}.',
  'sweeps.spam': 'Recherche de spam',
  'sweeps.spamLead':
    'Signes de spam parmi les utilisateurs actifs et en attente. Aucun ne prouve quoi que ce soit, et rien ne se passe tout seul.',
  'sweeps.unknown':
    'Inconnu, car cette instance ne fournit pas les champs nécessaires : {reasons}.',
  'sweeps.user': 'Utilisateur',
}
