import { createPinia } from 'pinia'
import { createApp, effectScope, nextTick, shallowRef } from 'vue'
import { expect, it, vi } from 'vitest'
import type { DirectoryFilter } from '../../../shared/app/directory.ts'
import type { Envelope } from '../../../shared/failure.ts'
import type { Host } from '../../../shared/host.ts'
import { hostKey } from '../../data/latchkey.ts'
import { everyone } from '../../data/stores/directory.ts'
import type { PeopleList } from '../../data/stores/directory.ts'
import { useUserPages } from './use-user-pages.ts'

interface SearchCall {
  filter: DirectoryFilter
  offset: number
  answer(names: string[], total: number): Promise<void>
  fail(): Promise<void>
}

/** The rows of a list over a host that answers when it is told to. */
function start(firstRow = 0) {
  const asked: SearchCall[] = []
  const listeners: Record<string, ((news: { account: string }) => void)[]> = {}
  const host = {
    invoke: (_: string, input: Pick<SearchCall, 'filter' | 'offset'>) =>
      new Promise<Envelope>((resolve) => {
        const settle = async (envelope: Envelope) => {
          resolve(envelope)
          await vi.waitFor(() => expect(list.pages.isAsking.value).toBe(false))
        }
        asked.push({
          ...input,
          answer: (names, total) =>
            settle({
              ok: true,
              value: {
                items: names.map((name, id) => ({ id, name })),
                total,
                state: { phase: 'whole', known: total },
              },
            }),
          fail: () => settle({ ok: false, failure: { kind: 'offline', message: 'No.' } }),
        })
      }),
    on(name: string, listener: (news: { account: string }) => void) {
      ;(listeners[name] ??= []).push(listener)
      return () => undefined
    },
  }
  const app = createApp({})
  app.provide(hostKey, host as unknown as Host)
  app.use(createPinia())
  const people = shallowRef<PeopleList>(everyone)
  const scope = effectScope()
  const pages = app.runWithContext(() => scope.run(() => useUserPages('a', people, firstRow)))!
  const list = {
    pages,
    people,
    asked,
    tell: (account: string) => listeners['queue']!.forEach((listener) => listener({ account })),
    stop: () => scope.stop(),
    last: () => asked.at(-1)!,
  }
  return list
}

it('reads the page in which one begins, and others as they come into view', async () => {
  const { pages, asked, last, stop } = start(250)
  expect(asked.map(({ offset }) => offset)).toEqual([200])
  expect(pages.total.value).toBeUndefined()
  await last().answer(['Anna'], 1000)
  expect(pages.total.value).toBe(1000)
  expect(pages.rowAt(200)?.name).toBe('Anna')
  pages.show(190, 210)
  expect(asked.map(({ offset }) => offset)).toEqual([200, 100])
  pages.show(190, 210)
  expect(asked).toHaveLength(2)
  stop()
})

it('shows the list before until another one comes, and drops what comes too late', async () => {
  const { pages, people, asked, last, stop } = start()
  await last().answer(['Anna'], 1)
  people.value = { ...everyone, filter: { search: 'b' } }
  await nextTick()
  people.value = { ...everyone, filter: { search: 'be' } }
  await nextTick()
  expect(pages.rowAt(0)?.name).toBe('Anna')
  const [, late, latest] = asked
  await latest!.answer(['Bea'], 1)
  await late!.answer(['Bob'], 2)
  expect(pages.rowAt(0)?.name).toBe('Bea')
  expect(pages.total.value).toBe(1)
  expect(pages.round.value.list).toBe(2)
  stop()
})

it('reads what is in view again when something changed, and nothing for another account', async () => {
  const { pages, asked, last, tell, stop } = start()
  await last().answer(['Anna'], 1)
  tell('b')
  expect(asked).toHaveLength(1)
  tell('a')
  expect(asked).toHaveLength(2)
  expect(pages.rowAt(0)?.name).toBe('Anna')
  await last().answer(['Anna, blocked'], 1)
  expect(pages.rowAt(0)?.name).toBe('Anna, blocked')
  stop()
})

it('names what failed, and tries again when it is told to', async () => {
  const { pages, asked, last, stop } = start()
  await last().fail()
  expect(pages.failure.value?.message).toBe('No.')
  pages.show(0, 10)
  expect(asked).toHaveLength(1)
  pages.retry()
  await last().answer(['Anna'], 1)
  expect(pages.failure.value).toBeUndefined()
  expect(pages.rowAt(0)?.name).toBe('Anna')
  stop()
})

it('says of a list that could not be read not how many the one before had', async () => {
  const { pages, people, last, stop } = start()
  await last().answer(['Anna'], 1)
  people.value = { ...everyone, filter: { without_projects: true } }
  await nextTick()
  await last().fail()
  expect(pages.total.value).toBeUndefined()
  stop()
})

it('reads the people of a range that was never in view', async () => {
  const { pages, last, asked, stop } = start()
  await last().answer(
    Array.from({ length: 100 }, (_, place) => `first ${place}`),
    150,
  )
  const range = pages.between(98, 101)
  expect(asked).toHaveLength(2)
  await last().answer(['second 0', 'second 1'], 150)
  expect((await range).map(({ name }) => name)).toEqual([
    'first 98',
    'first 99',
    'second 0',
    'second 1',
  ])
  stop()
})
