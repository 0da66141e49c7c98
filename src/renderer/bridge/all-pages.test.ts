import { expect, it } from 'vitest'
import type { Page } from '../../shared/gitlab/index.ts'
import { allPages } from './all-pages.ts'

/** Reads a list of generated pages; returns the request count and the outcome. */
async function read(pageOf: (number: number) => Page<number>) {
  let requestCount = 0
  const outcome = await allPages(async () => pageOf((requestCount += 1))).catch(
    (error: Error) => error,
  )
  return { requestCount, outcome: outcome instanceof Error ? outcome.message : outcome }
}

it('reads a list to its last page', async () => {
  const { outcome } = await read((page) =>
    page < 3 ? { items: [page], next: `page=${page + 1}` } : { items: [page] },
  )
  expect(outcome).toEqual([1, 2, 3])
})

it.each<[string, (page: number) => Page<number>, string, number]>([
  [
    'whose page links back to itself',
    () => ({ items: [1], next: 'page=2' }),
    'sent the same page of the list twice',
    2,
  ],
  [
    'of empty pages',
    (page) => ({ items: [], next: `page=${page + 1}` }),
    'sent three empty pages of the list in a row',
    3,
  ],
  [
    'that never ends',
    (page) => ({ items: Array<number>(1_000).fill(page), next: `page=${page + 1}` }),
    'sent a list that does not end',
    101,
  ],
])('rejects a list %s', async (_, pageOf, why, pages) => {
  const { requestCount, outcome } = await read(pageOf)
  expect(outcome).toBe(`GitLab ${why}.`)
  expect(requestCount).toBe(pages)
})
