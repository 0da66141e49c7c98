import { type Activity, user } from '../../shared/service/current-user.ts'
import type { AccountService } from '../account-service.ts'
import { csvOf } from '../csv.ts'

/** Who was last here when, as far as the account may see it. */
export class Activities {
  readonly #now: () => number

  /** `now`: milliseconds since 1970. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** All entries since a day, oldest first; since six months ago where none is given. */
  async list(
    service: AccountService,
    { from = sixMonthsBefore(this.#now()) }: { from?: string },
  ): Promise<{ from: string; entries: Activity[] }> {
    // Asked by the month, because the same question finds its cached answer on another day too.
    const month = `${from.slice(0, 7)}-01`
    const entries = await service.all(user.activities, { from: month })
    return { from, entries: entries.filter((entry) => dayOf(entry) >= from) }
  }

  async csv(
    service: AccountService,
    since: { from?: string },
  ): Promise<{ filename: string; text: string }> {
    const { from, entries } = await this.list(service, since)
    const rows = entries.map((entry) => [entry.username, dayOf(entry)])
    return {
      filename: `activities-since-${from}.csv`,
      text: csvOf([['username', 'last_activity_on'], ...rows]),
    }
  }
}

/** The last day on which somebody was active; the older name of the field may hold a moment. */
function dayOf({ last_activity_on, last_activity_at }: Activity): string {
  return (last_activity_on ?? last_activity_at ?? '').slice(0, 10)
}

/** `YYYY-MM-DD` in UTC; in a month that is too short for the day, its last day. */
function sixMonthsBefore(now: number): string {
  const today = new Date(now)
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth() - 6]
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const day = Math.min(today.getUTCDate(), lastOfMonth)
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)
}
