import { expect, it } from 'vitest'
import { parseIdSearch } from './id-search.ts'

it.each([
  ['47841', 47841],
  [' #47841 ', 47841],
  ['0007', 7],
  ['0', undefined],
  ['#', undefined],
  ['##7', undefined],
  ['-7', undefined],
  ['7.5', undefined],
  ['kim7', undefined],
  ['9'.repeat(16), undefined],
])('parses the ID in %j as %j', (search, id) => {
  expect(parseIdSearch(search)).toBe(id)
})
