import type { Database } from './database.ts'
import { userById } from './users.ts'

/** An email address as stored. */
export interface Email {
  id: number
  user_id: number
  email: string
  /** Null until the confirmation link is opened. */
  confirmed_at: string | null
  created_at: string
  updated_at: string
}

/** Addresses are stored trimmed and in lower case (`app/models/email.rb`). */
export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase()
}

/** Whether a string looks like an email address: one `@` with something on both sides, no spaces (`devise_email`). */
export function isEmailAddress(text: string): boolean {
  return /^[^@\s]+@[^@\s]+$/.test(text)
}

/** Whether any user has an address, primary or secondary, confirmed or not. */
export function isEmailTaken(db: Database, email: string): boolean {
  const owners = 'FROM (SELECT email FROM users UNION ALL SELECT email FROM emails) WHERE email = ?'
  return db.count(owners, normalizeEmail(email)) > 0
}

/** Finds a secondary address of any user. */
export function secondaryEmail(db: Database, email: string): Email | undefined {
  return db.one<Email>('SELECT * FROM emails WHERE email = ?', normalizeEmail(email))
}

/** Stores a secondary address and returns its id. */
export function insertEmail(db: Database, email: Omit<Email, 'id' | 'updated_at'>): number {
  return db.insert('emails', {
    ...email,
    email: normalizeEmail(email.email),
    updated_at: email.created_at,
  })
}

/** Deletes a secondary address and its links. Settings that used it fall back to the primary address. */
export function deleteEmail(db: Database, { id, user_id: userId, email }: Email): void {
  db.transaction(() => {
    db.run('DELETE FROM emails WHERE id = ?', id)
    db.run('DELETE FROM confirmations WHERE user_id = ? AND email = ?', userId, email)
    db.run('UPDATE users SET public_email = NULL WHERE id = ? AND public_email = ?', userId, email)
    db.run(
      `UPDATE users SET profile = json_set(profile, '$.commit_email', users.email)
       WHERE id = ? AND lower(profile ->> '$.commit_email') = ?`,
      userId,
      email,
    )
  })
}

/**
 * Makes an address the confirmed primary one and keeps the previous one as a secondary address, like
 * `app/models/user.rb`. Call within a transaction.
 */
export function setPrimaryEmail(db: Database, userId: number, email: string, moment: string): void {
  const user = userById(db, userId)!
  const normal = normalizeEmail(email)
  if (normalizeEmail(user.email) === normal) return
  db.run('DELETE FROM emails WHERE user_id = ? AND email = ?', userId, normal)
  db.run(
    `UPDATE users SET email = ?1, confirmed_at = ?2, updated_at = ?2, unconfirmed_email = NULL,
       profile = CASE WHEN profile ->> '$.commit_email' = email
         THEN json_set(profile, '$.commit_email', ?1) ELSE profile END
     WHERE id = ?3`,
    normal,
    moment,
    userId,
  )
  insertEmail(db, {
    user_id: userId,
    email: user.email,
    confirmed_at: user.confirmed_at,
    created_at: moment,
  })
}
