import type { figures as english } from '../../en/shell/figures.ts'

export const figures: Record<keyof typeof english, string> = {
  'figures.admins': 'Todos los administradores, también los bloqueados.',
  'figures.banned': 'Usuarios en estado «vetado».',
  'figures.blocked':
    'Bloqueados por un administrador o por LDAP. No cuentan los vetados ni los pendientes.',
  'figures.bots': 'Todos los bots, también los de proyectos y grupos.',
  'figures.everyone': 'Todos los usuarios de esta instancia, también bots y usuarios bloqueados.',
  'figures.external': 'Todos los usuarios externos, también los bloqueados.',
  'figures.inactive':
    'Personas activas sin actividad durante {days, number} días o más. Quienes nunca tuvieron actividad cuentan desde su creación. Los bots no cuentan.',
  'figures.locked':
    'Usuarios que por ahora no pueden iniciar sesión tras demasiados intentos fallidos, en cualquier estado.',
  'figures.new': 'Creados en los últimos 7 días, en cualquier estado.',
  'figures.noTwoFactor':
    'Personas activas sin autenticación de dos factores. No cuentan los usuarios bloqueados ni los bots.',
  'figures.pending': 'Usuarios en estado «pendiente de aprobación».',
}
