import { expect, it } from 'vitest'
import { preferenceLabels, toPreferencesDraft } from './preferences.ts'

it('treats missing preferences as off', () => {
  expect(
    toPreferencesDraft({ view_diffs_file_by_file: null, show_whitespace_in_diffs: true }),
  ).toEqual({
    view_diffs_file_by_file: false,
    show_whitespace_in_diffs: true,
    pass_user_identities_to_ci_jwt: false,
    policy_advanced_editor: false,
  })
})

it('labels known preferences and omits unknown ones', () => {
  expect(preferenceLabels(['unknown', 'show_whitespace_in_diffs'])).toEqual([
    'Show whitespace changes',
  ])
})
