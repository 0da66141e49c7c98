import type { users as english } from '../../en/screens/users.ts'

export const users: Record<keyof typeof english, string> = {
  'users.accessAdministrator': 'Administrateur',
  'users.accessDeveloper': 'Développeur',
  'users.accessGuest': 'Invité',
  'users.accessLevel': 'Niveau d’accès {level}',
  'users.accessMaintainer': 'Chargé de maintenance',
  'users.accessMinimal': 'Accès minimal',
  'users.accessNone': 'Aucun accès',
  'users.accessOwner': 'Propriétaire',
  'users.accessPlanner': 'Planificateur',
  'users.accessReporter': 'Rapporteur',
  'users.accessUnknown': 'Accès inconnu',
  'users.stateActive': 'Actif',
  'users.stateBanned': 'Banni',
  'users.stateBlocked': 'Bloqué',
  'users.stateDeactivated': 'Désactivé',
  'users.stateLdapBlocked': 'Bloqué par LDAP',
  'users.statePendingApproval': 'En attente d’approbation',
}
