import type { viewAs as english } from '../../en/screens/view-as.ts'

export const viewAs: Record<keyof typeof english, string> = {
  'viewAs.activeToday':
    'GitLab compte la consultation en tant que @{username} comme une activité de cet utilisateur aujourd’hui. Sa dernière activité date déjà d’aujourd’hui ; la date ne change donc pas.',
  'viewAs.activityChanges':
    'GitLab compte la consultation en tant que @{username} comme une activité de cet utilisateur aujourd’hui : sa dernière activité passe du {day} à aujourd’hui.',
  'viewAs.activityChangesFromNever':
    'GitLab compte la consultation en tant que @{username} comme une activité de cet utilisateur aujourd’hui : sa dernière activité passe de « jamais » à aujourd’hui.',
  'viewAs.banner': 'Consultation en tant qu’autre utilisateur',
  'viewAs.changedFrom':
    'Dernière activité : {before}, passée au {day} par la consultation en tant que cet utilisateur.',
  'viewAs.changedFromNever':
    'Jamais actif ; activité passée au {day} par la consultation en tant que cet utilisateur.',
  'viewAs.changedNote': 'Dernière activité modifiée par la consultation',
  'viewAs.confirm': 'Voir',
  'viewAs.countsAsActivity':
    'GitLab compte la consultation en tant que @{username} comme une activité de cet utilisateur aujourd’hui.',
  'viewAs.lead': 'Le compte tel que GitLab le montre à cet utilisateur.',
  'viewAs.needsAdministrator':
    'Seuls les administrateurs peuvent consulter GitLab en tant qu’autre utilisateur, avec un jeton d’accès personnel ou OAuth.',
  'viewAs.needsSudo':
    'Pour consulter GitLab en tant qu’autre utilisateur, le jeton d’un administrateur doit aussi avoir la portée sudo.',
  'viewAs.noDeactivation': 'GitLab peut refuser sa désactivation jusqu’au {day}.',
  'viewAs.noSuchUser': 'Aucun utilisateur n’a cet ID.',
  'viewAs.readOnly': 'Vous ne pouvez rien modifier sur cet écran.',
  'viewAs.recorded': 'La consultation est consignée dans le journal d’audit.',
  'viewAs.staysDormant':
    'Latchkey considère toujours cet utilisateur comme inactif, mais GitLab peut refuser sa désactivation pendant {days} jours.',
  'viewAs.stop': 'Arrêter',
  'viewAs.title': 'Voir en tant qu’utilisateur',
  'viewAs.titleFor': 'Voir en tant que @{username} ?',
  'viewAs.userById': 'utilisateur {id}',
  'viewAs.userCannotSignIn':
    'Cet utilisateur ne peut pas se connecter ; vous ne pouvez donc pas consulter GitLab à sa place.',
  'viewAs.viewing': '{viewer} consulte GitLab en tant que {user}.',
}
