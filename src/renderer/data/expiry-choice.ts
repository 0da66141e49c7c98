/** When something ends, as it is chosen: `day` is `YYYY-MM-DD`, and empty where there is none. */
export interface ExpiryChoice {
  /** `keep` is the end that it has already. */
  kind: 'keep' | 'never' | '90-days' | 'a-year' | 'day'
  day: string
}

/** The days after today of each preset. */
export const presetDays = { '90-days': 90, 'a-year': 365 } as const

/** The day that is so many days after the one of a moment, by the local calendar. */
export function dayAfter(days: number, now: Date = new Date()): string {
  const then = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${then.getFullYear()}-${two(then.getMonth() + 1)}-${two(then.getDate())}`
}

/** The choice as it is meant today: a number of days counts from now, also where it was chosen on another day. */
export function asOfToday(choice: ExpiryChoice, now: Date = new Date()): ExpiryChoice {
  const { kind } = choice
  if (kind !== '90-days' && kind !== 'a-year') return choice
  return { kind, day: dayAfter(presetDays[kind], now) }
}

/** What is wrong with a chosen end, as ends of sentences; nothing when it will do. */
export function expiryErrors(
  { kind, day }: ExpiryChoice,
  now: Date = new Date(),
): string[] | undefined {
  if (kind === 'keep' || kind === 'never') return undefined
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return ['choose a day, or another choice']
  // A day counts from its first moment in UTC, so today is over.
  if (Date.parse(day) <= now.getTime()) return ['has passed already: choose a day after today']
  return undefined
}
