import type { Clock } from '../../../infra/time/clock.ts'

export interface FastClock extends Clock {
  /** Sets the clock forward, which ends no timer. */
  jump(milliseconds: number): void
}

/** A clock that runs `speed` times as fast. */
export function fastClock(speed = 100): FastClock {
  const begin = Date.now()
  let jumped = 0
  return {
    now: () => begin + Math.round((performance.now() - start) * speed) + jumped,
    random: Math.random,
    after(milliseconds, callback) {
      const timer = setTimeout(callback, milliseconds / speed)
      timer.unref()
      return () => clearTimeout(timer)
    },
    jump: (milliseconds) => void (jumped += milliseconds),
  }
}

const start = performance.now()
