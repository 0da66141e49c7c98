import { expect, it } from 'vitest'
import { DirectoryFilter } from '../../../shared/operations/directory.ts'
import { userFigures } from '../../../shared/rules/user-figures.ts'
import { everyone } from '../../stores/directory.ts'
import { filterChips, matchingValues } from '../../components/directory/filter-chips.ts'
import {
  filterDraftErrors,
  hasIncompleteAttribute,
  toFilter,
  toFilterDraft,
} from './filter-draft.ts'
import type { FilterDraft } from './filter-draft.ts'
import {
  choiceKeys,
  flagKeys,
  isSameFilter,
  parseListQuery,
  formatListQuery,
} from '../../components/directory/list-query.ts'
import { builtInViews, suggestedActions } from '../../components/directory/built-in-views.ts'

/** Contains every filter. */
const allFilters: DirectoryFilter = {
  search: 'o\'brien "x" & y=1',
  username: 'anna',
  states: ['blocked', 'banned'],
  ids: [7, 12],
  ...Object.fromEntries(flagKeys.map((key) => [key, true])),
  ...Object.fromEntries(choiceKeys.map((key, index) => [key, index % 2 === 0])),
  created_after: '2026-01-01',
  created_before: '2026-02-01',
  active_after: '2026-01-03',
  active_before: '2026-02-03',
  domain: 'example.com',
  extern_uid: 'uid=anna,ou=people',
  provider: 'ldapmain',
  two_factor: 'disabled',
  saml_provider_id: 3,
  custom_attributes: { team: 'maps', 'a[b]': 'ü' },
  inactive_days: 90,
}

it('covers every filter', () => {
  expect(Object.keys(DirectoryFilter.parse(allFilters)).sort()).toEqual(
    Object.keys(DirectoryFilter.shape).sort(),
  )
})

it('restores a list from its URL', () => {
  const list = { filter: allFilters, order_by: 'email', sort: 'asc' } as const
  expect(parseListQuery(formatListQuery(list))).toEqual(list)
  expect(formatListQuery(everyone)).toEqual({})
  expect(parseListQuery({})).toEqual(everyone)
})

it('ignores invalid parts of a URL', () => {
  expect(
    parseListQuery({
      external: 'maybe',
      bots: '1',
      inactive_days: '-3',
      created_after: '2026-02-31',
      order_by: 'magic',
      sort: 'up',
      two_factor: 'no',
      states: ',',
      search: ['first', 'second'],
    }),
  ).toEqual({ ...everyone, filter: { search: 'first' } })
})

it('converts filters to form values and back', () => {
  for (const filter of [allFilters, {}]) {
    const draft = toFilterDraft(filter)
    expect(toFilter(draft, filter.search)).toEqual(filter)
    expect(filterDraftErrors(draft)).toEqual({})
  }
})

it('reports form errors by field', () => {
  const errorsOf = (texts: Partial<FilterDraft['texts']>) => {
    const empty = toFilterDraft({})
    return Object.keys(filterDraftErrors({ ...empty, texts: { ...empty.texts, ...texts } })).sort()
  }
  expect(
    errorsOf({
      created_after: '2026-02-02',
      created_before: '2026-02-01',
      inactive_days: '0',
      provider: 'ldapmain',
      saml_provider_id: 'x',
    }),
  ).toEqual(['created_before', 'extern_uid', 'inactive_days', 'saml_provider_id'])
  expect(errorsOf({ extern_uid: 'x' })).toEqual(['provider'])
})

it('detects a custom attribute with only a key or only a value', () => {
  const draft = toFilterDraft({})
  const has = (key: string, value: string) =>
    hasIncompleteAttribute({ ...draft, attributes: [{ key, value }] })
  expect([has('team', ''), has(' ', 'maps'), has('team', 'maps'), has('', ' ')]).toEqual([
    true,
    true,
    false,
    false,
  ])
})

it('describes what “all matching” covers', () => {
  const filter: DirectoryFilter = { search: ' costa ', states: ['blocked'], two_factor: 'disabled' }
  expect(matchingValues(filter, 829)).toEqual({
    count: 829,
    filtered: 'yes',
    filters: '“\u2068costa\u2069” · Blocked · Two-factor: Disabled',
  })
  expect(matchingValues({}, 60)).toEqual({ count: 60, filtered: 'no', filters: '' })
  expect(matchingValues({ search: 'x'.repeat(900) }, 1).filters).toHaveLength(65)
})

it('shows active filters as chips that can be removed one by one', () => {
  const chips = filterChips(allFilters)
  const { search } = allFilters
  const without = (key: string) => chips.find((chip) => chip.key === key)?.without
  expect(without('state-banned')).toEqual({ ...allFilters, states: ['blocked'] })
  expect(without('attribute-team')?.custom_attributes).toEqual({ 'a[b]': 'ü' })
  expect(without('provider')).not.toHaveProperty('provider')
  let remaining = allFilters
  for (let chip = filterChips(remaining)[0]; chip; chip = filterChips(remaining)[0])
    remaining = chip.without
  expect(remaining).toEqual({ search })
})

it('has distinct built-in views', () => {
  const views = builtInViews('2026-03-08')
  expect(views.at(-1)?.filter).toEqual({ created_after: '2026-03-02' })
  for (const view of views) {
    expect(DirectoryFilter.parse(view.filter)).toEqual(view.filter)
    expect(views.filter(({ filter }) => isSameFilter(filter, view.filter))).toEqual([view])
  }
})

it.each<[DirectoryFilter, string]>([
  [userFigures.inactive, 'deactivate'],
  [{ ...userFigures.inactive, inactive_days: 365 }, 'deactivate'],
  [{ ...userFigures.inactive, external: true, search: 'anna' }, 'deactivate'],
  [{ states: ['blocked'] }, 'unblock'],
  [{ states: ['blocked_pending_approval'], domain: 'example.com' }, 'approve,reject'],
  [{ states: ['deactivated'], inactive_days: 90 }, 'activate'],
  [{ states: ['active', 'blocked'] }, 'block'],
  [{}, 'block'],
])('suggests actions that suit the filter: %j', (filter, actions) => {
  expect(suggestedActions(filter).join()).toBe(actions)
})
