import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { effectScope } from 'vue'
import { useToday } from './use-clock.ts'

describe('useToday', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllEnvs()
  })

  it.each(['Europe/Berlin', 'America/St_Johns', 'Pacific/Chatham'])(
    'changes at midnight in %s',
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
})
