import type { UserChanges } from './account-changes.ts'
import type { FieldErrors } from './account-rules.ts'
import { avatarErrors, saveAvatar } from './avatars.ts'
import type { Context } from './context.ts'
import { findIdentityByUid, saveIdentity } from './database/identities.ts'
import { savePreferences } from './preferences.ts'

/** What is wrong with that of an account which lies in tables of its own. */
export function linkedRecordErrors(
  { db }: Context,
  { avatar, provider, extern_uid: externUid }: UserChanges,
  userId?: number,
): FieldErrors {
  const errors: FieldErrors = {}
  const avatarFileErrors = avatar ? avatarErrors(avatar) : []
  if (avatarFileErrors.length > 0) errors['avatar'] = avatarFileErrors
  const existing = provider && externUid ? findIdentityByUid(db, provider, externUid) : undefined
  if (existing && existing.user_id !== userId) {
    errors['identities.extern_uid'] = ['has already been taken']
  }
  return errors
}

/** Stores what lies in tables of its own. Call it within a transaction. */
export function saveLinkedRecords(context: Context, userId: number, changes: UserChanges): void {
  const { avatar, provider, extern_uid: externUid, view_diffs_file_by_file } = changes
  if (avatar) saveAvatar(context.db, userId, avatar)
  if (view_diffs_file_by_file !== undefined) {
    savePreferences(context, userId, { view_diffs_file_by_file })
  }
  if (!provider || !externUid) return
  saveIdentity(context.db, {
    user_id: userId,
    provider,
    extern_uid: externUid,
    saml_provider_id: changes.group_id_for_saml ?? null,
    updated_at: context.now().toISOString(),
  })
}
