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

it('runs immediately, then once per interval, including a trailing run', () => {
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

it('doesn’t run after the component unmounts', () => {
  const { work, scope, run } = start()
  run()
  run()
  scope.stop()
  vi.advanceTimersByTime(5000)
  expect(work).toHaveBeenCalledTimes(1)
})
