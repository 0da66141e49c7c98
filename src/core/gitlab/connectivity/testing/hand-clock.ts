import { setImmediate as turn } from 'node:timers/promises'
import type { Clock } from '../../../platform/time/clock.ts'

export interface HandClock extends Clock {
  /** Advances the clock timer by timer, and waits for `settled` to resolve after each one. */
  pass(milliseconds: number, settled: () => Promise<unknown>): Promise<void>
  /** Number of running timers. */
  timers(): number
}

/** A clock that the test controls, with constant random numbers. */
export function handClock(chance = 1): HandClock {
  let now = Date.UTC(2026, 10, 1)
  const timers = new Map<symbol, { at: number; callback: () => void }>()
  return {
    now: () => now,
    random: () => chance,
    after(milliseconds, callback) {
      const key = Symbol('timer')
      timers.set(key, { at: now + milliseconds, callback })
      return () => void timers.delete(key)
    },
    async pass(milliseconds, settled) {
      const until = now + milliseconds
      for (;;) {
        await turn()
        await settled()
        const next = [...timers].toSorted(([, a], [, b]) => a.at - b.at)[0]
        if (!next || next[1].at > until) break
        timers.delete(next[0])
        now = Math.max(now, next[1].at)
        next[1].callback()
      }
      now = until
    },
    timers: () => timers.size,
  }
}
