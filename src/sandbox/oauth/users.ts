import type { Database } from '../database/database.ts'
import { type User, userByUsername } from '../database/users.ts'

const canSignIn = `state = 'active' AND kind = 'human'`

/** The users that the sandbox's pages offer, administrators and regular users first. */
export function usersToSignIn(db: Database): Pick<User, 'username' | 'name'>[] {
  return db.all(`SELECT username, name FROM users WHERE ${canSignIn} ORDER BY id LIMIT 100`)
}

/** Undefined for an unknown user, and for one who can't sign in. */
export function userToSignIn(db: Database, username: string): User | undefined {
  const user = userByUsername(db, username)
  return user?.state === 'active' && user.kind === 'human' ? user : undefined
}
