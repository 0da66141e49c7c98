import { utcDay, utcDayIn } from './utc-days.ts'

/**
 * GitLab's rules for dates that it computes or limits, with their sources. `from` is the day of a request, and all days
 * are in UTC.
 */
export const gitlabDays = {
  /** The last day on which a token may expire, if the instance requires a date. Some instances allow 400 days. */
  lastTokenExpiry: {
    source: 'app/models/personal_access_token.rb, `expires_at_before_instance_max_expiry_date`',
    day: (from: number) => utcDayIn(365, from),
  },
  /** When a token expires that a user creates without a date. Newer versions use `lastTokenExpiry`. */
  ownTokenExpiry: {
    source: 'lib/api/user_personal_access_tokens.rb',
    day: (from: number) => utcDayIn(1, from),
  },
  /** When a token expires that was rotated without a date. */
  rotatedTokenExpiry: {
    source: 'app/services/personal_access_tokens/rotate_service.rb',
    day: (from: number) => utcDayIn(7, from),
  },
  /** The first day on which a new token or SSH key may expire and still work. It expires when this day starts. */
  firstExpiry: {
    source: 'app/models/concerns/expirable.rb, and `expiration` in app/models/key.rb',
    day: (from: number) => utcDayIn(1, from),
  },
  /** The first day of the activities that are listed without a date. */
  firstActivity: {
    source: 'lib/api/users.rb, `GET /user/activities`',
    day: sixMonthsBefore,
  },
} as const satisfies Record<string, { source: string; day(from: number): string }>

/** The same day six months earlier, or the month's last day if it's too short. */
function sixMonthsBefore(moment: number): string {
  const at = new Date(moment)
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth() - 6]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return utcDay(Date.UTC(year, month, Math.min(at.getUTCDate(), last)))
}
