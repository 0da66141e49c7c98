import type { Context } from './context.ts'
import { type User, userByIdOrUsername } from './database/users.ts'
import { notFound } from './errors.ts'

/** The user with this ID or username. Throws "404 User Not Found" if there is none. */
export function requireUser({ db }: Pick<Context, 'db'>, idOrUsername: number | string): User {
  const user = userByIdOrUsername(db, String(idOrUsername))
  if (!user) throw notFound('User')
  return user
}
