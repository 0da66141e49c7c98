import type { MessageId } from '../../../shared/messages/message.ts'
import type { UserPreferences } from '../../../shared/gitlab/current-user.ts'
import { t } from '../../ui/messages.ts'

/** Labels and hints for each preference. */
export const preferenceTexts = {
  view_diffs_file_by_file: {
    label: 'preferences.oneFileAtATime',
    hint: 'preferences.oneFileAtATimeHint',
    keywords: 'preferences.oneFileAtATimeKeywords',
  },
  show_whitespace_in_diffs: {
    label: 'preferences.showWhitespace',
    hint: 'preferences.showWhitespaceHint',
    keywords: 'preferences.showWhitespaceKeywords',
  },
  pass_user_identities_to_ci_jwt: {
    label: 'preferences.passIdentities',
    hint: 'preferences.passIdentitiesHint',
    keywords: 'preferences.passIdentitiesKeywords',
  },
  policy_advanced_editor: {
    label: 'preferences.policyEditor',
    hint: 'preferences.policyEditorHint',
    keywords: 'preferences.policyEditorKeywords',
  },
} satisfies Record<string, { label: MessageId; hint: MessageId; keywords: MessageId }>
export type PreferenceName = keyof typeof preferenceTexts
export const preferenceNames = Object.keys(preferenceTexts) as PreferenceName[]
export type PreferencesDraft = Record<PreferenceName, boolean>

/** Converts preferences to switch states. Missing ones are off. */
export function toPreferencesDraft(preferences: UserPreferences): PreferencesDraft {
  return Object.fromEntries(
    preferenceNames.map((name) => [name, preferences[name] ?? false]),
  ) as PreferencesDraft
}

/** Whether GitLab has the policy editor. Older versions don’t. */
export function hasPolicyEditor(preferences: UserPreferences): boolean {
  return typeof preferences.policy_advanced_editor === 'boolean'
}

/** The preferences that this GitLab version supports, once it has responded. */
export function shownPreferences(preferences: UserPreferences | undefined): PreferenceName[] {
  if (!preferences) return []
  return preferenceNames.filter(
    (name) => name !== 'policy_advanced_editor' || hasPolicyEditor(preferences),
  )
}

/** Converts API names of preferences to labels. */
export function preferenceLabels(names: readonly string[]): string[] {
  return preferenceNames
    .filter((name) => names.includes(name))
    .map((name) => t(preferenceTexts[name].label))
}
