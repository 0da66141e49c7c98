import { localDay } from '../../shared/rules/local-day.ts'

const minuteMs = 60_000
const unitMinutes: Readonly<Record<string, number>> = { m: 1, h: 60, d: 24 * 60 }

/** Parses `30m`, `2h`, `1h30m`, or `3d` to milliseconds; undefined for anything else. */
export function parseFor(text: string): number | undefined {
  if (!/^(\d{1,5}[mhd]){1,3}$/.test(text)) return undefined
  const parts = Array.from(text.matchAll(/(\d+)([mhd])/g), ([, count, unit]) => {
    return Number(count) * unitMinutes[unit!]!
  })
  return parts.reduce((sum, minutes) => sum + minutes, 0) * minuteMs
}

/**
 * Parses a local time, `15:00` or `2026-12-24 15:00`, to milliseconds from now; undefined for anything else. A time of
 * day that has passed is tomorrow's.
 */
export function parseUntil(text: string, now: number): number | undefined {
  const [, day, hours, minutes] = /^(?:(\d{4}-\d{2}-\d{2})[ T])?(\d{1,2}):(\d{2})$/.exec(text) ?? []
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return undefined
  const at = day === undefined ? new Date(now) : new Date(`${day}T00:00`)
  if (Number.isNaN(at.getTime())) return undefined
  // Days that don't exist are read as later ones.
  if (day !== undefined && localDay(at.getTime()) !== day) return undefined
  at.setHours(Number(hours), Number(minutes), 0, 0)
  if (day === undefined && at.getTime() <= now) at.setDate(at.getDate() + 1)
  return at.getTime() - now
}
