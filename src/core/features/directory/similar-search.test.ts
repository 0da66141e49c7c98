import { afterEach, describe, expect, it } from 'vitest'
import { directoryFile } from './directory-kind.ts'
import { pick, seeded } from './testing/random-filter.ts'
import { UserLists } from './user-lists.ts'

const file = directoryFile({ path: undefined, log: expect.fail })
afterEach(() => file.close())

const magda = {
  username: 'magda.bianchi17',
  email: 'magda.bianchi17@corp.example',
  name: 'Magda Bianchi',
}

function isSimilar(user: typeof magda, search: string): boolean {
  const copy = file.copy()
  copy.put({ id: 7, state: 'active', ...user })
  const query = { filter: { search }, order_by: 'id', sort: 'asc' } as const
  return new UserLists(copy, () => 0).similarIds(query).length === 1
}

describe('similar search', () => {
  it.each([
    ['wrong', 'bienchi'],
    ['wrong at the start', 'pianchi'],
    ['wrong at the end', 'bianchu'],
    ['missing', 'binchi'],
    ['doubled', 'biianchi'],
    ['swapped', 'binachi'],
  ])('finds a word with one letter %s', (_, word) => {
    expect(isSimilar(magda, word)).toBe(true)
    expect(isSimilar(magda, `magda ${word}`)).toBe(true)
  })

  it.each([
    ['two typos', 'benchi'],
    ['a typo in each of two words', 'magba bienchi'],
    ['an extra letter that isn’t a double', 'bixanchi'],
    ['an additional word without matches', 'bienchi kofi'],
    ['fewer than four letters', 'bia'],
    ['a wrong digit', 'bianchi18'],
    ['a missing digit', 'magda.bianchi7'],
    ['only digits', '1234'],
    ['a typo inside a word', 'anchu'],
  ])('finds no users for %s', (_, search) => {
    expect(isSimilar(magda, search)).toBe(false)
  })

  it('finds words in non-Latin scripts', () => {
    expect(isSimilar({ ...magda, name: '山田花子様' }, '山田華子様')).toBe(true)
    expect(isSimilar({ ...magda, name: 'Елена Кузнецова' }, 'кузнцова')).toBe(true)
  })

  it('finds every user despite one typo in the name', () => {
    const random = seeded(2026)
    const letters = ['a', 'b', 'c', 'd', 'e', 'n', 'o']
    for (let round = 0; round < 2_000; round += 1) {
      const name = Array.from({ length: 4 + Math.floor(random() * 6) }, () => pick(random, letters))
      const at = Math.floor(random() * name.length)
      const letter = name[at]!
      const withTypo = pick(random, [
        name.with(at, 'z'),
        name.toSpliced(at, 1),
        name.toSpliced(at, 0, letter),
        name.toSpliced(at, 2, ...name.slice(at, at + 2).toReversed()),
      ])
      const user = { username: `user${round}`, email: '', name: `Kim ${name.join('')} Park` }
      if (withTypo.length < 4 || user.name.includes(withTypo.join(''))) continue
      expect(isSimilar(user, withTypo.join('')), `${name.join('')} ${withTypo.join('')}`).toBe(true)
    }
  })
})

it('includes similar users only in the user list, and respects its filter', () => {
  const copy = file.copy()
  const lists = new UserLists(copy, () => 0)
  const put = (id: number, name: string, state: string) =>
    copy.put({ id, name, username: `user${id}`, email: null, state })
  put(1, 'Magda Bianchi', 'active')
  put(2, 'Marta Bianchi', 'blocked')
  put(3, 'Kofi Mensah', 'blocked')
  const filter = { search: 'binachi' }
  const query = { filter, order_by: 'id', sort: 'asc' } as const
  expect([...lists.ids(query)]).toEqual([])
  expect(lists.count(filter)).toBe(0)
  expect([...lists.similarIds(query)]).toEqual([1, 2])
  const blocked = { ...query, filter: { ...filter, states: ['blocked'] } }
  expect([...lists.similarIds(blocked)]).toEqual([2])
})
