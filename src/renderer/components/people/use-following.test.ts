import { createPinia } from 'pinia'
import { createApp, effectScope, shallowRef } from 'vue'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { Envelope } from '../../../shared/rules/failure.ts'
import { loadMessages } from '../../ui/messages.ts'
import { type ToastText, toastsKey } from '../../ui/use-toast.ts'
import { hostKey } from '../../bridge/latchkey.ts'
import { queryClient } from '../../bridge/query-client.ts'
import { useAccountsStore } from '../../stores/accounts.ts'
import { useFollow, useOwnFollowing } from './use-following.ts'

beforeAll(loadMessages)
afterEach(() => queryClient.clear())

type Answer = (input: { id?: number; cursor?: string }) => unknown

const user = (id: number) => ({ id, username: `p${id}`, name: `Person ${id}`, state: 'active' })

/** Opens a screen of followed users against a host with these responses. */
function open(answers: Record<string, Answer>) {
  const toasts: ToastText[] = []
  const app = createApp({})
  app.provide(hostKey, {
    invoke: async (name, input): Promise<Envelope> => ({
      ok: true,
      value: await answers[name]!(input as { id?: number }),
    }),
    on: () => () => undefined,
  })
  app.provide(toastsKey, {
    current: shallowRef([]),
    showToast: (_source, _account, text) => void toasts.push(text),
    closeToast: () => undefined,
    showNote: () => undefined,
  })
  app.use(createPinia())
  const scope = effectScope()
  const run = <T>(use: () => T): T => app.runWithContext(() => scope.run(use)!)
  run(useAccountsStore).take({
    accounts: [
      {
        id: 'a',
        baseUrl: 'https://example.com',
        label: 'Me',
        colour: 'teal',
        user: { id: 9, username: 'me', name: 'Me' },
        isAdmin: false,
        demo: false,
        token: 'session',
      },
    ],
    keychain: { state: 'available', name: '', message: '' },
  })
  const ownFollowing = run(() => useOwnFollowing('a'))
  const follow = (id: number) => run(() => useFollow('a', () => user(id)))
  return { ownFollowing, follow, toasts, close: () => scope.stop() }
}

const idsOf = (users: { id: number }[] | undefined) => users?.map(({ id }) => id)

it('reads every page of followed users', async () => {
  const { ownFollowing, follow, close } = open({
    'following.list': ({ id, cursor }) => {
      expect(id).toBe(9)
      return cursor === undefined ? { items: [user(1)], next: 'page=2' } : { items: [user(2)] }
    },
  })
  expect(ownFollowing.users.value).toBeUndefined()
  await vi.waitFor(() => expect(idsOf(ownFollowing.users.value)).toEqual([1, 2]))
  expect([1, 3].map((id) => follow(id).isFollowed.value)).toEqual([true, false])
  close()
})

it('reports a failure if a page of the list links back to itself', async () => {
  const { ownFollowing, close } = open({
    'following.list': () => ({ items: [user(1)], next: 'page=2' }),
  })
  await vi.waitFor(() =>
    expect(ownFollowing.failure.value?.message).toContain('sent the same page of the list twice'),
  )
  expect(ownFollowing.users.value).toBeUndefined()
  close()
})

it('counts each change once, and skips changes without effect', async () => {
  let isFollowed: boolean | undefined = true
  const answers: Answer[] = [() => user(1), () => undefined, () => undefined]
  const { ownFollowing, follow, toasts, close } = open({
    'following.list': () => ({ items: [] }),
    'following.follow': (input) => answers.shift()!(input),
    'following.unfollow': () => undefined,
    'users.get': () => ({ ...user(3), is_followed: isFollowed }),
  })
  await vi.waitFor(() => expect(ownFollowing.count.value).toBe(0))
  await follow(1).change(true)
  await follow(2).change(true)
  isFollowed = undefined
  await follow(3).change(true)
  expect(idsOf(ownFollowing.users.value)).toEqual([1, 2])
  await follow(2).change(false)
  expect(ownFollowing.count.value).toBe(1)
  expect(toasts).toHaveLength(4)
  expect(new Set(toasts).size).toBe(4)
  close()
})

it('reloads if a change was made during a read', async () => {
  const reads: PromiseWithResolvers<unknown>[] = []
  const { ownFollowing, follow, close } = open({
    'following.list': () => {
      const read = Promise.withResolvers<unknown>()
      reads.push(read)
      return read.promise
    },
    'following.follow': () => user(5),
  })
  await vi.waitFor(() => expect(reads).toHaveLength(1))
  await follow(5).change(true)
  reads[0]!.resolve({ items: [] })
  await vi.waitFor(() => expect(reads).toHaveLength(2))
  reads[1]!.resolve({ items: [user(5)] })
  await vi.waitFor(() => expect(idsOf(ownFollowing.users.value)).toEqual([5]))
  expect(follow(5).isFollowed.value).toBe(true)
  close()
})

it('doesn’t reload a list that another screen has just loaded', async () => {
  const list = vi.fn(() => ({ items: [user(1)] }))
  const { ownFollowing, close } = open({ 'following.list': list })
  await vi.waitFor(() => expect(ownFollowing.count.value).toBe(1))
  close()
  const reopened = open({ 'following.list': list })
  expect(idsOf(reopened.ownFollowing.users.value)).toEqual([1])
  expect([reopened.ownFollowing.age.value, reopened.ownFollowing.loading.value]).toEqual([
    undefined,
    false,
  ])
  expect(list).toHaveBeenCalledOnce()
  reopened.close()
})
