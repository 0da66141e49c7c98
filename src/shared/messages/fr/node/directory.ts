import type { directory as english } from '../../en/node/directory.ts'

export const directory: Record<keyof typeof english, string> = {
  'directory.adminModeHint':
    'Cette instance utilise le mode administrateur. Remplacez le jeton par un autre qui a aussi cette portée.',
  'directory.adminModeMissing': 'Ce jeton n’a pas la portée admin_mode.',
  'directory.contradictoryDays': 'Les dates de création sont dans le mauvais ordre.',
  'directory.contradictoryDaysHint': 'Inversez les dates ou retirez-en une.',
  'directory.copyTooLarge':
    'La liste des utilisateurs occupe {megabytes, number} Mo, plus que ce que Latchkey peut utiliser sur cet ordinateur.',
  'directory.emptyList': 'GitLab a renvoyé une liste d’utilisateurs vide.',
  'directory.emptyListHint': 'Aucun utilisateur n’a été retiré de la liste. Réessayez plus tard.',
  'directory.fieldDayOrder': 'doit être le {day} ou plus tard',
  'directory.fieldScimIdentity': 'est obligatoire pour filtrer par identité SCIM',
  'directory.fieldTaken': 'est déjà pris',
  'directory.filterIgnored':
    'Cette instance ignore {count, plural, one {le filtre} many {les filtres} other {les filtres}} {filters} ; tous les utilisateurs correspondent donc.',
  'directory.filterIgnoredHint':
    'Retirez {count, plural, one {le filtre} many {ces filtres} other {ces filtres}} pour sélectionner des utilisateurs.',
  'directory.filterOffline':
    '{count, plural, one {Le filtre {filters} nécessite} many {Les filtres {filters} nécessitent} other {Les filtres {filters} nécessitent}} une connexion à GitLab.',
  'directory.filterOfflineHint':
    'Retirez {count, plural, one {le filtre} many {ces filtres} other {ces filtres}}, ou réessayez une fois en ligne.',
  'directory.filterOutdated':
    'Les résultats {count, plural, one {du filtre} many {des filtres} other {des filtres}} {filters} ne sont plus à jour.',
  'directory.filterOutdatedHint': 'Ouvrez à nouveau la liste, puis réessayez.',
  'directory.incompleteList':
    'Rien n’est affiché, car la liste serait incomplète. Réessayez plus tard.',
  'directory.loadingEnded': 'Certains utilisateurs n’ont pas pu être chargés. {reason}',
  'directory.loadingEndedHint':
    'Les utilisateurs déjà chargés sont conservés. Réessayez plus tard.',
  'directory.noRoomHint':
    'La synchronisation s’est arrêtée ; les utilisateurs déjà chargés sont conservés. Pour libérer de l’espace, videz le cache dans les paramètres.',
  'directory.notAdministrator': 'Ce compte n’est plus administrateur.',
  'directory.notAdministratorHint':
    'Demandez à un administrateur de rétablir son accès, ou passez à un autre compte.',
  'directory.notStored': 'Impossible d’enregistrer la liste des utilisateurs sur cet ordinateur.',
  'directory.notStoredHint':
    'Vérifiez que Latchkey peut écrire dans son dossier de données et qu’il reste de l’espace disque, puis redémarrez Latchkey.',
  'directory.scimIdentity': 'Identité SCIM',
  'directory.scimNeedsId': 'Saisissez un ID externe pour filtrer par identité SCIM.',
  'directory.syncFailed':
    'Une erreur s’est produite dans Latchkey pendant le chargement des utilisateurs.',
  'directory.syncFailedHint': 'Réessayez. Si cela continue, redémarrez Latchkey.',
  'directory.tooManyUsers':
    'GitLab compte plus de {max, number} utilisateurs, le maximum que Latchkey peut charger.',
  'directory.tooManyViews': 'Vous pouvez enregistrer jusqu’à {max, number} vues.',
  'directory.tooManyViewsHint': 'Supprimez une vue pour en enregistrer une autre.',
  'directory.unreadableList': 'Aucun des utilisateurs de la liste n’a pu être lu.',
  'directory.unreadableListHint':
    'Aucun utilisateur n’a été retiré de la liste. Contactez l’administrateur de l’instance.',
  'directory.viewTaken': 'Une vue nommée « {name} » existe déjà.',
  'directory.viewTakenHint': 'Choisissez un autre nom, ou supprimez d’abord cette vue.',
}
