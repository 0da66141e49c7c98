import { expect, it } from 'vitest'
import { draftErrors, draftOf, filterOf, queryOf } from './journal-filter.ts'
import { changeWords, journalActionWords } from './journal-words.ts'

it('takes from an address what makes sense', () => {
  const query = {
    search: 'anna',
    outcome: 'refused',
    from: '2026-11-20',
    to: '2026-13-99',
    target: '12',
    action: ['block', 'ban'],
  }
  const draft = draftOf(query)
  expect(draft).toEqual({
    search: 'anna',
    action: '',
    outcome: 'refused',
    from: '2026-11-20',
    to: '',
    target: '12',
  })
  expect(filterOf(draft)).toEqual({
    search: 'anna',
    outcome: 'refused',
    from: '2026-11-20',
    target: 12,
  })
  expect(draftOf(queryOf(draft))).toEqual(draft)
  expect(draftOf({ outcome: 'lost', target: '-3' })).toMatchObject({ outcome: '', target: '' })
})

it('asks for nothing where nothing is typed', () => {
  expect(filterOf(draftOf({ search: '  ' }))).toEqual({})
})

it('finds days that are the wrong way round', () => {
  const draft = draftOf({ from: '2026-11-20', to: '2026-11-19' })
  expect(draftErrors(draft)).toEqual({ to: ['is before the first day'] })
  expect(draftErrors({ ...draft, to: '2026-11-20' })).toEqual({})
  expect(draftErrors({ ...draft, to: '' })).toEqual({})
})

it('words actions and changes', () => {
  expect(journalActionWords('hard_delete')).toBe('Delete with contributions')
  expect(journalActionWords('users.modify')).toBe('Edit user')
  expect(journalActionWords('constructor')).toBe('Constructor')
  expect(journalActionWords('emails.confirmFor')).toBe('Confirm for')
  expect(changeWords({ before: 'active', after: 'blocked' })).toBe('Active → Blocked')
  expect(changeWords({ before: 'active', after: 'gone' })).toBe('Active → Gone')
  expect(changeWords({ before: 'active' })).toBe('Active → not read')
  expect(changeWords({})).toBeUndefined()
})
