import type { UserPreferences } from '../../../shared/service/current-user.ts'

/** What each preference is called on the screen. */
export const preferenceLabels = {
  view_diffs_file_by_file: 'One file at a time',
  show_whitespace_in_diffs: 'Show whitespace changes',
  pass_user_identities_to_ci_jwt: 'Pass my identities to CI jobs',
  policy_advanced_editor: 'Advanced policy editor',
} as const
export type PreferenceName = keyof typeof preferenceLabels
export type PreferencesDraft = Record<PreferenceName, boolean>

/** All as switches; what a service leaves out counts as off. */
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

/** The labels of preferences, by their names in the interface. */
export function labelsOf(names: readonly string[]): string[] {
  return Object.entries(preferenceLabels)
    .filter(([name]) => names.includes(name))
    .map(([, label]) => label)
}
