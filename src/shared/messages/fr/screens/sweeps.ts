import type { sweeps as english } from '../../en/screens/sweeps.ts'

export const sweeps: Record<keyof typeof english, string> = {
  'sweeps.anyTime': 'À tout moment',
  'sweeps.burst': '{count, number} inscriptions depuis {domain} en un jour',
  'sweeps.burstThreshold': 'Inscriptions depuis un domaine en un jour',
  'sweeps.burstThresholdError': 'Saisissez un nombre entier de 2 à 1000.',
  'sweeps.burstThresholdHint': 'Ce nombre ou plus compte comme une vague.',
  'sweeps.byYou': 'Par vous sur cet ordinateur',
  'sweeps.candidates': '{count, plural, one {# candidat} many {# candidats} other {# candidats}}',
  'sweeps.change': 'Changement',
  'sweeps.change_deleted': 'Supprimé',
  'sweeps.change_new': 'Nouvel utilisateur',
  'sweeps.change_newAdmin': 'Nouvel administrateur',
  'sweeps.change_newExternal': 'Nouvel utilisateur externe',
  'sweeps.change_noAdmin': 'N’est plus administrateur',
  'sweeps.change_returned': 'Revenu après désactivation',
  'sweeps.change_state': 'État modifié',
  'sweeps.change_twoFactorOff': 'A2F désactivée',
  'sweeps.changes': 'Changements',
  'sweeps.changesCount':
    '{count, plural, one {# changement} many {# changements} other {# changements}}',
  'sweeps.changesEmptyText':
    'Les changements apparaissent ici après la prochaine synchronisation. Les changements antérieurs ne sont pas connus.',
  'sweeps.changesEmptyTitle': 'Aucun changement constaté',
  'sweeps.changesLead':
    'Constatés en comparant les synchronisations de la liste des utilisateurs. Ce que vous avez fait avec Latchkey sur cet ordinateur est marqué ; l’auteur des autres changements n’est pas connu.',
  'sweeps.clear': 'Effacer',
  'sweeps.filters': 'Filtres',
  'sweeps.fromTo': '{before} → {after}',
  'sweeps.lastDays':
    '{count, plural, one {Depuis # jour} many {Ces # derniers jours} other {Ces # derniers jours}}',
  'sweeps.least': 'Signes',
  'sweeps.leastCount':
    '{count, plural, one {Au moins # signe} many {Au moins # signes} other {Au moins # signes}}',
  'sweeps.mark': 'Pas du spam',
  'sweeps.marked':
    '{count, plural, one {# utilisateur est désormais exclu.} many {# utilisateurs sont désormais exclus.} other {# utilisateurs sont désormais exclus.}}',
  'sweeps.markedCount':
    '{count, plural, one {# utilisateur est marqué} many {# utilisateurs sont marqués} other {# utilisateurs sont marqués}} comme n’étant pas du spam.',
  'sweeps.noCandidates': 'Aucun candidat',
  'sweeps.noCandidatesText':
    'Aucun utilisateur actif ou en attente ne présente ces signes. Les utilisateurs créés par des administrateurs ou d’ici sont exclus.',
  'sweeps.noMatch': 'Aucun résultat',
  'sweeps.noMatchText': 'Retirez un filtre.',
  'sweeps.notLoaded': 'Les utilisateurs ne sont pas encore chargés',
  'sweeps.notLoadedText': 'Chargez d’abord la liste des utilisateurs.',
  'sweeps.noticed': 'Constaté',
  'sweeps.openUsers': 'Aller à Utilisateurs',
  'sweeps.reason_burst': 'Vague d’inscriptions',
  'sweeps.reason_digits': 'Beaucoup de chiffres dans le nom d’utilisateur',
  'sweeps.reason_link': 'Lien dans le profil',
  'sweeps.reason_neverSignedIn': 'Jamais connecté',
  'sweeps.reason_unconfirmed': 'Non confirmé',
  'sweeps.reasons': 'Signes',
  'sweeps.select': 'Sélectionner {user}',
  'sweeps.selectAll':
    '{count, plural, one {Sélectionner # candidat} many {Sélectionner les # candidats} other {Sélectionner les # candidats}}',
  'sweeps.selected': '{count, number} sélectionnés',
  'sweeps.selection': 'Sélection',
  'sweeps.showCandidates': 'Afficher les candidats',
  'sweeps.showMarked': 'Les afficher',
  'sweeps.signedUp': 'Inscription',
  'sweeps.since': 'Suivi depuis : {moment}. Dernière synchronisation complète : {sync}.',
  'sweeps.spam': 'Recherche de spam',
  'sweeps.spamLead':
    'Inscriptions récentes avec des signes de spam. Ce ne sont que des indices ; vous décidez.',
  'sweeps.tooMany': 'Plus de {max, number} : réduisez la liste pour tout sélectionner.',
  'sweeps.unknown':
    'Inconnu, car cette instance ne fournit pas les champs nécessaires : {reasons}.',
  'sweeps.unmark': 'Retirer la marque',
  'sweeps.unmarked':
    '{count, plural, one {# utilisateur est de nouveau vérifié.} many {# utilisateurs sont de nouveau vérifiés.} other {# utilisateurs sont de nouveau vérifiés.}}',
  'sweeps.user': 'Utilisateur',
}
