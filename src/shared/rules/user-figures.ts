import { dormantDays } from './moderation.ts'

/** Days without activity after which a user counts as inactive. From then on, GitLab allows deactivating them. */
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
 * The figures that administrators see, defined once for views, the search field, Home and reviews. The catalog has
 * their labels under `figures.…`.
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
