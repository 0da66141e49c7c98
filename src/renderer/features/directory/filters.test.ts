import { expect, it } from 'vitest'
import { DirectoryFilter } from '../../../shared/app/directory.ts'
import { everyone } from '../../data/stores/directory.ts'
import { filterChips } from './filter-chips.ts'
import { draftOf, filterOf } from './filter-draft.ts'
import { flagKeys, isSameFilter, listOfQuery, listQuery } from './list-query.ts'
import { readyViews } from './ready-views.ts'

/** Every filter that there is. */
const whole: DirectoryFilter = {
  search: 'o\'brien "x" & y=1',
  username: 'anna',
  states: ['blocked', 'banned'],
  ...Object.fromEntries(flagKeys.map((key) => [key, true])),
  created_after: '2026-01-01',
  created_before: '2026-02-01',
  extern_uid: 'uid=anna,ou=people',
  provider: 'ldapmain',
  two_factor: 'disabled',
  saml_provider_id: 3,
  custom_attributes: { team: 'maps', 'a[b]': 'ü' },
  bots: false,
  inactive_days: 90,
  has_identity: true,
}

it('knows every filter', () => {
  expect(Object.keys(DirectoryFilter.parse(whole)).sort()).toEqual(
    Object.keys(DirectoryFilter.shape).sort(),
  )
})

it('finds a list again in its address', () => {
  const list = { filter: whole, order_by: 'email', sort: 'asc' } as const
  expect(listOfQuery(listQuery(list))).toEqual(list)
  expect(listQuery(everyone)).toEqual({})
  expect(listOfQuery({})).toEqual(everyone)
})

it('leaves out of an address what makes no sense', () => {
  expect(
    listOfQuery({
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

it('fills the form and reads it back', () => {
  expect(filterOf(draftOf(whole), whole.search)).toEqual({ filter: whole, errors: {} })
  expect(filterOf(draftOf({}), undefined)).toEqual({ filter: {}, errors: {} })
})

it('says what is wrong with the form, at the field', () => {
  const draft = draftOf({})
  const wrong = filterOf(
    {
      ...draft,
      created_after: '2026-02-02',
      created_before: '2026-02-01',
      inactive_days: '0',
      provider: 'ldapmain',
      saml_provider_id: 'x',
    },
    undefined,
  )
  expect(Object.keys(wrong.errors).sort()).toEqual([
    'created_before',
    'extern_uid',
    'inactive_days',
    'saml_provider_id',
  ])
  expect(filterOf({ ...draft, extern_uid: 'x' }, undefined).errors).toHaveProperty('provider')
})

it('shows what is on, and takes each away alone', () => {
  const chips = filterChips(whole)
  const { search } = whole
  const without = (key: string) => chips.find((chip) => chip.key === key)?.without
  expect(without('state-banned')).toEqual({ ...whole, states: ['blocked'] })
  expect(without('attribute-team')?.custom_attributes).toEqual({ 'a[b]': 'ü' })
  expect(without('identity')).not.toHaveProperty('provider')
  let left = whole
  for (let chip = filterChips(left)[0]; chip; chip = filterChips(left)[0]) left = chip.without
  expect(left).toEqual({ search })
})

it('has ready views that differ, each with something to do', () => {
  const views = readyViews('2026-03-08')
  expect(views.at(-1)?.filter).toEqual({ created_after: '2026-03-01' })
  for (const view of views) {
    expect(DirectoryFilter.parse(view.filter)).toEqual(view.filter)
    expect(views.filter(({ filter }) => isSameFilter(filter, view.filter))).toEqual([view])
    expect(view.actions.length).toBeGreaterThan(0)
  }
})
