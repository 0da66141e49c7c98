import { createPinia } from 'pinia'
import { createApp, effectScope, shallowRef } from 'vue'
import { expect, it, vi } from 'vitest'
import { hostKey } from '../bridge/latchkey.ts'
import { queryClient } from '../bridge/query-client.ts'
import { confirmKey } from '../components/use-confirm.ts'
import { useHeldRuns } from './use-held-runs.ts'

const counts = { pending: 0, sending: 0, unknown: 0, created: 3, failed: 0, cancelled: 0 }
const runs = [
  { id: 1, hold: 'rights', counts: { ...counts, pending: 2, unknown: 1 } },
  { id: 2, hold: 'token', counts: { ...counts, pending: 3 } },
  { id: 3, counts: { ...counts, pending: 4 } },
  { id: 4, hold: 'rights', counts: { ...counts, unknown: 1 } },
]

/** The held runs of an account; `answer` answers their question. */
async function openHeldRuns(answer: boolean | undefined) {
  const cancelled: number[] = []
  const titles: string[] = []
  const app = createApp({})
  app.provide(hostKey, {
    async invoke(name, input) {
      if (name === 'onboarding.cancel') cancelled.push((input as { run: number }).run)
      return { ok: true, value: runs }
    },
    on: () => () => undefined,
  })
  app.provide(confirmKey, {
    current: shallowRef(),
    async ask({ title }) {
      titles.push(title)
      return answer
    },
  })
  app.use(createPinia())
  queryClient.clear()
  const scope = effectScope()
  const view = app.runWithContext(() => scope.run(() => useHeldRuns('a')))!
  await vi.waitFor(() => expect(view.count.value).toBeGreaterThan(0))
  return { view, cancelled, titles, close: () => scope.stop() }
}

it('counts the users on hold, without runs that have none left to create', async () => {
  const { view, close } = await openHeldRuns(true)
  expect(view.count.value).toBe(5)
  expect(view.held.value.map(({ id }) => id)).toEqual([1, 2])
  close()
})

it.each([
  [true, [1, 2]],
  [false, []],
  [undefined, []],
])('asks before it cancels them, and cancels only after a yes (%s)', async (answer, expected) => {
  const { view, cancelled, titles, close } = await openHeldRuns(answer)
  await view.cancel()
  expect(titles).toEqual(['Stopped. 5 not sent.'])
  expect(cancelled).toEqual(expected)
  close()
})
