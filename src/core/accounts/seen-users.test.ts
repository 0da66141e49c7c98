import { expect, it } from 'vitest'
import { SeenUsers } from './seen-users.ts'

const user = (id: number, avatar_url: unknown = `https://x.example/${id}.png`) => ({
  ...{ id, username: `user-${id}` },
  avatar_url,
})

it('collects users anywhere in a response, per account', () => {
  const seen = new SeenUsers()
  seen.collect('ada', [{ author: user(1), notes: [{ by: { is: user(2) } }] }, user(3, null)])
  expect([1, 2, 3, 4].map((id) => seen.avatarUrl('ada', id))).toEqual([
    'https://x.example/1.png',
    'https://x.example/2.png',
    null,
    undefined,
  ])
  expect([seen.username('ada', 2), seen.username('ines', 2)]).toEqual(['user-2', undefined])
  seen.collect('ines', user(2, ''))
  expect([seen.avatarUrl('ines', 2), seen.avatarUrl('ada', 2)]).toEqual([null, user(2).avatar_url])
  seen.forget('ada')
  expect([seen.username('ada', 2), seen.username('ines', 2)]).toEqual([undefined, 'user-2'])
})

it('ignores what isn’t a user with an avatar', () => {
  const seen = new SeenUsers()
  const group = { id: 1, path: 'group', avatar_url: 'x' }
  const partly = [
    { ...user(1), id: '1' },
    { id: 1, username: 'user-1' },
    { ...user(1), username: 1 },
  ]
  for (const value of [null, 'text', group, ...partly]) seen.collect('ada', value)
  expect([seen.username('ada', 1), seen.avatarUrl('ada', 1)]).toEqual([undefined, undefined])
})

it('searches eight levels', () => {
  const nested = (levels: number): unknown => (levels === 1 ? user(levels) : [nested(levels - 1)])
  const seen = new SeenUsers()
  seen.collect('ada', nested(9))
  expect(seen.username('ada', 1)).toBeUndefined()
  seen.collect('ada', nested(8))
  expect(seen.username('ada', 1)).toBe('user-1')
})

it('drops the users that were seen longest ago beyond 20,000', () => {
  const seen = new SeenUsers()
  seen.collect(
    'ada',
    Array.from({ length: 20_000 }, (_, id) => user(id)),
  )
  seen.collect('ada', user(0))
  expect(seen.username('ada', 1)).toBe('user-1')
  seen.collect('ada', [user(20_000), user(20_001)])
  const ids = [0, 1, 2, 3, 20_001]
  expect(ids.filter((id) => seen.username('ada', id) === undefined)).toEqual([1, 2])
})
