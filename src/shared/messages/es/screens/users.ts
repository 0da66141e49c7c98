import type { users as english } from '../../en/screens/users.ts'

export const users: Record<keyof typeof english, string> = {
  'users.accessAdministrator': 'Administrador',
  'users.accessDeveloper': 'Desarrollador',
  'users.accessGuest': 'Invitado',
  'users.accessLevel': 'Nivel de acceso {level}',
  'users.accessMaintainer': 'Mantenedor',
  'users.accessMinimal': 'Acceso mínimo',
  'users.accessNone': 'Sin acceso',
  'users.accessOwner': 'Propietario',
  'users.accessPlanner': 'Planificador',
  'users.accessReporter': 'Reportero',
  'users.accessUnknown': 'Acceso desconocido',
  'users.stateActive': 'Activo',
  'users.stateBanned': 'Vetado',
  'users.stateBlocked': 'Bloqueado',
  'users.stateDeactivated': 'Desactivado',
  'users.stateLdapBlocked': 'Bloqueado por LDAP',
  'users.statePendingApproval': 'Pendiente de aprobación',
}
