import { expect, it } from 'vitest'
import { normalizeForSearch } from './normalize-for-search.ts'
import { pick, seeded } from './testing/random-filter.ts'
import { TextIndex } from './text-index.ts'

const letters = ['a', 'b', 'ab', 'n', '.', '@', '@', 'x.example', 'é', 'ß', '王', '🌻', '-', '1']

/** A text of some parts. */
function text(random: () => number): string {
  return Array.from({ length: Math.floor(random() * 7) }, () => pick(random, letters)).join('')
}

it('finds in whatever comes and goes just those whose texts hold all words', () => {
  const random = seeded(2026)
  const index = new TextIndex()
  const texts = new Map<number, string[]>()
  let found = 0
  for (let step = 0; step < 1_000; step += 1) {
    const id = 1 + Math.floor(random() * 300)
    if (random() < 0.2) {
      index.delete(id)
      texts.delete(id)
    } else {
      const [name, username] = [normalizeForSearch(text(random)), normalizeForSearch(text(random))]
      const email = random() < 0.2 ? null : normalizeForSearch(text(random))
      index.set({ id, name_key: name, username_key: username, email_key: email })
      texts.set(id, [name, username, email ?? ''])
    }
    const words = [normalizeForSearch(text(random)), normalizeForSearch(text(random))].filter(
      (word) => word !== '',
    )
    const marks = index.match(words)
    const matching = [...texts].filter(([, own]) =>
      words.every((word) => own.some((one) => one.includes(word))),
    )
    const ids = [...texts.keys()].filter((one) => marks[index.placeOf(one)] === 1)
    expect(ids, JSON.stringify(words)).toEqual(matching.map(([one]) => one))
    found += ids.length
  }
  expect(found).toBeGreaterThan(3_000)
})

it('takes texts and words of any length', () => {
  const index = new TextIndex()
  const long = 'x'.repeat(5_000)
  index.set({ id: 1, name_key: `${long}y`, username_key: 'a', email_key: `${long}@b.example` })
  index.set({ id: 2, name_key: long, username_key: 'a', email_key: null })
  const found = (word: string) => [...index.match([word]).subarray(1)]
  expect(found(`${'x'.repeat(300)}y`)).toEqual([1, 0])
  expect(found(`${'x'.repeat(300)}@b`)).toEqual([1, 0])
  expect(found(`${long}x`)).toEqual([0, 0])
})
