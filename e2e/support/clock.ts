import type { BrowserContext } from '@playwright/test'
import { clockFrom } from '../../src/core/platform/time/clock-from.ts'
import { currentTime } from '../../src/shared/rules/clock.ts'

/** Noon on a summer Wednesday in the page’s time zone, for tests that involve days and hours. */
export const noon = '2026-06-10T10:00:00Z'

/** A test’s clock. */
export interface TestClock {
  /** Milliseconds since 1970. */
  now(): number
  /** Environment variables that make a host use this clock. */
  env(): Record<string, string>
  /** Sets the clock for all pages opened afterwards. */
  set(context: BrowserContext): Promise<void>
}

/** Starts a clock at an ISO timestamp, or the computer’s time by default. */
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

/** Runs in the page: offsets its clock from the computer’s. Timers aren’t affected. */
function shiftDate(milliseconds: number): void {
  const { now } = Date
  Date.now = () => now() + milliseconds
  globalThis.Date = new Proxy(Date, {
    construct: (target, values: []) =>
      values.length > 0 ? new target(...values) : new target(Date.now()),
    apply: () => new Date().toString(),
  })
}
