import { createPinia } from 'pinia'
import { createApp, effectScope, nextTick } from 'vue'
import { expect, it } from 'vitest'
import { CallError } from './call-error.ts'
import type { Page } from '../../shared/gitlab/index.ts'
import { hostKey } from './latchkey.ts'
import type { LatchkeyClient } from './latchkey.ts'
import { usePagedList } from './use-paged-list.ts'

interface Row {
  id: number
}

let lists = 0

/** Creates a list whose pages the test resolves. */
function listed() {
  const requests: { cursor?: string; answer: PromiseWithResolvers<Page<Row>> }[] = []
  const app = createApp({})
  const silent = { invoke: () => Promise.reject(new Error('not asked')), on: () => () => undefined }
  app.provide(hostKey, silent)
  app.use(createPinia())
  const load = (_: LatchkeyClient, cursor?: string) => {
    const answer = Promise.withResolvers<Page<Row>>()
    requests.push({ cursor, answer })
    return answer.promise
  }
  const use = () => usePagedList('account', ['rows', ++lists], load, (row) => row.id)
  const list = app.runWithContext(() => effectScope().run(use))!
  return { list, requests, ids: () => list.items.value.map(({ id }) => id) }
}

const page = (ids: number[], next?: string, total?: number): Page<Row> => ({
  items: ids.map((id) => ({ id })),
  next,
  total,
})

async function settled() {
  for (let turn = 0; turn < 5; turn += 1) await nextTick()
}

it('loads page after page, drops duplicates, and reports when it is complete', async () => {
  const { list, requests, ids } = listed()
  expect([list.isRead.value, list.isComplete.value, list.total.value]).toEqual([
    false,
    false,
    undefined,
  ])
  requests[0]!.answer.resolve(page([1, 2], 'page=2', 4))
  await settled()
  expect([ids(), list.isComplete.value, list.total.value]).toEqual([[1, 2], false, 4])
  const more = list.more()
  expect(await list.more()).toBe(false)
  expect(requests[1]!.cursor).toBe('page=2')
  requests[1]!.answer.resolve(page([2, 3]))
  expect(await more).toBe(true)
  expect([ids(), list.isComplete.value, list.total.value]).toEqual([[1, 2, 3], true, 3])
  expect(await list.more()).toBe(false)
  expect(requests).toHaveLength(2)
})

it('keeps loaded entries when a page fails, and retries that page', async () => {
  const { list, requests, ids } = listed()
  requests[0]!.answer.resolve(page([1], 'page=2'))
  await settled()
  const first = list.more()
  requests[1]!.answer.reject(new CallError({ kind: 'timeout', message: 'Too slow.' }))
  expect(await first).toBe(false)
  expect([ids(), list.moreFailure.value?.message]).toEqual([[1], 'Too slow.'])
  const second = list.more()
  expect(list.moreFailure.value).toBeUndefined()
  requests[2]!.answer.resolve(page([2]))
  expect(await second).toBe(true)
  expect(ids()).toEqual([1, 2])
})

it('discards a page that was requested before a reload', async () => {
  const { list, requests, ids } = listed()
  requests[0]!.answer.resolve(page([1], 'page=2'))
  await settled()
  const more = list.more()
  const reload = list.reload()
  requests[2]!.answer.resolve(page([7], 'page=2'))
  await reload
  requests[1]!.answer.resolve(page([2]))
  expect(await more).toBe(false)
  expect([ids(), list.isComplete.value]).toEqual([[7], false])
})

it('counts unreadable entries on later pages', async () => {
  const { list, requests } = listed()
  requests[0]!.answer.resolve(page([1], 'page=2'))
  await settled()
  const more = list.more()
  requests[1]!.answer.resolve({ ...page([2]), skipped: 2 })
  await more
  expect(list.skipped.value).toBe(2)
})

it('stops with a failure if a page links back to itself', async () => {
  const { list, requests, ids } = listed()
  requests[0]!.answer.resolve(page([1], 'page=2'))
  await settled()
  const more = list.more()
  requests[1]!.answer.resolve(page([2], 'page=2'))
  expect(await more).toBe(false)
  expect(ids()).toEqual([1])
  expect(list.moreFailure.value?.message).toBe('GitLab sent the same page of the list twice.')
})
