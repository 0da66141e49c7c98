import { expect, it } from 'vitest'
import { effectScope } from 'vue'
import { useAsyncAction } from './use-async-action.ts'

/** Work that finishes on demand and counts how often it started. */
function work() {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const one = { begun: 0, end: resolve, fail: reject, run: () => (one.begun++, promise) }
  return one
}

const action = () => effectScope().run(useAsyncAction)!
const settled = () => new Promise(setImmediate)

it('ignores a second call with the same key while the first one runs', async () => {
  const { run, busy } = action()
  const first = work()
  const running = run(first.run)
  expect(busy.value).toBe(true)
  expect(await run(first.run)).toBe(false)
  first.end()
  expect(await running).toBe(true)
  expect([busy.value, first.begun]).toEqual([false, 1])
  expect(await run(first.run)).toBe(true)
  expect(first.begun).toBe(2)
})

it('queues calls with other keys, and reports the last failure', async () => {
  const { run, busy, failure } = action()
  const [one, two, three] = [work(), work(), work()]
  const running = [run(one.run, 1), run(two.run, 2), run(three.run, 3)]
  await settled()
  expect([one.begun, two.begun]).toEqual([1, 0])
  one.fail(new Error('The first.'))
  expect(await running[0]).toBe(false)
  await settled()
  expect(failure.value).toBeUndefined()
  expect([busy.value, two.begun, three.begun]).toEqual([true, 1, 0])
  expect(await run(three.run, 3)).toBe(false)
  two.end()
  expect(await running[1]).toBe(true)
  await settled()
  three.fail(new Error('The third.'))
  expect(await running[2]).toBe(false)
  expect(failure.value?.kind).toBe('unexpected')
  expect([busy.value, three.begun]).toEqual([false, 1])
})

it('retries what failed last', async () => {
  const { run, retry, failure } = action()
  const [good, bad] = [work(), work()]
  expect(await retry()).toBeUndefined()
  bad.fail(new Error('Once.'))
  expect(await run(bad.run)).toBe(false)
  good.end()
  expect(await run(good.run)).toBe(true)
  expect(await retry()).toBe(false)
  expect([good.begun, bad.begun, failure.value?.kind]).toEqual([1, 2, 'unexpected'])
})
