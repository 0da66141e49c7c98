import type { failures as english } from '../../en/shell/failures.ts'

export const failures: Record<keyof typeof english, string> = {
  'failures.checkAgain': 'Vérifier à nouveau',
  'failures.chooseCertificate': 'Choisir un certificat',
  'failures.field': '{field} {problems}',
  'failures.incompleteList':
    'Rien n’est affiché, car la liste serait incomplète. Contactez l’administrateur de l’instance.',
  'failures.lastUpdated': 'Dernière mise à jour : {time}',
  'failures.missingAccounts': 'Comptes manquants',
  'failures.missingAccountsText':
    '{count, plural, one {# compte n’a pas pu être chargé. Cette version ne comprend pas son entrée dans accounts.json.} many {# comptes n’ont pas pu être chargés. Cette version ne comprend pas leurs entrées dans accounts.json.} other {# comptes n’ont pas pu être chargés. Cette version ne comprend pas leurs entrées dans accounts.json.}} Rien n’a été supprimé : les données sont toujours dans ce fichier ou dans une copie à côté.',
  'failures.needsConnection': 'Impossible de charger ces données sans connexion.',
  'failures.notLoadedYet': 'Pas encore chargé.',
  'failures.onWeb': 'Sur le web :',
  'failures.page': 'Une erreur s’est produite sur cette page.',
  'failures.pageHint': 'Rechargez la page, puis réessayez.',
  'failures.partOfList':
    'Les entrées déjà chargées sont affichées. Contactez l’administrateur de l’instance.',
  'failures.partlyFrom': 'certaines données : {time}',
  'failures.retryAt': 'Vous pourrez réessayer le {time}.',
  'failures.revoke': 'Révoquer',
  'failures.scopes':
    'Le jeton doit avoir {count, plural, one {la portée {scopes}} many {l’une de ces portées : {scopes}} other {l’une de ces portées : {scopes}}}.',
  'failures.showMore': 'Afficher plus',
  'failures.shown': 'Éléments affichés : {count, number}. D’autres sont disponibles.',
  'failures.shownOf': 'Éléments affichés : {count, number} sur {total, number}.',
  'failures.stillMissing': 'L’élément n’est toujours pas apparu.',
  'failures.stillUncertain': 'On ne sait toujours pas si la création a eu lieu.',
  'failures.unreadEntries':
    '{count, plural, one {# entrée n’a pas pu être lue} many {# entrées n’ont pas pu être lues} other {# entrées n’ont pas pu être lues}}.',
  'failures.updating': 'Mise à jour…',
}
