import { createPinia } from 'pinia'
import { createApp, effectScope, nextTick, shallowRef } from 'vue'
import { afterEach, expect, it, vi } from 'vitest'
import type { DirectoryFilter } from '../../../shared/operations/directory.ts'
import type { Envelope } from '../../../shared/rules/failure.ts'
import type { Host } from '../../../shared/operations/host.ts'
import { hostKey } from '../../bridge/latchkey.ts'
import { queryClient } from '../../bridge/query-client.ts'
import { everyone } from '../../stores/directory.ts'
import type { UserListQuery } from '../../stores/directory.ts'
import { useUserPages } from './use-user-pages.ts'

afterEach(() => queryClient.clear())

interface SearchCall {
  filter: DirectoryFilter
  offset: number
  answer(names: string[], total: number): Promise<void>
  fail(): Promise<void>
}

/** Opens a list; the test resolves the requests. */
function start(firstRow = 0) {
  const requests: SearchCall[] = []
  const listeners: Record<string, ((event: { account: string }) => void)[]> = {}
  const host = {
    invoke: (_: string, input: Pick<SearchCall, 'filter' | 'offset'>) =>
      new Promise<Envelope>((resolve) => {
        const respond = async (envelope: Envelope) => {
          resolve(envelope)
          await vi.waitFor(() => expect(list.pages.isLoading.value).toBe(false))
        }
        requests.push({
          ...input,
          answer: (names, total) =>
            respond({
              ok: true,
              value: {
                items: names.map((name, id) => ({ id, name })),
                total,
                state: { phase: 'whole', known: total },
              },
            }),
          fail: () => respond({ ok: false, failure: { kind: 'offline', message: 'No.' } }),
        })
      }),
    on(name: string, listener: (event: { account: string }) => void) {
      ;(listeners[name] ??= []).push(listener)
      return () => undefined
    },
  }
  const app = createApp({})
  app.provide(hostKey, host as unknown as Host)
  app.use(createPinia())
  const users = shallowRef<UserListQuery>(everyone)
  const scope = effectScope()
  const pages = app.runWithContext(() => scope.run(() => useUserPages('a', users, firstRow)))!
  const list = {
    pages,
    users,
    requests,
    emit: (account: string) => listeners['queue']!.forEach((listener) => listener({ account })),
    stop: () => scope.stop(),
    last: () => requests.at(-1)!,
  }
  return list
}

it('loads the page with the first row, then others as they scroll into view', async () => {
  const { pages, requests, last, stop } = start(250)
  expect(requests.map(({ offset }) => offset)).toEqual([200])
  expect(pages.total.value).toBeUndefined()
  await last().answer(['Anna'], 1000)
  expect(pages.total.value).toBe(1000)
  expect(pages.rowAt(200)?.name).toBe('Anna')
  pages.showRows(190, 210)
  expect(requests.map(({ offset }) => offset)).toEqual([200, 100])
  pages.showRows(190, 210)
  expect(requests).toHaveLength(2)
  stop()
})

it('shows the previous list until the next one arrives and ignores late responses', async () => {
  const { pages, users, requests, last, stop } = start()
  await last().answer(['Anna'], 1)
  users.value = { ...everyone, filter: { search: 'b' } }
  await nextTick()
  users.value = { ...everyone, filter: { search: 'be' } }
  await nextTick()
  expect(pages.rowAt(0)?.name).toBe('Anna')
  const [, late, latest] = requests
  await latest!.answer(['Bea'], 1)
  await late!.answer(['Bob'], 2)
  expect(pages.rowAt(0)?.name).toBe('Bea')
  expect(pages.total.value).toBe(1)
  expect(pages.loadedLists.value).toBe(2)
  stop()
})

it('reloads visible rows when users change, but not those of another account', async () => {
  const { pages, requests, last, emit, stop } = start()
  await last().answer(['Anna'], 1)
  emit('b')
  expect(requests).toHaveLength(1)
  emit('a')
  expect(requests).toHaveLength(2)
  expect(pages.rowAt(0)?.name).toBe('Anna')
  await last().answer(['Anna, blocked'], 1)
  expect(pages.rowAt(0)?.name).toBe('Anna, blocked')
  stop()
})

it('shows a failure and reloads on retry', async () => {
  const { pages, requests, last, stop } = start()
  await last().fail()
  expect(pages.failure.value?.message).toBe('No.')
  pages.showRows(0, 10)
  expect(requests).toHaveLength(1)
  pages.retry()
  await last().answer(['Anna'], 1)
  expect(pages.failure.value).toBeUndefined()
  expect(pages.rowAt(0)?.name).toBe('Anna')
  stop()
})

it('hides the previous list’s total if the next list fails', async () => {
  const { pages, users, last, stop } = start()
  await last().answer(['Anna'], 1)
  users.value = { ...everyone, filter: { without_projects: true } }
  await nextTick()
  await last().fail()
  expect(pages.total.value).toBeUndefined()
  stop()
})

it('loads users in a range that has never been in view', async () => {
  const { pages, last, requests, stop } = start()
  await last().answer(
    Array.from({ length: 100 }, (_, place) => `first ${place}`),
    150,
  )
  const range = pages.usersBetween(98, 101)
  expect(requests).toHaveLength(2)
  await last().answer(['second 0', 'second 1'], 150)
  expect((await range).map(({ name }) => name)).toEqual([
    'first 98',
    'first 99',
    'second 0',
    'second 1',
  ])
  stop()
})

it('returns no users while the rows still belong to another list', async () => {
  const { pages, users, last, requests, stop } = start()
  await last().answer(['Anna', 'Ben'], 2)
  users.value = { ...everyone, filter: { search: 'b' } }
  await nextTick()
  expect(pages.rowAt(0)?.name).toBe('Anna')
  expect(pages.isCurrent.value).toBe(false)
  expect(await pages.usersBetween(0, 1)).toEqual([])
  expect(requests).toHaveLength(2)
  expect(pages.shownFilter.value).toEqual({})
  await last().answer(['Ben'], 1)
  expect(pages.shownFilter.value).toEqual({ search: 'b' })
  expect((await pages.usersBetween(0, 0)).map(({ name }) => name)).toEqual(['Ben'])
  stop()
})

it('immediately shows the rows from the last visit, then reloads them', async () => {
  const before = start()
  await before.last().answer(['Anna'], 1)
  before.stop()
  const reopened = start()
  expect(reopened.pages.total.value).toBe(1)
  expect(reopened.pages.rowAt(0)?.name).toBe('Anna')
  await reopened.last().answer(['Anna', 'Ben'], 2)
  expect(reopened.pages.rowAt(1)?.name).toBe('Ben')
  reopened.stop()
})
