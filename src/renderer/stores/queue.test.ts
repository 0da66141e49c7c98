import { createPinia } from 'pinia'
import { createApp } from 'vue'
import { expect, it, vi } from 'vitest'
import type { QueueCounts, QueueSummary } from '../../shared/operations/queue.ts'
import type { QueueEvent } from '../../shared/operations/host.ts'
import { hostKey } from '../bridge/latchkey.ts'
import { useQueueStore } from './queue.ts'

const summary = (counts: Partial<QueueCounts>): QueueSummary => ({
  counts: counts as QueueCounts,
  isPaused: false,
})

/** Creates the store with a host that returns these counts; also returns a function to send it events. */
function store(counts: () => Partial<QueueCounts> | undefined) {
  const app = createApp({})
  let listener: ((news: QueueEvent) => void) | undefined
  const invoke = vi.fn(async () => {
    const value = counts()
    return value
      ? ({ ok: true, value: summary(value) } as const)
      : ({ ok: false, failure: { kind: 'offline', message: 'No.' } } as const)
  })
  app.provide(hostKey, {
    invoke,
    on: (name, take) => {
      if (name === 'queue') listener = take as typeof listener
      return () => undefined
    },
  })
  app.use(createPinia())
  const queue = app.runWithContext(() => useQueueStore())
  return { queue, invoke, emit: (news: QueueEvent) => listener!(news) }
}

it('loads the counts once on first use, and sums open actions', async () => {
  const { queue, invoke } = store(() => ({ undoable: 1, sending: 2, conflict: 3, done: 40 }))
  expect(queue.of('a')).toBeUndefined()
  expect(queue.open('a')).toBe(0)
  await vi.waitFor(() => expect(queue.open('a')).toBe(6))
  expect(queue.count('a', 'done')).toBe(40)
  expect(invoke).toHaveBeenCalledTimes(1)
})

it('counts the users that reviews read', async () => {
  const { queue, emit } = store(() => ({}))
  const counts = summary({ ready: 2, conflict: 1 }).counts
  const reads = summary({ ready: 250_001, sending: 4, done: 9 }).counts
  emit({ account: 'a', summary: { counts, reads, isPaused: false }, targets: [] })
  expect(queue.open('a')).toBe(250_008)
})

it('reloads after a failure', async () => {
  let isDown = true
  const { queue } = store(() => (isDown ? undefined : { ready: 1 }))
  await queue.load('a')
  expect(queue.of('a')).toBeUndefined()
  isDown = false
  await vi.waitFor(() => expect(queue.open('a')).toBe(1))
})

it('reads the summary again after an operation, whose response may be older than an event', async () => {
  const { queue } = store(() => ({ done: 52 }))
  queue.put('a', summary({ done: 51, sending: 1 }))
  expect(queue.count('a', 'sending')).toBe(1)
  await vi.waitFor(() => expect(queue.count('a', 'done')).toBe(52))
  expect(queue.count('a', 'sending')).toBe(0)
})

it('notifies a user’s watchers only about that user, and other watchers about everyone', () => {
  const { queue, emit } = store(() => ({}))
  const onSeven = vi.fn()
  const onAll = vi.fn()
  const end = queue.watchTarget('a', 7, onSeven)
  queue.watchQueue('a', onAll)
  const news = (targets: number[], account = 'a') =>
    emit({ account, summary: summary({ ready: targets.length }), targets })
  news([1, 2])
  expect(onSeven).toHaveBeenCalledTimes(0)
  news([7])
  news([7], 'b')
  news([])
  news(Array.from({ length: 100 }, (_, index) => 1000 + index))
  expect(onSeven).toHaveBeenCalledTimes(3)
  expect(onAll).toHaveBeenCalledTimes(4)
  end()
  news([7])
  expect(onSeven).toHaveBeenCalledTimes(3)
  expect(queue.open('a')).toBe(1)
})
