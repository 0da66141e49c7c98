import { randomBytes } from 'node:crypto'
import type { Context } from './context.ts'
import { digestOf } from './database/digest.ts'
import { isEmailTaken, secondaryEmail, setPrimaryEmail } from './database/emails.ts'
import { userById } from './database/users.ts'

/** Sends a confirmation link to a user's current or future address. */
export function sendConfirmation(context: Context, userId: number, email: string): void {
  const token = randomBytes(15).toString('base64url')
  context.db.insert('confirmations', { digest: digestOf(token), user_id: userId, email })
  context.mail({ to: email, link: `${context.url}/-/confirm?confirmation_token=${token}` })
}

/** Redeems a confirmation link's token. Returns the confirmed address, or undefined if the link is invalid. */
export function confirmEmail({ db, now }: Context, token: string): string | undefined {
  const confirmation = db.one<{ user_id: number; email: string }>(
    'SELECT user_id, email FROM confirmations WHERE digest = ?',
    digestOf(token),
  )
  if (!confirmation) return undefined
  const { user_id: userId, email } = confirmation
  const moment = now().toISOString()
  return db.transaction(() => {
    db.run('DELETE FROM confirmations WHERE user_id = ? AND email = ?', userId, email)
    const user = userById(db, userId)!
    const secondary = secondaryEmail(db, email)
    if (user.unconfirmed_email === email) {
      // Another user may have claimed the address since; if so, they keep it.
      if (secondary?.user_id !== userId && isEmailTaken(db, email)) return undefined
      setPrimaryEmail(db, userId, email, moment)
      return email
    }
    if (user.email === email) {
      db.run(
        'UPDATE users SET confirmed_at = ?, updated_at = ? WHERE id = ?',
        moment,
        moment,
        userId,
      )
      return email
    }
    if (secondary?.user_id === userId) {
      db.run(
        'UPDATE emails SET confirmed_at = ?, updated_at = ? WHERE email = ?',
        moment,
        moment,
        email,
      )
      return email
    }
    return undefined
  })
}
