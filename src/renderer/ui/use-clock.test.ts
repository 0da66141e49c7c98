import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { effectScope } from 'vue'
import { useToday, useUtcToday } from './use-clock.ts'

describe('today', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllEnvs()
  })

  it.each(['Europe/Berlin', 'America/St_Johns', 'Pacific/Chatham'])(
    'is the local date in %s',
    (zone) => {
      vi.stubEnv('TZ', zone)
      vi.setSystemTime(new Date(2026, 11, 31, 23, 59, 58))
      const scope = effectScope()
      const today = scope.run(useToday)!
      expect(today.value).toBe('2026-12-31')
      vi.advanceTimersByTime(3000)
      expect(today.value).toBe('2027-01-01')
      scope.stop()
    },
  )

  it.each(['America/Los_Angeles', 'Pacific/Kiritimati'])('is the date in UTC in %s', (zone) => {
    vi.stubEnv('TZ', zone)
    vi.setSystemTime('2026-12-31T23:59:58Z')
    const scope = effectScope()
    const today = scope.run(useUtcToday)!
    expect(today.value).toBe('2026-12-31')
    vi.advanceTimersByTime(3000)
    expect(today.value).toBe('2027-01-01')
    scope.stop()
  })
})
