import { type FamilyHandlers, defineHandler } from '../handler.ts'
import { allOf, atLeastOneOf, boolean } from '../parameters.ts'
import { preferencesView, savePreferences } from '../preferences.ts'

const parameters = {
  view_diffs_file_by_file: boolean(),
  show_whitespace_in_diffs: boolean(),
  pass_user_identities_to_ci_jwt: boolean(),
}
const names = Object.keys(parameters)
const policyEditor = 'policy_advanced_editor'

/** The caller's own display preferences. */
export const preferenceHandlers: FamilyHandlers<'preferences'> = {
  get: defineHandler({
    answer: ({ context, caller }) => preferencesView(context, caller.user.id),
  }),

  set: defineHandler({
    parameters: { ...parameters, [policyEditor]: boolean() },
    rules: [
      (given, { flavor, release }) => {
        if (!flavor.acceptsSomePreferences) return allOf(...names)(given)
        return atLeastOneOf(...names, ...(release.has('policyEditor') ? [policyEditor] : []))(given)
      },
    ],
    answer: ({ context, caller, values }) => {
      savePreferences(context, caller.user.id, values)
      return preferencesView(context, caller.user.id)
    },
  }),
}
