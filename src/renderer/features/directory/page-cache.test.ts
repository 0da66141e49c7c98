import { expect, it } from 'vitest'
import { createPageCache } from './page-cache.ts'

const rows = (page: number) => [`${page}a`, `${page}b`]

it('returns cached rows and the pages that need loading', () => {
  const cache = createPageCache<string>(2, 3)
  expect(cache.use(1, 4)).toEqual([0, 1, 2])
  cache.put(1, rows(1))
  expect(cache.rowAt(2)).toBe('1a')
  expect(cache.rowAt(3)).toBe('1b')
  expect(cache.rowAt(4)).toBeUndefined()
  expect(cache.use(1, 4)).toEqual([0, 2])
})

it('drops the least recently used page', () => {
  const cache = createPageCache<string>(2, 3)
  for (const page of [0, 1, 2]) cache.put(page, rows(page))
  cache.use(0, 1)
  cache.put(3, rows(3))
  expect(cache.rowAt(0)).toBe('0a')
  expect(cache.rowAt(2)).toBeUndefined()
})

it('shows outdated rows until new ones arrive', () => {
  const cache = createPageCache<string>(2, 3)
  cache.put(0, rows(0))
  cache.markStale()
  expect(cache.rowAt(0)).toBe('0a')
  expect(cache.use(0, 1)).toEqual([0])
  cache.put(0, ['new'])
  expect(cache.rowAt(0)).toBe('new')
  expect(cache.rowAt(1)).toBeUndefined()
  expect(cache.use(0, 1)).toEqual([])
})
