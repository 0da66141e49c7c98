import type { SystemClock } from '../../platform/time/clock.ts'
import { dateIn } from '../../testing/dates.ts'

export interface FastClock extends SystemClock {
  /** Sets the clock forward without firing timers. */
  jump(milliseconds: number): void
  /** Stops the clock and its timers. */
  hold(): void
  /** Restarts the clock and runs overdue timers. */
  release(): void
}

/** A clock that runs `speed` times as fast. It starts at noon, hours before midnight. */
export function fastClock(speed = 100): FastClock {
  let begin = Date.parse(`${dateIn(0)}T12:00:00Z`)
  let started = performance.now()
  let isHeld = false
  const due = new Set<() => void>()
  const now = () => begin + (isHeld ? 0 : Math.round((performance.now() - started) * speed))
  return {
    now,
    random: Math.random,
    after(milliseconds, callback) {
      const run = () => void (isHeld ? due.add(callback) : callback())
      const timer = setTimeout(run, milliseconds / speed)
      timer.unref()
      return () => {
        clearTimeout(timer)
        due.delete(callback)
      }
    },
    every(milliseconds, callback) {
      const timer = setInterval(() => isHeld || callback(), milliseconds / speed)
      timer.unref()
      return () => clearInterval(timer)
    },
    jump: (milliseconds) => void (begin += milliseconds),
    hold() {
      begin = now()
      isHeld = true
    },
    release() {
      started = performance.now()
      isHeld = false
      const callbacks = [...due]
      due.clear()
      for (const callback of callbacks) callback()
    },
  }
}
