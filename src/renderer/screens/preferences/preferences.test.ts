import { expect, it } from 'vitest'
import { changedNames, changesOf, draftOf, refusedNames } from './preferences.ts'

it('takes what a service leaves out for off', () => {
  expect(draftOf({ view_diffs_file_by_file: null, show_whitespace_in_diffs: true })).toEqual({
    view_diffs_file_by_file: false,
    show_whitespace_in_diffs: true,
    pass_user_identities_to_ci_jwt: false,
    policy_advanced_editor: false,
  })
})

it('names what was changed, and what a service did not take over', () => {
  const before = draftOf({})
  const sent = { ...before, show_whitespace_in_diffs: true }
  expect(changedNames(before, before)).toEqual([])
  expect(changedNames(before, sent)).toEqual(['show_whitespace_in_diffs'])
  expect(refusedNames(sent, sent)).toEqual([])
  expect(refusedNames(sent, {})).toEqual([])
  expect(refusedNames(sent, before)).toEqual(['show_whitespace_in_diffs'])
})

it('sends the policy editor only to a service that has it', () => {
  const draft = draftOf({ policy_advanced_editor: true })
  expect(changesOf(draft, { policy_advanced_editor: false })).toEqual(draft)
  expect(changesOf(draft, {})).not.toHaveProperty('policy_advanced_editor')
})
