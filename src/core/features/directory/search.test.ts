import { afterEach, describe, expect, it } from 'vitest'
import { directoryFile } from './directory-kind.ts'
import { normalizeForSearch } from '../../list-copy/normalize-for-search.ts'
import { pick, seeded } from './testing/random-filter.ts'
import { type ListQuery, UserLists } from './user-lists.ts'

const file = directoryFile({ path: undefined, log: expect.fail })
afterEach(() => file.close())

const letters = ['a', 'b', 'ab', 'n', '.', '@', '@', 'x.example', 'é', 'ß', '王', '🌻', '-', 'c']

/** Text made of random parts. */
function text(random: () => number): string {
  return Array.from({ length: Math.floor(random() * 7) }, () => pick(random, letters)).join('')
}

it('a search still finds exactly the users matching every word after random changes', () => {
  const random = seeded(2026)
  const copy = file.copy()
  const lists = new UserLists(copy, () => 0)
  const texts = new Map<number, string[]>()
  let matchCount = 0
  for (let step = 0; step < 1_000; step += 1) {
    const id = 1 + Math.floor(random() * 300)
    if (random() < 0.2) {
      copy.remove(id)
      texts.delete(id)
    } else {
      const [name, username, email] = [text(random), text(random), text(random)]
      copy.put({ id, name, username, email, state: 'active' })
      texts.set(id, [name, username, email].map(normalizeForSearch))
    }
    // A change that the copy rejects is undone.
    if (step === 500) expect(() => copy.put({ id } as never)).toThrow()
    const words = [text(random), text(random)].filter((word) => word !== '')
    if (words.length === 0) continue
    const search = `. ${words.join(' ')}`
    const matching = [...texts]
      .filter(([, own]) =>
        search
          .split(' ')
          .every((word) => own.some((one) => one.includes(normalizeForSearch(word)))),
      )
      .map(([one]) => one)
    const ids = lists.ids({ filter: { search }, order_by: 'id', sort: 'asc' })
    expect(
      [...ids].toSorted((a, b) => a - b),
      JSON.stringify(search),
    ).toEqual(matching.toSorted((a, b) => a - b))
    matchCount += ids.length
  }
  expect(matchCount).toBeGreaterThan(1_000)
})

describe('a search', () => {
  const search = (text: string, more: Partial<ListQuery> = {}) => [
    ...new UserLists(file.copy(), () => 0).ids({ ...query, ...more, filter: { search: text } }),
  ]
  const query = { order_by: 'name', sort: 'asc' } as const
  const put = (id: number, name: string, username: string, email = `${id}@x.example`) =>
    file.copy().put({ id, name, username, email, state: 'active' })

  it('puts better matches first in any order', () => {
    put(1, 'Bo Lee', 'bo', 'jana@corp.example')
    put(2, 'Amjana Kim', 'amjana')
    put(3, 'Kim Jana', 'kim')
    put(4, 'Ada Lovelace-Jana', 'ada')
    put(5, 'Janah Miller', 'janah')
    put(6, 'Jana Zhou', 'zhou')
    put(7, 'Jana', 'seven')
    put(8, 'Zoe', 'jana')
    expect(search('jana')).toEqual([8, 7, 6, 4, 5, 3, 2, 1])
    expect(search('jana', { order_by: 'id', sort: 'desc' })).toEqual([8, 7, 6, 5, 4, 3, 2, 1])
    expect(search('7')[0]).toBe(7)
  })

  it('ranks a user by the word that matches worst', () => {
    put(1, 'Amalia Janam', 'one')
    put(2, 'Jana Amund', 'two')
    put(3, 'Jana Müller', 'three')
    expect(search('Jana M')).toEqual([3, 1, 2])
  })

  it('finds umlauts in either spelling, and nothing else instead of them', () => {
    put(1, 'Jürgen Müller', 'one')
    put(2, 'Juergen Mueller', 'two')
    put(3, 'Jurgen Muller', 'three')
    put(4, 'Samuel', 'samuel')
    put(5, 'Samul', 'samul')
    expect(search('müller').toSorted()).toEqual([1, 2, 3])
    expect(search('mueller').toSorted()).toEqual([1, 2])
    expect(search('muller').toSorted()).toEqual([1, 3])
    expect(search('Jürgen mueller').toSorted()).toEqual([1, 2])
    expect(search('samuel')).toEqual([4])
  })

  it('sorts users without a value last', () => {
    put(1, 'Jana A', 'one')
    file.copy().put({ id: 2, name: 'Jana B', username: 'two', email: null, state: 'active' })
    put(3, 'Jana C', 'three')
    expect(search('jana', { order_by: 'email', sort: 'desc' })).toEqual([3, 1, 2])
  })
})
