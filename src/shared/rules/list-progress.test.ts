import { expect, it } from 'vitest'
import fc from 'fast-check'
import { type ListLimits, ListProgress } from './list-progress.ts'

interface Page {
  entries: number
  next: string | undefined
  bytes: number
}

const limits: ListLimits = { entries: 6, pages: 5, bytes: 40 }

/** Why no page after these may be requested, by the rules in words rather than by counters. */
function problemOf(pages: readonly Page[]) {
  const total = (field: 'entries' | 'bytes') => pages.reduce((sum, page) => sum + page[field], 0)
  const { next } = pages.at(-1)!
  if (next === undefined) return undefined
  if (pages.slice(0, -1).some((page) => page.next === next)) return 'lists.repeatedPage'
  if (pages.length >= 3 && pages.slice(-3).every(({ entries }) => entries === 0))
    return 'lists.emptyPages'
  const isTooLong =
    total('entries') > limits.entries ||
    pages.length > limits.pages ||
    total('bytes') > limits.bytes
  return isTooLong ? 'lists.endless' : undefined
}

const page = fc.record<Page>({
  entries: fc.nat({ max: 2 }),
  next: fc.option(fc.nat({ max: 30 }).map(String), { nil: undefined, freq: 20 }),
  bytes: fc.nat({ max: 12 }),
})

it('stops at a repeated page, after three empty pages in a row, and at each limit', () => {
  fc.assert(
    fc.property(fc.array(page, { maxLength: 9 }), (pages) => {
      const progress = new ListProgress(limits)
      const problems = pages.map(({ entries, next, bytes }) => progress.add(entries, next, bytes))
      expect(problems).toEqual(pages.map((_, index) => problemOf(pages.slice(0, index + 1))))
    }),
    { numRuns: 1_000 },
  )
})

it('reads up to 100,000 entries, 5,000 pages, and 64 MiB', () => {
  const add = (pages: number, entries: number, bytes = 0) => {
    const progress = new ListProgress()
    let problem
    for (let number = 0; number < pages; number++)
      problem ??= progress.add(entries, String(number), bytes)
    return problem
  }
  expect([add(1, 100_000), add(5_000, 1), add(1, 1, 64 * 1024 * 1024)]).toEqual(
    Array(3).fill(undefined),
  )
  expect([add(1, 100_001), add(5_001, 1), add(1, 1, 64 * 1024 * 1024 + 1)]).toEqual(
    Array(3).fill('lists.endless'),
  )
})
