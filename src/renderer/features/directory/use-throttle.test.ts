import { effectScope } from 'vue'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useThrottle } from './use-throttle.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function start() {
  const work = vi.fn()
  const scope = effectScope()
  return { work, scope, run: scope.run(() => useThrottle(work, 500))! }
}

it('runs at once, then at most once per interval, and once more after the last request', () => {
  const { work, run } = start()
  run()
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

it('does not run after the component is gone', () => {
  const { work, scope, run } = start()
  run()
  run()
  scope.stop()
  vi.advanceTimersByTime(5000)
  expect(work).toHaveBeenCalledTimes(1)
})
