import { afterEach, expect, it } from 'vitest'
import { DirectoryFile } from './directory-file.ts'
import { normalizeForSearch } from './normalize-for-search.ts'
import { pick, seeded } from './testing/random-filter.ts'
import { UserLists } from './user-lists.ts'

const file = new DirectoryFile({ path: undefined, log: expect.fail })
afterEach(() => file.close())

const letters = ['a', 'b', 'ab', 'n', '.', '@', '@', 'x.example', 'é', 'ß', '王', '🌻', '-', 'c']

/** Text made of random parts. */
function text(random: () => number): string {
  return Array.from({ length: Math.floor(random() * 7) }, () => pick(random, letters)).join('')
}

it('still finds exactly the users matching every word after random changes', () => {
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
    // Loads in steps, as for the first search. A change that the copy rejects is undone.
    if (step === 400) for (const _ of copy.texts.load());
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
    expect([...ids], JSON.stringify(search)).toEqual(matching.toSorted((a, b) => a - b))
    matchCount += ids.length
  }
  expect(matchCount).toBeGreaterThan(1_000)
})
