import type { UserPreferences } from '../../../shared/service/current-user.ts'

export const preferenceNames = [
  'view_diffs_file_by_file',
  'show_whitespace_in_diffs',
  'pass_user_identities_to_ci_jwt',
  'policy_advanced_editor',
] as const
export type PreferenceName = (typeof preferenceNames)[number]
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

/** What is sent: some services require all preferences that they support. */
export function changesOf(
  { policy_advanced_editor, ...known }: PreferencesDraft,
  onService: UserPreferences,
): Partial<PreferencesDraft> {
  return hasPolicyEditor(onService) ? { ...known, policy_advanced_editor } : known
}

/** What differs between two drafts. */
export function changedNames(a: PreferencesDraft, b: PreferencesDraft): PreferenceName[] {
  return preferenceNames.filter((name) => a[name] !== b[name])
}

/** What a service says of preferences that it was sent, and did not take over. */
export function refusedNames(sent: PreferencesDraft, answer: UserPreferences): PreferenceName[] {
  return preferenceNames.filter((name) => (answer[name] ?? sent[name]) !== sent[name])
}
