import { expect, it } from 'vitest'
import { users } from '../../../shared/gitlab/users.ts'
import {
  dayErrors,
  filterDays,
  filterFlags,
  formatSearchFilter,
  parseSearchFilter,
  searchChips,
  withoutFilter,
} from './search-filter.ts'

const all = parseSearchFilter({
  ...Object.fromEntries(filterFlags.map((key) => [key, 'yes'])),
  created_after: '2025-01-01',
  created_before: '2025-06-01',
})

it('covers the 13 filters available to everyone', () => {
  expect(new Set([...filterFlags, ...filterDays]).size).toBe(11)
  expect(
    users.list.parameters.safeParse({ ...all, search: 'maya', username: 'maya' }).success,
  ).toBe(true)
})

it('restores every filter from its URL', () => {
  expect(Object.keys(all).toSorted()).toEqual([...filterFlags, ...filterDays].toSorted())
  const { active: _, created_after: __, ...query } = formatSearchFilter(all)
  expect(parseSearchFilter(formatSearchFilter(all) as never)).toEqual(all)
  expect(parseSearchFilter(query as never)).not.toHaveProperty('active')
})

it('ignores invalid parts of a URL', () => {
  const query = { active: 'no', blocked: ['yes'], created_after: '2025-02-30', created_before: '1' }
  expect(parseSearchFilter(query)).toEqual({})
})

it('shows a removable chip for each filter', () => {
  const chips = searchChips(all)
  expect(chips).toHaveLength(11)
  expect(chips.map(({ label }) => label)).toContain('Humans only')
  expect(chips.at(-1)?.label).toMatch(/^Created before: .*2025/)
  expect(searchChips(withoutFilter(all, 'humans')).map(({ key }) => key)).not.toContain('humans')
})

it('identifies the invalid day', () => {
  const days = { created_after: '2025-02-01', created_before: '' }
  expect(dayErrors(days)).toEqual({})
  expect(dayErrors({ ...days, created_before: '2025-01-31' })).toHaveProperty('created_before')
  expect(dayErrors({ ...days, created_after: '0002-02-01' })).toEqual({
    created_after: 'Enter a date such as 2026-12-31, tomorrow, or +7d.',
  })
})
