import type { UserChanges } from './account-changes.ts'
import type { Complaints } from './account-rules.ts'
import { avatarComplaints, saveAvatar } from './avatars.ts'
import type { Context } from './context.ts'
import { identityBy, saveIdentity } from './database/identities.ts'
import { savePreferences } from './preferences.ts'

/** What is wrong with that of an account which lies in tables of its own. */
export function partComplaints(
  { db }: Context,
  { avatar, provider, extern_uid: externUid }: UserChanges,
  userId?: number,
): Complaints {
  const complaints: Complaints = {}
  const wrong = avatar ? avatarComplaints(avatar) : []
  if (wrong.length > 0) complaints['avatar'] = wrong
  const known = provider && externUid ? identityBy(db, provider, externUid) : undefined
  if (known && known.user_id !== userId) {
    complaints['identities.extern_uid'] = ['has already been taken']
  }
  return complaints
}

/** Stores what lies in tables of its own. Call it within a transaction. */
export function saveParts(context: Context, userId: number, change: UserChanges): void {
  const { avatar, provider, extern_uid: externUid, view_diffs_file_by_file } = change
  if (avatar) saveAvatar(context.db, userId, avatar)
  if (view_diffs_file_by_file !== undefined) {
    savePreferences(context, userId, { view_diffs_file_by_file })
  }
  if (!provider || !externUid) return
  saveIdentity(context.db, {
    user_id: userId,
    provider,
    extern_uid: externUid,
    saml_provider_id: change.group_id_for_saml ?? null,
    updated_at: context.now().toISOString(),
  })
}
