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
export function toPreferencesDraft(preferences: UserPreferences): PreferencesDraft {
  const names = Object.keys(preferenceLabels) as PreferenceName[]
  return Object.fromEntries(
    names.map((name) => [name, preferences[name] ?? false]),
  ) as PreferencesDraft
}

/** Whether the service has the policy editor, which older versions don't. */
export function hasPolicyEditor(preferences: UserPreferences): boolean {
  return typeof preferences.policy_advanced_editor === 'boolean'
}

/** The labels of preferences, by their names in the API. */
export function labelsFor(names: readonly string[]): string[] {
  return Object.entries(preferenceLabels)
    .filter(([name]) => names.includes(name))
    .map(([, label]) => t(label))
}
