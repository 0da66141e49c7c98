import { currentTime } from '../../shared/rules/clock.ts'
import { t } from '../ui/messages.ts'
import { dayNumber, dayOf } from '../ui/time/days.ts'
import { localDay } from '../../shared/rules/local-day.ts'

/** A selected expiry date. `day` is `YYYY-MM-DD`, or empty for none. */
export interface ExpiryChoice {
  /** `keep` leaves the expiry date unchanged; `same-lifetime` reuses the previous number of days. */
  kind: 'keep' | 'never' | 'same-lifetime' | '90-days' | 'a-year' | 'day'
  day: string
}

/** Presets, in days from today. */
export const presetDays = { '90-days': 90, 'a-year': 365 } as const

/** The local date a number of days after `now`. */
export function dayAfter(days: number, now = currentTime()): string {
  return dayOf(dayNumber(localDay(now)) + days)
}

/** A token’s intended lifetime in days; undefined if it never expires or the lifetime is unknown. */
export function lifetimeDays(
  created_at: string | undefined,
  expires_at: string | undefined,
): number | undefined {
  const days = Math.round(
    (Date.parse(expires_at ?? '') - Date.parse(created_at?.slice(0, 10) ?? '')) / 86_400_000,
  )
  return days > 0 ? days : undefined
}

/** The choice that repeats the previous lifetime, or 90 days if there is none. */
export function sameLifetimeChoice(lifetime: number | undefined): ExpiryChoice {
  const kind = lifetime === undefined ? '90-days' : (presetOf(lifetime) ?? 'same-lifetime')
  const days = kind === 'same-lifetime' ? lifetime! : presetDays[kind]
  return { kind, day: dayAfter(days) }
}

/** The preset for a number of days, off by up to one because GitLab’s date and the local date may differ. */
export function presetOf(days: number): keyof typeof presetDays | undefined {
  const kinds = Object.keys(presetDays) as (keyof typeof presetDays)[]
  return kinds.find((kind) => Math.abs(presetDays[kind] - days) <= 1)
}

/** Recounts a choice’s days from today, for drafts saved on another day. */
export function refreshExpiryChoice(choice: ExpiryChoice, now = currentTime()): ExpiryChoice {
  const { kind } = choice
  if (kind !== '90-days' && kind !== 'a-year') return choice
  return { kind, day: dayAfter(presetDays[kind], now) }
}

/** Validates a selected expiry date. */
export function expiryErrors(
  { kind, day }: ExpiryChoice,
  now = currentTime(),
): string[] | undefined {
  if (kind === 'keep' || kind === 'never') return undefined
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return [t('tokens.chooseDate')]
  // Tokens expire at 00:00 UTC, so today is already too late.
  if (Date.parse(day) <= now) return [t('tokens.chooseLaterDate')]
  return undefined
}
