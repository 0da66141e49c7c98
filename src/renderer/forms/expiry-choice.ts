import { currentTime } from '../../shared/rules/clock.ts'
import { t } from '../ui/messages.ts'
import { gitlabDays } from '../../shared/rules/gitlab-days.ts'
import { utcDay, utcDayIn } from '../../shared/rules/utc-days.ts'
import { fullDay } from '../ui/time/moments.ts'

/** A selected expiry date. `day` is `YYYY-MM-DD`, or empty for none. */
export interface ExpiryChoice {
  /** `keep` leaves the expiry date unchanged; `same-lifetime` reuses the previous number of days. */
  kind: 'keep' | 'never' | 'same-lifetime' | '90-days' | 'a-year' | 'day'
  day: string
}

/** Presets, in days from today in UTC, as GitLab counts them. `a-year` is the longest that every GitLab allows. */
export const presetDays = { '90-days': 90, 'a-year': 365 } as const

/** The date a number of days after today in UTC. */
export function dayAfter(days: number, now = currentTime()): string {
  return utcDayIn(days, now)
}

/** A token’s intended lifetime in days; undefined if it never expires or the lifetime is unknown. */
export function lifetimeDays(
  created_at: string | undefined,
  expires_at: string | undefined,
): number | undefined {
  const days = Math.round(
    (Date.parse(expires_at ?? '') - Date.parse(utcDay(created_at ?? ''))) / 86_400_000,
  )
  return days > 0 ? days : undefined
}

/** The choice that repeats the previous lifetime up to a year, or 90 days if there is none. */
export function sameLifetimeChoice(lifetime: number | undefined): ExpiryChoice {
  const kind = lifetime === undefined ? '90-days' : kindFor(lifetime)
  const days = kind === 'same-lifetime' ? lifetime! : presetDays[kind]
  return { kind, day: dayAfter(days) }
}

function kindFor(lifetime: number): keyof typeof presetDays | 'same-lifetime' {
  // An older token may have lived longer than GitLab allows now.
  return lifetime > presetDays['a-year'] ? 'a-year' : (presetOf(lifetime) ?? 'same-lifetime')
}

/** The preset for a number of days, off by up to one because a browser may have counted from its local date. */
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
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return [t(day ? 'dates.unreadable' : 'tokens.chooseDate')]
  if (day < gitlabDays.firstExpiry.day(now)) {
    return [t('tokens.chooseLaterDate', { today: fullDay(utcDay(now)) })]
  }
  return undefined
}
