/** Days before the end in which a key is expiring soon; the last seven are urgent. */
const soonDays = 30
const urgentDays = 7
const aDay = 86_400_000

/** How near the end of a key is. */
export interface ExpiryState {
  at: number
  state: 'expired' | 'urgent' | 'soon' | 'later'
  /** What a tag says of it; nothing when it is far away. */
  tag?: string
}

/** How near the end is of a key that ends at a moment or day of ISO 8601; nothing for one that has no end. */
export function expiryState(end: string | null | undefined, now: number): ExpiryState | undefined {
  const at = Date.parse(end ?? '')
  if (Number.isNaN(at)) return undefined
  const left = at - now
  if (left <= 0) return { at, state: 'expired', tag: 'Expired' }
  const days = Math.floor(left / aDay)
  const tag = days === 0 ? 'Expires within a day' : `Expires in ${days} day${days === 1 ? '' : 's'}`
  if (left <= urgentDays * aDay) return { at, state: 'urgent', tag }
  return left <= soonDays * aDay ? { at, state: 'soon', tag } : { at, state: 'later' }
}

const order = { expired: 0, urgent: 1, soon: 2, later: 3 }

/** Puts what has ended and what ends soon first; the rest stays as it is. */
export function byUrgency<Key>(
  keys: readonly Key[],
  endOf: (key: Key) => string | null | undefined,
  now: number,
): Key[] {
  const rank = (key: Key) => order[expiryState(endOf(key), now)?.state ?? 'later']
  return keys.toSorted((a, b) => rank(a) - rank(b))
}
