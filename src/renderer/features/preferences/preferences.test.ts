import { expect, it } from 'vitest'
import { draftOf, labelsOf } from './preferences.ts'

it('takes what a service leaves out for off', () => {
  expect(draftOf({ view_diffs_file_by_file: null, show_whitespace_in_diffs: true })).toEqual({
    view_diffs_file_by_file: false,
    show_whitespace_in_diffs: true,
    pass_user_identities_to_ci_jwt: false,
    policy_advanced_editor: false,
  })
})

it('calls preferences by their labels, and none that it does not know', () => {
  expect(labelsOf(['unknown', 'show_whitespace_in_diffs'])).toEqual(['Show whitespace changes'])
})
