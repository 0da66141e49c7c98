import { expect, it } from 'vitest'
import { memoize } from './memoize.ts'

it.each([undefined, null, 0, ''])('memoize calls the function once if it returns %j', (result) => {
  let calls = 0
  const call = memoize((_: string) => {
    calls += 1
    return result
  })
  expect([call('a'), call('a')]).toEqual([result, result])
  expect(calls).toBe(1)
  call('b')
  expect(calls).toBe(2)
})
