import type { BrowserContext } from '@playwright/test'
import { clockFrom } from '../../src/core/platform/time/clock-from.ts'
import { currentTime } from '../../src/shared/rules/clock.ts'

/** A Wednesday in summer, at noon in the page’s time zone: for tests involving days and hours. */
export const noon = '2026-06-10T10:00:00Z'

/** The clock of a test. */
export interface TestClock {
  /** Milliseconds since 1970. */
  now(): number
  /** The environment that starts a host with this clock. */
  env(): Record<string, string>
  /** Sets the clock of all pages opened from now on. */
  set(context: BrowserContext): Promise<void>
}

/** Starts a clock at an ISO date and time; at this computer’s time by default. */
export function startClock(time: string | undefined): TestClock {
  const now = clockFrom(time)
  if (time === undefined) return { now, env: () => ({}), set: async () => undefined }
  return {
    now,
    env: () => ({ LATCHKEY_TIME: new Date(now()).toISOString() }),
    async set(context) {
      await context.addInitScript(shiftDate, now() - currentTime())
    },
  }
}

/** In a page: offsets its clock from the computer’s. Timers are unchanged. */
function shiftDate(milliseconds: number): void {
  const { now } = Date
  Date.now = () => now() + milliseconds
  globalThis.Date = new Proxy(Date, {
    construct: (target, values: []) =>
      values.length > 0 ? new target(...values) : new target(Date.now()),
    apply: () => new Date().toString(),
  })
}
