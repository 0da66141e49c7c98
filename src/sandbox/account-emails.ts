import type { FieldErrors } from './account-rules.ts'
import { sendConfirmation } from './confirmations.ts'
import type { Context } from './context.ts'
import { isEmailAddress, secondaryEmail, setPrimaryEmail } from './database/emails.ts'
import { isGroupPath } from './database/memberships.ts'
import { type User, updateUser, userByUsername } from './database/users.ts'
import { ApiError } from './errors.ts'

interface Claim {
  email?: string | undefined
  username?: string | null | undefined
}

/**
 * Rejects another user's email or username. An unconfirmed address isn't reported as a conflict but is still rejected
 * (`spec/requests/api/users_spec.rb`).
 */
export function assertNotTaken(
  { db }: Context,
  { email, username }: Claim,
  status: number,
  userId?: number,
): void {
  const conflict = (text: string) => new ApiError(status, { message: text })
  const owner = email === undefined ? undefined : findEmailOwner(db, email)
  if (owner?.isConfirmed && owner.id !== userId) throw conflict('Email has already been taken')
  const userWithName = username ? userByUsername(db, username) : undefined
  if (userWithName && userWithName.id !== userId) throw conflict('Username has already been taken')
}

/** Errors in the email address that an account is about to get. */
export function emailErrors({ db }: Context, email: string, userId?: number): FieldErrors {
  if (email === '') return { email: [`can't be blank`] }
  if (!isEmailAddress(email)) return { email: ['is invalid'] }
  const owner = findEmailOwner(db, email)
  return owner && owner.id !== userId ? { email: ['has already been taken'] } : {}
}

/** Errors for a username that equals a group's path. GitLab reports them for the entire record (`base`). */
export function groupPathErrors({ db, flavor }: Context, username: string): FieldErrors {
  return flavor.rejectsGroupPaths && isGroupPath(db, username)
    ? { base: ['A user, alias, or group already exists with that username.'] }
    : {}
}

/** A user's confirmed addresses, in lower case. */
export function verifiedEmails({ db }: Context, user: User): string[] {
  const secondary = db.all<{ email: string }>(
    'SELECT email FROM emails WHERE user_id = ? AND confirmed_at IS NOT NULL',
    user.id,
  )
  const primary = user.confirmed_at === null ? [] : [user]
  return [...primary, ...secondary].map(({ email }) => email.toLowerCase())
}

/**
 * Makes an address the primary one: immediately if it is confirmed or doesn't require confirmation; otherwise, it stays
 * in `unconfirmed_email` until its link is opened. Call within a transaction.
 */
export function changePrimaryEmail(
  context: Context,
  user: User,
  email: string,
  skipsConfirmation: boolean,
): void {
  if (skipsConfirmation || verifiedEmails(context, user).includes(email)) {
    setPrimaryEmail(context.db, user.id, email, context.now().toISOString())
  } else {
    updateUser(context.db, user, { unconfirmed_email: email })
    sendConfirmation(context, user.id, email)
  }
}

function findEmailOwner(db: Context['db'], address: string) {
  const user = db.one<{ id: number }>('SELECT id FROM users WHERE email = ?', address)
  if (user) return { id: user.id, isConfirmed: true }
  const email = secondaryEmail(db, address)
  return email && { id: email.user_id, isConfirmed: email.confirmed_at !== null }
}
