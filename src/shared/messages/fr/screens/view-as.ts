import type { viewAs as english } from '../../en/screens/view-as.ts'

export const viewAs: Record<keyof typeof english, string> = {
  'viewAs.activeToday':
    'Pour GitLab, voir en tant que @{username} compte comme son activité d’aujourd’hui. Sa dernière activité date déjà d’aujourd’hui ; la date ne change donc pas.',
  'viewAs.activityChanges':
    'Pour GitLab, voir en tant que @{username} compte comme son activité d’aujourd’hui : sa dernière activité passe du {day} à aujourd’hui.',
  'viewAs.activityChangesFromNever':
    'Pour GitLab, voir en tant que @{username} compte comme son activité d’aujourd’hui : sa dernière activité passe de jamais à aujourd’hui.',
  'viewAs.banner': 'Vue en tant qu’un autre utilisateur',
  'viewAs.changedFrom':
    'Dernière activité : {before} ; passée au {day} par la vue en tant que cet utilisateur.',
  'viewAs.changedFromNever':
    'Jamais actif ; activité passée au {day} par la vue en tant que cet utilisateur.',
  'viewAs.changedNote': 'Dernière activité modifiée par la consultation',
  'viewAs.confirm': 'Voir',
  'viewAs.countsAsActivity':
    'Pour GitLab, voir en tant que @{username} compte comme son activité d’aujourd’hui.',
  'viewAs.lead': 'Le compte tel que GitLab le montre à cet utilisateur.',
  'viewAs.needsAdministrator':
    'Seuls les administrateurs peuvent voir en tant qu’un autre utilisateur, avec un jeton d’accès personnel ou OAuth.',
  'viewAs.needsSudo':
    'Pour voir en tant qu’un autre utilisateur, le jeton d’un administrateur doit aussi avoir la portée sudo.',
  'viewAs.noDeactivation': 'GitLab peut refuser sa désactivation jusqu’au {day}.',
  'viewAs.noSuchUser': 'Aucun utilisateur n’a cet ID.',
  'viewAs.readOnly': 'Vous ne pouvez rien modifier sur cet écran.',
  'viewAs.recorded': 'Ceci est consigné dans le journal d’audit.',
  'viewAs.staysDormant':
    'Latchkey considère toujours cet utilisateur comme inactif, mais GitLab peut refuser sa désactivation pendant {days} jours.',
  'viewAs.stop': 'Arrêter',
  'viewAs.title': 'Voir en tant qu’utilisateur',
  'viewAs.titleFor': 'Voir en tant que @{username} ?',
  'viewAs.userById': 'utilisateur {id}',
  'viewAs.userCannotSignIn':
    'Cet utilisateur ne peut pas se connecter ; vous ne pouvez donc pas voir en tant que lui.',
  'viewAs.viewing': '{viewer} voit en tant que {user}.',
}
