import type { Database } from './database.ts'
import type { User } from './users.ts'

const serviceAccounts = `FROM users WHERE kind = 'service_account'`

/** How many accounts for programs there are. */
export function countServiceAccounts(db: Database): number {
  return db.one<{ count: number }>(`SELECT count(*) AS count ${serviceAccounts}`)!.count
}

/** Some of them. */
export function listServiceAccounts(
  db: Database,
  orderBy: 'id' | 'username',
  sort: 'asc' | 'desc',
  limit: number,
  offset: number,
): User[] {
  return db.all<User>(
    `SELECT * ${serviceAccounts} ORDER BY ${orderBy} ${sort} LIMIT ? OFFSET ?`,
    limit,
    offset,
  )
}
