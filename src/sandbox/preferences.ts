import type { Context } from './context.ts'
import type { Flag } from './database/users.ts'

/** Changes to preferences. Omitted or null fields keep their values. */
export interface PreferencesChanges {
  view_diffs_file_by_file?: boolean | null
  show_whitespace_in_diffs?: boolean | null
  pass_user_identities_to_ci_jwt?: boolean | null
  policy_advanced_editor?: boolean | null
}

type StoredPreferences = Record<keyof PreferencesChanges, Flag>

/** Defaults (`db/structure.sql`, `user_preferences`). */
const defaultPreferences: StoredPreferences = {
  view_diffs_file_by_file: 0,
  show_whitespace_in_diffs: 1,
  pass_user_identities_to_ci_jwt: 0,
  policy_advanced_editor: 0,
}

/** Preferences in API responses. Each user has one record, identified by the user's id. */
export function preferencesView(context: Context, userId: number) {
  const stored = readPreferences(context, userId)
  return context.release.withoutUnknownFields('preferences', {
    id: userId,
    user_id: userId,
    view_diffs_file_by_file: stored.view_diffs_file_by_file === 1,
    show_whitespace_in_diffs: stored.show_whitespace_in_diffs === 1,
    pass_user_identities_to_ci_jwt: stored.pass_user_identities_to_ci_jwt === 1,
    policy_advanced_editor: stored.policy_advanced_editor === 1,
  })
}

/** Stores changes to a user's preferences. */
export function savePreferences(
  context: Context,
  userId: number,
  changes: PreferencesChanges,
): void {
  const stored = readPreferences(context, userId)
  const flag = (name: keyof StoredPreferences) => Number(changes[name] ?? stored[name])
  const row = {
    user_id: userId,
    view_diffs_file_by_file: flag('view_diffs_file_by_file'),
    show_whitespace_in_diffs: flag('show_whitespace_in_diffs'),
    pass_user_identities_to_ci_jwt: flag('pass_user_identities_to_ci_jwt'),
    policy_advanced_editor: flag('policy_advanced_editor'),
  }
  context.db.insert('preferences', row, 'REPLACE')
}

function readPreferences({ db }: Context, userId: number): StoredPreferences {
  return (
    db.one<StoredPreferences>('SELECT * FROM preferences WHERE user_id = ?', userId) ??
    defaultPreferences
  )
}
