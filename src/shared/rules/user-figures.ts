import { dormantDays } from './moderation.ts'

/** Days without activity after which a user counts as inactive; GitLab then allows deactivating them. */
export const inactiveDays = dormantDays

/** A filter of the directory. */
interface FigureFilter {
  states?: string[]
  locked?: true
  humans?: true
  inactive_days?: number
  two_factor?: 'disabled'
  admins?: true
  external?: true
  bots?: true
}

/**
 * The figures shown to administrators, defined once for views, the search field, Home and reviews. `figures.…` has
 * their labels.
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
} satisfies Record<string, FigureFilter>
export type UserFigure = keyof typeof userFigures
