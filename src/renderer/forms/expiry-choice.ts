import { currentTime } from '../../shared/rules/clock.ts'
import { t } from '../ui/messages.ts'
import { dayNumber, dayOf } from '../ui/time/days.ts'
import { localDay } from '../../shared/rules/local-day.ts'

/** A chosen expiry date: `day` is `YYYY-MM-DD`, or empty without one. */
export interface ExpiryChoice {
  /** `keep` leaves the current expiry date. */
  kind: 'keep' | 'never' | '90-days' | 'a-year' | 'day'
  day: string
}

/** How many days after today each preset is. */
export const presetDays = { '90-days': 90, 'a-year': 365 } as const

/** The day a number of days after a moment, by the local calendar. */
export function dayAfter(days: number, now = currentTime()): string {
  return dayOf(dayNumber(localDay(now)) + days)
}

/** The choice with a number of days counted from today, for a draft that was saved on another day. */
export function refreshExpiryChoice(choice: ExpiryChoice, now = currentTime()): ExpiryChoice {
  const { kind } = choice
  if (kind !== '90-days' && kind !== 'a-year') return choice
  return { kind, day: dayAfter(presetDays[kind], now) }
}

/** Errors of a chosen expiry date. */
export function expiryErrors(
  { kind, day }: ExpiryChoice,
  now = currentTime(),
): string[] | undefined {
  if (kind === 'keep' || kind === 'never') return undefined
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return [t('tokens.chooseDate')]
  // Expiry is at 00:00 UTC, so today has passed.
  if (Date.parse(day) <= now) return [t('tokens.chooseLaterDate')]
  return undefined
}
