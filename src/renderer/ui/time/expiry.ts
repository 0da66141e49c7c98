import { expiringSoonDays, isUrgentExpiry } from '../../../shared/rules/expiry.ts'
import { daysLeft, expiresWithin, hasExpired } from '../../../shared/rules/utc-days.ts'
import { t } from '../messages.ts'

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
