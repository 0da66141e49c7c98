import { expect, it } from 'vitest'
import type { DirectoryFilter } from '../../../shared/app/directory.ts'
import {
  addFilter,
  complete,
  completions,
  formatTypedFilter,
  parseTypedSearch,
} from './typed-filters.ts'

it.each<[typed: string, filter: DirectoryFilter]>([
  ['state:blocked', { states: ['blocked'] }],
  ['state:pending STATE:Banned', { states: ['blocked_pending_approval', 'banned'] }],
  ['state:ldap-blocked', { states: ['ldap_blocked'] }],
  ['2fa:no', { two_factor: 'disabled' }],
  ['domain:Example.com', { domain: 'example.com' }],
  ['admin:yes', { admins: true }],
  ['admin:yes admin:no', { exclude_admins: true }],
  ['bot:no external:yes', { bots: false, external: true }],
  ['created:>2025-01-01', { created_after: '2025-01-02' }],
  ['created:>=2025-01-01', { created_after: '2025-01-01' }],
  ['last:<2025-06-01', { active_before: '2025-06-01' }],
  ['last:<=2024-12-31', { active_before: '2025-01-01' }],
  ['created:2025-01-31', { created_after: '2025-01-31', created_before: '2025-02-01' }],
])('reads %s as a filter', (typed, filter) => {
  const nothing = { text: '', unknown: [], unfinished: undefined }
  expect(parseTypedSearch(typed, true)).toEqual({ filter, ...nothing })
})

it('searches for other words, and reports what looks like a filter', () => {
  expect(
    parseTypedSearch('maya team:maps state:asleep 2fa:no created:>soon https://x.example', true),
  ).toEqual({
    filter: { two_factor: 'disabled' },
    text: 'maya team:maps state:asleep created:>soon https://x.example',
    unknown: ['team:maps', 'state:asleep', 'created:>soon'],
    unfinished: undefined,
  })
})

it('waits for the end of the last filter', () => {
  expect(parseTypedSearch('maya domain:example.co', false)).toEqual({
    filter: {},
    text: 'maya',
    unknown: [],
    unfinished: 'domain:example.co',
  })
  expect(parseTypedSearch('maya domain:example.com ', false).filter).toEqual({
    domain: 'example.com',
  })
})

it('completes names and values of filters', () => {
  expect(completions('maya st')).toEqual(['state:'])
  expect(completions('s')).toEqual([])
  expect(completions('maya ')).toEqual([])
  expect(completions('2fa:')).toEqual(['2fa:yes', '2fa:no'])
  expect(completions('state:b')).toEqual(['state:blocked', 'state:banned'])
  expect(completions('state:blocked')).toEqual([])
  expect(completions('team:')).toEqual([])
  expect(complete('maya st', 'state:')).toBe('maya state:')
  expect(complete('maya state:b', 'state:banned')).toBe('maya state:banned ')
  expect(complete('last:', 'last:<')).toBe('last:<')
})

it('replaces what a new filter contradicts', () => {
  expect(addFilter({ admins: true, bots: true }, { exclude_admins: true })).toEqual({
    exclude_admins: true,
    bots: true,
  })
  expect(addFilter({ created_before: '2025-01-01' }, { created_after: '2025-02-01' })).toEqual({
    created_after: '2025-02-01',
  })
  expect(addFilter({ states: ['blocked'] }, { states: ['banned'] })).toEqual({
    states: ['blocked', 'banned'],
  })
})

it('types every filter that it reads', () => {
  const typed = [
    'state:pending',
    '2fa:yes',
    'domain:x.example',
    'admin:no',
    'bot:no',
    'last:<2025-06-01',
  ]
  for (const one of typed) {
    expect(formatTypedFilter(parseTypedSearch(one, true).filter)).toBe(one)
  }
  expect(formatTypedFilter({ humans: true })).toBeUndefined()
})
