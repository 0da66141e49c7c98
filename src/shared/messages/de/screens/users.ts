import type { users as english } from '../../en/screens/users.ts'

export const users: Record<keyof typeof english, string> = {
  'users.accessAdministrator': 'Administrator',
  'users.accessDeveloper': 'Entwickler',
  'users.accessGuest': 'Gast',
  'users.accessLevel': 'Zugriffsstufe {level}',
  'users.accessMaintainer': 'Betreuer',
  'users.accessMinimal': 'Minimaler Zugriff',
  'users.accessNone': 'Kein Zugriff',
  'users.accessOwner': 'Eigentümer',
  'users.accessPlanner': 'Planer',
  'users.accessReporter': 'Reporter',
  'users.accessUnknown': 'Unbekannter Zugriff',
  'users.stateActive': 'Aktiv',
  'users.stateBanned': 'Verbannt',
  'users.stateBlocked': 'Gesperrt',
  'users.stateDeactivated': 'Deaktiviert',
  'users.stateLdapBlocked': 'Durch LDAP gesperrt',
  'users.statePendingApproval': 'Genehmigung ausstehend',
}
