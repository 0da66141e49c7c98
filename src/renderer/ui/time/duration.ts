import { t } from '../messages.ts'

const units = [
  { id: 'time.days', seconds: 86_400 },
  { id: 'time.hours', seconds: 3600 },
  { id: 'time.minutes', seconds: 60 },
  { id: 'time.seconds', seconds: 1 },
] as const

/** An exact number of seconds as text: 5400 is "1 hour 30 minutes". */
export function formatDuration(seconds: number): string {
  let rest = seconds
  const parts = units.flatMap((unit) => {
    const count = Math.floor(rest / unit.seconds)
    rest -= count * unit.seconds
    return count ? [t(unit.id, { count })] : []
  })
  return combined(parts)
}

/** A duration from its parts, largest first. */
export function combined(parts: readonly string[]): string {
  if (parts.length === 0) return t('time.none')
  return parts.reduce((larger, smaller) => t('time.combined', { larger, smaller }))
}
