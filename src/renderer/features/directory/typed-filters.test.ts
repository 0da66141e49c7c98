import { expect, it } from 'vitest'
import type { DirectoryFilter } from '../../../shared/operations/directory.ts'
import {
  addFilter,
  complete,
  completions,
  formatTypedFilter,
  parseTypedSearch,
} from './typed-filters.ts'

it.each<[typed: string, filter: DirectoryFilter]>([
  // Matches the same users as the built-in view.
  ['state:blocked', { states: ['blocked', 'ldap_blocked'] }],
  ['locked:yes', { locked: true }],
  ['state:pending STATE:Banned', { states: ['blocked_pending_approval', 'banned'] }],
  ['state:ldap-blocked', { states: ['ldap_blocked'] }],
  ['2fa:no', { two_factor: 'disabled' }],
  ['domain:Example.com', { domain: 'example.com' }],
  ['domain:@example.com', { domain: 'example.com' }],
  ['state:ldap_blocked', { states: ['ldap_blocked'] }],
  ['admin:yes', { admins: true }],
  ['admin:yes admin:no', { admins: false }],
  ['bot:no external:yes', { bots: false, external: true }],
  ['created:>2025-01-01', { created_after: '2025-01-02' }],
  ['created:>=2025-01-01', { created_after: '2025-01-01' }],
  ['last:<2025-06-01', { active_before: '2025-06-01' }],
  ['last:<=2024-12-31', { active_before: '2025-01-01' }],
  ['created:2025-01-31', { created_after: '2025-01-31', created_before: '2025-02-01' }],
])('parses %s as a filter', (typed, filter) => {
  expect(parseTypedSearch(typed, true)).toEqual({ filter, text: '', unapplied: [], rest: '' })
})

it('reports an unknown filter instead of searching for it as text', () => {
  const words = ['inactive:90', 'last_activity:<2025-01-01', 'stat:blocked', '-state:blocked']
  const others = ['team:maps', 'constructor:x', 'Costa:']
  for (const word of [...words, ...others]) {
    const search = parseTypedSearch(`maya ${word}`, true)
    expect(search).toMatchObject({ filter: {}, text: 'maya', rest: `maya ${word}` })
    expect(search.unapplied).toMatchObject([{ word, problem: 'name' }])
    expect(search.unapplied[0]!.allowed).toEqual(
      expect.arrayContaining(['state:', '2fa:', 'domain:', 'last:']),
    )
  }
})

it('lists the allowed values for an invalid one', () => {
  const search = parseTypedSearch('state:asleep created:>soon maya 2fa:no', true)
  expect(search).toMatchObject({ filter: { two_factor: 'disabled' }, text: 'maya' })
  expect(search.unapplied).toEqual([
    {
      word: 'state:asleep',
      problem: 'value',
      allowed: expect.arrayContaining(['state:active', 'state:ldap-blocked', 'state:pending']),
    },
    {
      word: 'created:>soon',
      problem: 'value',
      allowed: ['created:2025-01-31', 'created:>2025-01-31', 'created:<2025-01-31'],
    },
  ])
})

it.each([
  'https://x.example',
  'x.example:8080',
  '12:30',
  'a:b',
  ':maps',
  'Müller:Kai',
  '@x:y',
  '山田：太郎',
])('searches for %s as text', (text) => {
  expect(parseTypedSearch(text, true)).toEqual({ filter: {}, text, unapplied: [], rest: text })
})

it.each(['state:', 'state:b', 'state:ldap_', '2fa:n', 'created:>2025-01', 'domain:example.co'])(
  'waits while %s is still being typed',
  (word) => {
    expect(parseTypedSearch(`maya ${word}`, false)).toMatchObject({
      filter: {},
      text: 'maya',
      unapplied: [{ word, problem: 'unfinished' }],
    })
    expect(parseTypedSearch(`${word} maya`, false).unapplied).not.toMatchObject([
      { problem: 'unfinished' },
    ])
  },
)

it('applies a value once it is unambiguous and a domain once followed by a space', () => {
  expect(parseTypedSearch('maya state:blocked', false)).toEqual({
    filter: { states: ['blocked', 'ldap_blocked'] },
    text: 'maya',
    unapplied: [],
    rest: 'maya',
  })
  expect(parseTypedSearch('created:2025-01-31', false).filter).not.toEqual({})
  for (const typed of ['domain:example.com ', 'domain:example.com maya']) {
    expect(parseTypedSearch(typed, false).filter).toEqual({ domain: 'example.com' })
  }
  expect(parseTypedSearch('domain:example.com', true).filter).toEqual({ domain: 'example.com' })
})

it('completes filter names and values', () => {
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

it('replaces filters that contradict a new one', () => {
  expect(addFilter({ admins: true, bots: true }, { admins: false })).toEqual({
    admins: false,
    bots: true,
  })
  expect(addFilter({ created_before: '2025-01-01' }, { created_after: '2025-02-01' })).toEqual({
    created_after: '2025-02-01',
  })
  expect(addFilter({ states: ['blocked'] }, { states: ['banned'] })).toEqual({
    states: ['blocked', 'banned'],
  })
})

it('formats each filter the way it is typed', () => {
  const typed = [
    'state:pending',
    '2fa:yes',
    'domain:x.example',
    'admin:no',
    'locked:no',
    'bot:no',
    'last:<2025-06-01',
  ]
  for (const one of typed) {
    expect(formatTypedFilter(parseTypedSearch(one, true).filter)).toBe(one)
  }
  expect(formatTypedFilter({ humans: true })).toBeUndefined()
})
