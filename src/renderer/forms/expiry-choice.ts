import { currentTime } from '../../shared/rules/clock.ts'
import { t } from '../ui/messages.ts'
import { dayNumber, dayOf } from '../ui/time/days.ts'
import { localDay } from '../../shared/rules/local-day.ts'

/** A chosen expiry date: `day` is `YYYY-MM-DD`, or empty without one. */
export interface ExpiryChoice {
  /** `keep` leaves the current expiry date, `same-lifetime` takes as many days as before. */
  kind: 'keep' | 'never' | 'same-lifetime' | '90-days' | 'a-year' | 'day'
  day: string
}

/** How many days after today each preset is. */
export const presetDays = { '90-days': 90, 'a-year': 365 } as const

/** The day a number of days after a moment, by the local calendar. */
export function dayAfter(days: number, now = currentTime()): string {
  return dayOf(dayNumber(localDay(now)) + days)
}

/** How many days something was meant to last from its creation; undefined if it doesn’t expire, or that isn’t known. */
export function lifetimeDays(
  created_at: string | undefined,
  expires_at: string | undefined,
): number | undefined {
  const days = Math.round(
    (Date.parse(expires_at ?? '') - Date.parse(created_at?.slice(0, 10) ?? '')) / 86_400_000,
  )
  return days > 0 ? days : undefined
}

/** The choice that lets something last as long as before, or else for 90 days. */
export function sameLifetimeChoice(lifetime: number | undefined): ExpiryChoice {
  const kind = lifetime === undefined ? '90-days' : (presetOf(lifetime) ?? 'same-lifetime')
  const days = kind === 'same-lifetime' ? lifetime! : presetDays[kind]
  return { kind, day: dayAfter(days) }
}

/** The preset for a number of days. The calendars of the service and of this computer may differ by a day. */
export function presetOf(days: number): keyof typeof presetDays | undefined {
  const kinds = Object.keys(presetDays) as (keyof typeof presetDays)[]
  return kinds.find((kind) => Math.abs(presetDays[kind] - days) <= 1)
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
