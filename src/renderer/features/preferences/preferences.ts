import type { MessageId } from '../../../shared/messages/message.ts'
import type { UserPreferences } from '../../../shared/service/current-user.ts'
import { t } from '../../ui/messages.ts'

/** The label of each preference. */
export const preferenceLabels = {
  view_diffs_file_by_file: 'preferences.oneFileAtATime',
  show_whitespace_in_diffs: 'preferences.showWhitespace',
  pass_user_identities_to_ci_jwt: 'preferences.passIdentities',
  policy_advanced_editor: 'preferences.policyEditor',
} satisfies Record<string, MessageId>
export type PreferenceName = keyof typeof preferenceLabels
export type PreferencesDraft = Record<PreferenceName, boolean>

/** The preferences as switches; missing ones count as off. */
export function draftOf(preferences: UserPreferences): PreferencesDraft {
  return {
    view_diffs_file_by_file: preferences.view_diffs_file_by_file ?? false,
    show_whitespace_in_diffs: preferences.show_whitespace_in_diffs ?? false,
    pass_user_identities_to_ci_jwt: preferences.pass_user_identities_to_ci_jwt ?? false,
    policy_advanced_editor: preferences.policy_advanced_editor ?? false,
  }
}

/** Whether the service has the policy editor, which older versions don't. */
export function hasPolicyEditor(preferences: UserPreferences): boolean {
  return typeof preferences.policy_advanced_editor === 'boolean'
}

/** The labels of preferences, by their names in the API. */
export function labelsOf(names: readonly string[]): string[] {
  return Object.entries(preferenceLabels)
    .filter(([name]) => names.includes(name))
    .map(([, label]) => t(label))
}
