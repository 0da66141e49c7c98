import { currentTime } from '../../shared/rules/clock.ts'
import { t } from '../ui/messages.ts'
import { dayNumber, dayOf } from '../ui/time/days.ts'
import { localDay } from '../../shared/rules/local-day.ts'

/** A selected expiry date: `day` is `YYYY-MM-DD`, or empty without a date. */
export interface ExpiryChoice {
  /** `keep` leaves the expiry date unchanged, `same-lifetime` uses the previous number of days. */
  kind: 'keep' | 'never' | 'same-lifetime' | '90-days' | 'a-year' | 'day'
  day: string
}

/** The presets in days from today. */
export const presetDays = { '90-days': 90, 'a-year': 365 } as const

/** The local day a number of days after a moment. */
export function dayAfter(days: number, now = currentTime()): string {
  return dayOf(dayNumber(localDay(now)) + days)
}

/** The intended lifetime in days; undefined if it doesn’t expire or is unknown. */
export function lifetimeDays(
  created_at: string | undefined,
  expires_at: string | undefined,
): number | undefined {
  const days = Math.round(
    (Date.parse(expires_at ?? '') - Date.parse(created_at?.slice(0, 10) ?? '')) / 86_400_000,
  )
  return days > 0 ? days : undefined
}

/** The choice with the previous lifetime, or else 90 days. */
export function sameLifetimeChoice(lifetime: number | undefined): ExpiryChoice {
  const kind = lifetime === undefined ? '90-days' : (presetOf(lifetime) ?? 'same-lifetime')
  const days = kind === 'same-lifetime' ? lifetime! : presetDays[kind]
  return { kind, day: dayAfter(days) }
}

/** The preset for a number of days. The dates of GitLab and this computer may differ by a day. */
export function presetOf(days: number): keyof typeof presetDays | undefined {
  const kinds = Object.keys(presetDays) as (keyof typeof presetDays)[]
  return kinds.find((kind) => Math.abs(presetDays[kind] - days) <= 1)
}

/** The choice with its days counted from today, for a draft saved on another day. */
export function refreshExpiryChoice(choice: ExpiryChoice, now = currentTime()): ExpiryChoice {
  const { kind } = choice
  if (kind !== '90-days' && kind !== 'a-year') return choice
  return { kind, day: dayAfter(presetDays[kind], now) }
}

/** Errors of a selected expiry date. */
export function expiryErrors(
  { kind, day }: ExpiryChoice,
  now = currentTime(),
): string[] | undefined {
  if (kind === 'keep' || kind === 'never') return undefined
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return [t('tokens.chooseDate')]
  // Tokens expire at 00:00 UTC, so today’s date has already passed.
  if (Date.parse(day) <= now) return [t('tokens.chooseLaterDate')]
  return undefined
}
