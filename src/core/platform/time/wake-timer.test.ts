import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { WakeTimer } from './wake-timer.ts'

/** A clock whose timers only run when told to. */
function handClock() {
  let timers: { at: number; callback: () => void }[] = []
  const clock = {
    ms: 0,
    now: () => clock.ms,
    after(milliseconds: number, callback: () => void) {
      const timer = { at: clock.ms + milliseconds, callback }
      timers.push(timer)
      return () => void (timers = timers.filter((other) => other !== timer))
    },
    /** Runs what is due this long (ms) from now. A computer that sleeps in between runs its timers that much later. */
    async pass(milliseconds: number, sleptMs = 0) {
      clock.ms += milliseconds
      const due = timers.filter(({ at }) => at <= clock.ms)
      timers = timers.filter(({ at }) => at > clock.ms)
      clock.ms += sleptMs
      for (const { callback } of due) callback()
      await yieldToEventLoop()
    },
  }
  return clock
}

it('calls back within a minute after the computer slept past the time', async () => {
  const clock = handClock()
  const calls: number[] = []
  const timer = new WakeTimer(clock, () => (calls.push(clock.ms), 3_600_000))
  timer.wake()
  await clock.pass(0)
  // While it sleeps for two hours, no time passes for timers.
  await clock.pass(60_000, 7_200_000)
  expect(calls).toEqual([0, 7_260_000])
})

it('doesn’t call back during a pause, and does afterwards', async () => {
  const clock = handClock()
  const calls: number[] = []
  const timer = new WakeTimer(clock, () => (calls.push(clock.ms), Infinity))
  timer.wake()
  timer.pause(5_000)
  timer.wake()
  timer.wakeAt(1_000)
  await clock.pass(4_999)
  expect(calls).toEqual([])
  await clock.pass(1)
  expect(calls).toEqual([5_000])
})

it('doesn’t call back once it is closed', async () => {
  const clock = handClock()
  const calls: number[] = []
  const timer = new WakeTimer(clock, () => calls.push(clock.ms))
  timer.wake()
  timer.close()
  timer.pause(5_000)
  await clock.pass(5_000)
  expect(calls).toEqual([])
})
