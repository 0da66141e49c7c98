import { createPinia } from 'pinia'
import { createApp } from 'vue'
import { expect, it } from 'vitest'
import type { Envelope } from '../../../shared/failure.ts'
import { hostKey } from '../latchkey.ts'
import { useAccountsStore } from './accounts.ts'
import { useFollowingStore } from './following.ts'

type Answer = (input: { id?: number; cursor?: string }) => unknown

const person = (id: number) => ({ id, username: `p${id}`, name: `Person ${id}`, state: 'active' })

/** The store over a host that answers as told. */
function store(answers: Record<string, Answer>) {
  const app = createApp({})
  app.provide(hostKey, {
    invoke: async (name, input): Promise<Envelope> => ({
      ok: true,
      value: answers[name]!(input as { id?: number }),
    }),
    on: () => () => undefined,
  })
  app.use(createPinia())
  return app.runWithContext(() => {
    useAccountsStore().take({
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
    return useFollowingStore()
  })
}

it('reads every page of whom one follows', async () => {
  const following = store({
    'following.list': ({ id, cursor }) => {
      expect(id).toBe(9)
      return cursor === undefined ? { items: [person(1)], next: 'page=2' } : { items: [person(2)] }
    },
  })
  expect(following.follows('a', 1)).toBeUndefined()
  await following.load('a')
  expect([...following.followedBy('a')!.people.keys()]).toEqual([1, 2])
})

it('does not take a list for whole that the service leads in circles', async () => {
  const following = store({
    'following.list': () => ({ items: [person(1)], next: 'page=2' }),
  })
  await expect(following.load('a')).rejects.toThrow('sent the same page of the list twice')
  expect(following.followedBy('a')).toBeUndefined()
})

it('counts a change once, and nothing where there was nothing to change', async () => {
  let isFollowed: boolean | undefined = true
  const answers: Answer[] = [() => person(1), () => undefined, () => undefined]
  const following = store({
    'following.list': () => ({ items: [] }),
    'following.follow': (input) => answers.shift()!(input),
    'following.unfollow': () => undefined,
    'users.get': () => ({ ...person(3), is_followed: isFollowed }),
  })
  await following.load('a')
  expect(await following.follow('a', person(1))).toBe('changed')
  expect(await following.follow('a', person(2))).toBe('unchanged')
  isFollowed = undefined
  expect(await following.follow('a', person(3))).toBe('refused')
  expect([...following.followedBy('a')!.people.keys()]).toEqual([1, 2])
  expect(await following.unfollow('a', person(2))).toBe('unchanged')
  expect(following.followedBy('a')!.people.size).toBe(1)
})

it('reads again when something was changed while it read', async () => {
  let reads = 0
  const following = store({
    'following.list': () => {
      reads += 1
      if (reads === 1) void following.follow('a', person(5))
      return { items: reads === 1 ? [] : [person(5)] }
    },
    'following.follow': () => person(5),
  })
  await following.load('a')
  expect(reads).toBe(2)
  expect(following.follows('a', 5)).toBe(true)
})
