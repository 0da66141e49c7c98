import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createThrottle } from './throttle.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('does it at once, then at most once in a while, and once more after it was last wanted', () => {
  const work = vi.fn()
  const { run } = createThrottle(work, 500)
  run()
  expect(work).toHaveBeenCalledTimes(1)
  run()
  run()
  expect(work).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(500)
  expect(work).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(5000)
  expect(work).toHaveBeenCalledTimes(2)
  run()
  expect(work).toHaveBeenCalledTimes(3)
})

it('does nothing more when it is stopped', () => {
  const work = vi.fn()
  const { run, stop } = createThrottle(work, 500)
  run()
  run()
  stop()
  vi.advanceTimersByTime(5000)
  expect(work).toHaveBeenCalledTimes(1)
})
