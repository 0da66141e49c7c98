import type { UserChanges } from './account-changes.ts'
import { applyUserChanges } from './account-changes.ts'
import {
  changeEmail,
  emailComplaints,
  pathComplaints,
  refuseConflicts,
  verifiedEmails,
} from './account-emails.ts'
import { partComplaints, saveParts } from './account-parts.ts'
import { complaintsAbout } from './account-rules.ts'
import type { Complaints } from './account-rules.ts'
import { askToConfirm } from './confirmations.ts'
import type { Context } from './context.ts'
import { normalEmail, secondaryEmail } from './database/emails.ts'
import { addUser, newUser } from './database/new-users.ts'
import { profileOf, updateUser, userById } from './database/users.ts'
import type { User } from './database/users.ts'
import { invalidFields, notFound } from './errors.ts'

/** Somebody who is not there yet. */
export interface RecoverableCreate extends UserChanges {
  email: string
  name: string
  username: string
  /** Goes before `password`, as does the next one. */
  force_random_password?: boolean | null
  reset_password?: boolean | null
  skip_confirmation?: boolean | null
}

export interface Modification extends UserChanges {
  email?: string | null
  skip_reconfirmation?: boolean | null
}

/** Makes an account and returns it (`app/services/users/build_service.rb`). Throws a refusal. */
export function createAccount(
  context: Context,
  creatorId: number,
  creation: RecoverableCreate,
): User {
  const moment = context.now().toISOString()
  const email = normalEmail(creation.email)
  const isConfirmed = creation.skip_confirmation === true
  const isGenerated = creation.force_random_password === true || creation.reset_password === true
  const blank = newUser({ ...creation, email }, moment, creatorId)
  const account = applyUserChanges({ ...blank, confirmed_at: isConfirmed ? moment : null }, creation)
  refuseConflicts(context, { email, username: creation.username }, 409)
  refuse({
    ...complaintsAbout(
      account,
      isConfirmed ? [email] : [],
      isGenerated ? undefined : (creation.password ?? ''),
    ),
    ...emailComplaints(context, email),
    ...pathComplaints(context, creation.username),
    ...partComplaints(context, creation),
  })
  return context.db.transaction(() => {
    const { id } = addUser(context.db, account)
    saveParts(context, id, creation)
    if (!isConfirmed) askToConfirm(context, id, email)
    return userById(context.db, id)!
  })
}

/**
 * Changes an account and returns it as it is then, with the old email where the new one has to be confirmed first
 * (`app/services/users/update_service.rb`). Throws a refusal.
 */
export function modifyAccount(
  context: Context,
  modifierId: number,
  user: User,
  change: Modification,
): User {
  if (Object.keys(change).length === 0) return user
  const email = change.email === undefined ? undefined : normalEmail(change.email ?? '')
  const conflictStatus = context.flavour.conflictingChangeIsNotFound ? 404 : 409
  refuseConflicts(context, { email, username: change.username }, conflictStatus, user.id)
  const account = applyUserChanges(accountOf(user), change)
  refuse({
    // Only what changes is looked at: what somebody is called already may stay.
    ...about(
      change,
      complaintsAbout(account, verifiedEmails(context, user), change.password || null),
    ),
    ...(email === undefined ? {} : emailComplaints(context, email, user.id)),
    ...(isRenamed(user, change) ? pathComplaints(context, account.username) : {}),
    ...partComplaints(context, change, user.id),
  })
  const isNew = email !== undefined && email !== normalEmail(user.email)
  if (isNew) mustBeSecondary(context, user, email)
  return context.db.transaction(() => {
    const moment = context.now().toISOString()
    const stored = updateUser(context.db, user, {
      ...account,
      updated_at: moment,
      ...(change.password && { password_expires_at: modifierId === user.id ? null : moment }),
    })
    saveParts(context, user.id, change)
    if (isNew) changeEmail(context, stored, email, change.skip_reconfirmation === true)
    return userById(context.db, user.id)!
  })
}

/** Who has the path of a group already may keep it. */
function isRenamed({ username }: User, change: Modification): boolean {
  return !!change.username && change.username.toLowerCase() !== username.toLowerCase()
}

/** What of a user a change may touch. */
function accountOf(user: User) {
  const { admin, auditor, external, private_profile, name, username, email, public_email } = user
  const columns = { admin, auditor, external, private_profile, name, username, email, public_email }
  return { ...columns, profile: profileOf(user) }
}

function mustBeSecondary({ db, flavour }: Context, user: User, email: string): void {
  if (!flavour.emailMustBeSecondary || secondaryEmail(db, email)?.user_id === user.id) return
  throw notFound('Email')
}

function about(change: Modification, complaints: Complaints): Complaints {
  return Object.fromEntries(Object.entries(complaints).filter(([name]) => name in change))
}

function refuse(complaints: Complaints): void {
  if (Object.keys(complaints).length > 0) throw invalidFields(complaints)
}
