import type { DirectoryFilter } from './app/directory.ts'
import { dormantDays } from './moderation.ts'

/** Days without activity from which on a user counts as inactive, which is when GitLab lets them be deactivated. */
export const inactiveDays = dormantDays

/**
 * What administrators count, defined once for views, the search field, Home and reviews. `figures.…` puts each into words.
 */
export const userFigures = {
  pending: { states: ['blocked_pending_approval'] },
  blocked: { states: ['blocked', 'ldap_blocked'] },
  banned: { states: ['banned'] },
  locked: { locked: true },
  inactive: { states: ['active'], humans: true, inactive_days: inactiveDays },
  noTwoFactor: { states: ['active'], humans: true, two_factor: 'disabled' },
  admins: { admins: true },
  external: { external: true },
  bots: { bots: true },
} satisfies Record<string, DirectoryFilter>
export type UserFigure = keyof typeof userFigures
