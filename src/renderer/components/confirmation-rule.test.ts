import { describe, expect, it } from 'vitest'
import { type ActionWeight, confirmationOf, matchesPhrase } from './confirmation-rule.ts'

const text = (weight: ActionWeight) => confirmationOf(weight)?.typed
const dialog = {}

describe('confirmationOf', () => {
  it.each([
    [undefined, undefined],
    [1, undefined],
    [50, undefined],
    [51, '51'],
    [49_996, '49996'],
  ])(
    'requires typing the count for a reversible action on more than 50 users: %s',
    (count, typed) => {
      const weight = { what: 'block', isReversible: true, ...(count && { count }) } as const
      expect(confirmationOf(weight)).toEqual(typed && { typed })
    },
  )

  it.each(['delete', 'hard_delete', 'reject', 'disable_two_factor', 'delete_ssh_keys'] as const)(
    'requires typing the username of one user, or the count of several: %s',
    (what) => {
      expect(text({ what, isReversible: false, username: 'maya' })).toBe('maya')
      expect(text({ what, isReversible: false, count: 1, username: 'maya' })).toBe('maya')
      expect(text({ what, isReversible: false, count: 2, username: 'maya' })).toBe('2')
      expect(text({ what, isReversible: false, count: 51 })).toBe('51')
    },
  )

  it('requires typing the username before deleting the identity a user signs in with', () => {
    const what = 'delete_user_identity'
    expect(text({ what, isReversible: false, username: 'maya' })).toBe('maya')
  })

  it.each(['delete_user_key', 'delete_user_email', 'revoke_token'] as const)(
    'shows a dialog before deleting one of a user’s credentials, without typing: %s',
    (what) => {
      expect(confirmationOf({ what, isReversible: false, username: 'maya' })).toEqual(dialog)
    },
  )

  it('confirms deleting one’s own key or email without typing', () => {
    for (const what of ['delete_own_key', 'delete_own_email'] as const) {
      expect(confirmationOf({ what, isReversible: false })).toEqual(dialog)
    }
  })

  it('requires typing the count for several new users, and doesn’t confirm a single one', () => {
    const weight = { what: 'create_users', isReversible: false } as const
    expect(confirmationOf({ ...weight, count: 1 })).toBeUndefined()
    expect(text({ ...weight, count: 2 })).toBe('2')
  })

  it('shows a dialog before many users are read, without typing', () => {
    const weight = { what: 'second_look', isReversible: true } as const
    expect(confirmationOf({ ...weight, count: 50 })).toBeUndefined()
    expect(confirmationOf({ ...weight, count: 51 })).toEqual(dialog)
  })

  it('requires typing a word before deleting everything on this computer', () => {
    expect(text({ what: 'delete_everything', isReversible: false })).toBe('delete')
  })
})

describe('matchesPhrase', () => {
  it.each([
    ['delete', 'delete', true],
    [' Delete ', 'delete', true],
    ['delet', 'delete', false],
    ['delete it', 'delete', false],
    ['', 'delete', false],
    ['maya.lindqvist', 'maya.lindqvist', true],
    ['@Maya.Lindqvist', 'maya.lindqvist', true],
    ['marie-claire', 'Marie-Claire', true],
    ['maya', 'maya.lindqvist', false],
    ['1200', '1200', true],
    [' 1200 ', '1200', true],
    ['1,200', '1200', true],
    ['1.200', '1200', true],
    ['1\u202F200', '1200', true],
    ['1200 users', '1200', false],
    ['120', '1200', false],
    ['-1200', '1200', false],
    ['', '1200', false],
  ])('compares %j with %s: %s', (typed, phrase, matches) => {
    expect(matchesPhrase(typed, phrase)).toBe(matches)
  })
})
