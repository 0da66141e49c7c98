import { expiringSoonDays, isUrgentExpiry } from '../../../shared/rules/expiry.ts'
import { daysLeft, expiresWithin, hasExpired } from '../../../shared/rules/utc-days.ts'
import { currentLocale, t } from '../messages.ts'
import { formatDay, shortDayOf } from './moments.ts'

/** How soon a key expires. */
export interface ExpiryState {
  at: number
  state: 'expired' | 'urgent' | 'soon' | 'later'
  /** The tag’s label; omitted if the end is far off. */
  tag?: string
}

/** How soon a key expires, given its ISO 8601 date or time; undefined if it never does. */
export function expiryState(end: string | null | undefined, now: number): ExpiryState | undefined {
  const at = Date.parse(end ?? '')
  if (!end || Number.isNaN(at)) return undefined
  if (hasExpired(end, now)) return { at, state: 'expired', tag: t('dates.expired') }
  if (!expiresWithin(end, expiringSoonDays, now)) return { at, state: 'later' }
  const days = daysLeft(end, now)
  return {
    at,
    state: isUrgentExpiry(days) ? 'urgent' : 'soon',
    tag: t('dates.expiresIn', { days }),
  }
}

/** When a key or token expires, for a list’s column, with a color if it has or will soon. */
export function expiryCell(end: string | null | undefined, now: number) {
  const expiry = expiryState(end, now)
  if (!end || !expiry) return { text: t('user.never') }
  const { at, state } = expiry
  if (state === 'expired') return { text: t('dates.expired'), tone: 'danger' as const }
  if (state === 'later') return { text: end.includes('T') ? formatDay(at) : shortDayOf(end) }
  const relative = new Intl.RelativeTimeFormat(currentLocale())
  return { text: relative.format(daysLeft(end, now), 'day'), tone: 'warning' as const }
}

const order = { expired: 0, urgent: 1, soon: 2, later: 3 }

/** Moves keys that have expired or will soon to the top; the rest keep their order. */
export function byUrgency<Key>(
  keys: readonly Key[],
  endOf: (key: Key) => string | null | undefined,
  now: number,
): Key[] {
  const rank = (key: Key) => order[expiryState(endOf(key), now)?.state ?? 'later']
  return keys.toSorted((a, b) => rank(a) - rank(b))
}
