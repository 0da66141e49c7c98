import { createPinia } from 'pinia'
import { createApp, effectScope, shallowRef, toValue } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import { expect, it, vi } from 'vitest'
import type { Selection } from '../../../shared/operations/directory.ts'
import type { ItemCounts } from '../../../shared/operations/review.ts'
import { hostKey } from '../../bridge/latchkey.ts'
import { queryClient } from '../../bridge/query-client.ts'
import { confirmKey } from '../../components/use-confirm.ts'
import { useSelectionStore } from '../../stores/selection.ts'
import { useReview } from './use-review.ts'

/** Opens an account’s reviews at a URL, one of them in this phase; `answer` is the reply to the confirmation. */
async function openReview(phase: string, answer: boolean | undefined, address = '/') {
  const called: [string, unknown][] = []
  const titles: string[] = []
  const texts: string[] = []
  const failing = new Set<string>()
  const app = createApp({})
  app.provide(hostKey, {
    async invoke(name, input) {
      called.push([name, input])
      if (failing.has(name)) return { ok: false, failure: { kind: 'offline', message: 'No.' } }
      if (name === 'review.list') return { ok: true, value: [] }
      const { review = 7 } = (input ?? {}) as { review?: number }
      return { ok: true, value: { id: review, name: `Review ${review}`, phase } }
    },
    on: () => () => undefined,
  })
  app.provide(confirmKey, {
    current: shallowRef(),
    async ask({ title, text }) {
      titles.push(title)
      texts.push(toValue(text))
      // In the meantime, the user selects another review.
      review.shown.value = 8
      await vi.waitFor(() => expect(review.state.value?.id).toBe(8))
      return answer
    },
  })
  app.use(createPinia())
  const routes = [{ path: '/', component: {} }]
  const router = createRouter({ history: createMemoryHistory(), routes })
  await router.push(address)
  app.use(router)
  queryClient.clear()
  const scope = effectScope()
  const review = app.runWithContext(() => scope.run(() => useReview('a')))!
  await vi.waitFor(() => expect(review.state.value).toBeDefined())
  const changes = () => called.flatMap(([name]) => (name.startsWith('jobs.') ? name : []))
  const selection = app.runWithContext(() => useSelectionStore().of('a'))
  return { review, selection, called, titles, texts, failing, changes, close: () => scope.stop() }
}

it.each([
  ['running', true, ['jobs.pause', 'jobs.cancel', 'jobs.remove']],
  ['running', false, ['jobs.pause', 'jobs.resume']],
  ['running', undefined, ['jobs.pause']],
  ['done', true, ['jobs.remove']],
  ['done', undefined, []],
  ['cancelled', true, ['jobs.remove']],
])('deletes a review only once confirmed (%s, answer: %s)', async (phase, answer, expected) => {
  const { review, called, titles, changes, close } = await openReview(phase, answer)
  await review.remove(review.state.value!)
  expect(changes()).toEqual(expected)
  expect(titles).toEqual(['Delete “Review 7”?'])
  const inputs = called.flatMap(([name, input]) => (name.startsWith('jobs.') ? [input] : []))
  expect(inputs).toEqual(expected.map(() => ({ job: 7 })))
  expect(review.shown.value).toBe(8)
  close()
})

it('shows the review from the URL', async () => {
  const { called, close } = await openReview('done', undefined, '/?review=7')
  expect(called).toContainEqual(['review.state', { review: 7 }])
  close()
})

it('retries the change that failed, not another one', async () => {
  const { review, called, failing, close } = await openReview('done', undefined)
  failing.add('review.rename')
  await review.rename(7, 'Spring')
  expect(review.changing.failure.value).toBeDefined()
  failing.clear()
  await review.retryLast.value!()
  const renames = called.filter(([name]) => name === 'review.rename')
  expect(renames).toEqual(Array(2).fill(['review.rename', { review: 7, name: 'Spring' }]))
  expect(review.changing.failure.value).toBeUndefined()
  close()
})

const everyone: Selection = { kind: 'matching', filter: {}, except: [] }

it('clears the selection when it is reviewed, but not when all users are', async () => {
  const { review, selection, close } = await openReview('done', undefined)
  selection.range([1, 2])
  await review.start({ selection: everyone })
  expect(selection.size(0)).toBe(2)
  await review.start({ selection: selection.toSelection() })
  expect(selection.size(0)).toBe(0)
  close()
})

const counts: ItemCounts = {
  total: 80,
  kinds: {} as ItemCounts['kinds'],
  decisions: { undecided: 19, keep: 40, change: 1, remove: 20, not_mine: 0 },
  findings: {} as ItemCounts['findings'],
  remediation: {} as ItemCounts['remediation'],
}

it.each([
  ['exception', true, /^19 undecided items are listed as exceptions\. Decisions can’t/, 1],
  ['no_change', undefined, /^19 undecided items stay unchanged\. Decisions can’t/, 0],
] as const)(
  'closes a review only once confirmed, with undecided items as %s (answer: %s)',
  async (undecided, answer, text, closes) => {
    const { review, called, texts, close } = await openReview('done', answer)
    const state = { ...review.state.value!, plan: { reviewers: [], undecided } }
    await review.close(state, counts)
    expect(texts[0]).toMatch(text)
    expect(called.filter(([name]) => name === 'review.close')).toEqual(
      Array(closes).fill(['review.close', { review: 7 }]),
    )
    close()
  },
)

it.each([
  [true, 1],
  [false, 0],
])('reads a review again only once confirmed (answer: %s)', async (answer, reads) => {
  const { review, called, titles, texts, close } = await openReview('done', answer)
  await review.readAgain(review.state.value!)
  expect(titles).toEqual(['Reload “Review 7”?'])
  expect(texts[0]).toContain('Decisions stay')
  expect(called.filter(([name]) => name === 'review.readAgain')).toEqual(
    Array(reads).fill(['review.readAgain', { review: 7 }]),
  )
  close()
})
