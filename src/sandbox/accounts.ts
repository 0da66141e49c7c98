import { type UserChanges, applyUserChanges } from './account-changes.ts'
import {
  changePrimaryEmail,
  emailErrors,
  groupPathErrors,
  assertNotTaken,
  verifiedEmails,
} from './account-emails.ts'
import { avatarErrors, saveAvatar } from './avatars.ts'
import { findIdentityByUid, saveIdentity } from './database/identities.ts'
import { savePreferences } from './preferences.ts'
import { type FieldErrors, accountErrors } from './account-rules.ts'
import { sendConfirmation } from './confirmations.ts'
import type { Context } from './context.ts'
import { normalizeEmail, secondaryEmail } from './database/emails.ts'
import { addUser, newUser } from './database/new-users.ts'
import { type User, profileOf, updateUser, userById } from './database/users.ts'
import { invalidFields, notFound } from './errors.ts'

/** A user to create. */
export interface NewAccount extends UserChanges {
  email: string
  name: string
  username: string
  /** Overrides `password`, as does the next field. */
  force_random_password?: boolean | null
  reset_password?: boolean | null
  skip_confirmation?: boolean | null
}

export interface UserUpdate extends UserChanges {
  skip_reconfirmation?: boolean | null
}

/** Creates an account and returns it (`app/services/users/build_service.rb`). Throws an `ApiError`. */
export function createAccount(context: Context, creatorId: number, input: NewAccount): User {
  const moment = context.now().toISOString()
  const email = normalizeEmail(input.email)
  const isConfirmed = input.skip_confirmation === true
  const isGenerated = input.force_random_password === true || input.reset_password === true
  const blank = newUser({ ...input, email }, moment, creatorId)
  const account = applyUserChanges({ ...blank, confirmed_at: isConfirmed ? moment : null }, input)
  assertNotTaken(context, { email, username: input.username }, 409)
  assertValid({
    ...accountErrors(
      account,
      isConfirmed ? [email] : [],
      isGenerated ? undefined : (input.password ?? ''),
    ),
    ...emailErrors(context, email),
    ...groupPathErrors(context, input.username),
    ...linkedRecordErrors(context, input),
  })
  return context.db.transaction(() => {
    const { id } = addUser(context.db, account)
    saveLinkedRecords(context, id, input)
    if (!isConfirmed) sendConfirmation(context, id, email)
    return userById(context.db, id)!
  })
}

/**
 * Updates an account and returns it, with the old email if the new one needs confirmation
 * (`app/services/users/update_service.rb`). Throws an `ApiError`.
 */
export function modifyAccount(
  context: Context,
  modifierId: number,
  user: User,
  changes: UserUpdate,
): User {
  if (Object.keys(changes).length === 0) return user
  const email = changes.email === undefined ? undefined : normalizeEmail(changes.email ?? '')
  const conflictStatus = context.flavor.conflictingChangeIsNotFound ? 404 : 409
  assertNotTaken(context, { email, username: changes.username }, conflictStatus, user.id)
  const account = applyUserChanges(editableFields(user), changes)
  assertValid({
    // Only changed fields are validated; existing values are accepted.
    ...changedFieldErrors(
      changes,
      accountErrors(account, verifiedEmails(context, user), changes.password || null),
    ),
    ...(email === undefined ? {} : emailErrors(context, email, user.id)),
    ...(isRenamed(user, changes) ? groupPathErrors(context, account.username) : {}),
    ...linkedRecordErrors(context, changes, user.id),
  })
  const isNewEmail = email !== undefined && email !== normalizeEmail(user.email)
  if (isNewEmail) assertSecondaryEmail(context, user, email)
  return context.db.transaction(() => {
    const moment = context.now().toISOString()
    const updated = updateUser(context.db, user, {
      ...account,
      updated_at: moment,
      ...(changes.password && { password_expires_at: modifierId === user.id ? null : moment }),
    })
    saveLinkedRecords(context, user.id, changes)
    if (isNewEmail)
      changePrimaryEmail(context, updated, email, changes.skip_reconfirmation === true)
    return userById(context.db, user.id)!
  })
}

/** Users whose username equals a group's path may keep it. */
function isRenamed({ username }: User, changes: UserUpdate): boolean {
  return !!changes.username && changes.username.toLowerCase() !== username.toLowerCase()
}

/** User columns that an update can write. */
function editableFields(user: User) {
  const { admin, auditor, external, private_profile, name, username, email, public_email } = user
  const columns = { admin, auditor, external, private_profile, name, username, email, public_email }
  return { ...columns, profile: profileOf(user) }
}

function assertSecondaryEmail({ db, flavor }: Context, user: User, email: string): void {
  if (!flavor.emailMustBeSecondary || secondaryEmail(db, email)?.user_id === user.id) return
  throw notFound('Email')
}

function changedFieldErrors(changes: UserUpdate, errors: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => name in changes))
}

function assertValid(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw invalidFields(errors)
}

/** Errors in account fields that have their own tables. */
function linkedRecordErrors(
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

/** Stores account fields that have their own tables. Call within a transaction. */
function saveLinkedRecords(context: Context, userId: number, changes: UserChanges): void {
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
