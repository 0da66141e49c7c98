import { effectScope, nextTick, ref } from 'vue'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useLatestResult } from './use-latest-result.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Starts a lookup; the test resolves the requests. */
function startLookup() {
  const text = ref('')
  const requests: { text: string; answer: (found: string) => void; fail: () => void }[] = []
  const scope = effectScope()
  const lookup = scope.run(() =>
    useLatestResult(
      text,
      (asked) => {
        const { promise, resolve, reject } = Promise.withResolvers<string>()
        requests.push({ text: asked, answer: resolve, fail: () => reject(new Error(asked)) })
        return promise
      },
      'nothing',
    ),
  )!
  return { text, requests, scope, ...lookup }
}

async function type(text: { value: string }, typed: string) {
  text.value = typed
  await nextTick()
}

it('debounces requests while typing', async () => {
  const { text, requests } = startLookup()
  for (const typed of ['b', 'bl', 'blo']) await type(text, typed)
  expect(requests.map((one) => one.text)).toEqual([''])
  vi.runAllTimers()
  expect(requests.map((one) => one.text)).toEqual(['', 'blo'])
})

it('ignores a response for an earlier query', async () => {
  const { text, requests, result, isSearching } = startLookup()
  await type(text, 'ada')
  vi.runAllTimers()
  await type(text, 'kofi')
  vi.runAllTimers()
  requests[2]!.answer('Kofi')
  await vi.waitUntil(() => result.value === 'Kofi')
  requests[1]!.answer('Ada')
  await nextTick()
  expect([result.value, isSearching.value]).toEqual(['Kofi', false])
})

it('skips the debounce if a caller waits for the result', async () => {
  const { text, requests, result, settled } = startLookup()
  await type(text, 'ada')
  const waiting = settled()
  requests[1]!.answer('Ada')
  await waiting
  expect(result.value).toBe('Ada')
  vi.runAllTimers()
  expect(requests).toHaveLength(2)
})

it('keeps a failure until the next response', async () => {
  const { text, requests, result, failure, settled } = startLookup()
  await type(text, 'ada')
  const failing = settled()
  requests[1]!.fail()
  await failing
  expect([result.value, failure.value]).toEqual(['nothing', new Error('ada')])
  await type(text, 'kofi')
  const answered = settled()
  requests[2]!.answer('Kofi')
  await answered
  expect([result.value, failure.value]).toEqual(['Kofi', undefined])
})

it('doesn’t send a request after the scope is disposed', async () => {
  const { text, requests, scope } = startLookup()
  await type(text, 'ada')
  scope.stop()
  vi.runAllTimers()
  expect(requests).toHaveLength(1)
})
