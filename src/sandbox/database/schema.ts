import type { Database } from './database.ts'
import { auditEventsTables } from './tables/audit-events.ts'
import { avatarsTables } from './tables/avatars.ts'
import { customAttributesTables } from './tables/custom-attributes.ts'
import { deletionsTables } from './tables/deletions.ts'
import { emailsTables } from './tables/emails.ts'
import { followsTables } from './tables/follows.ts'
import { gpgKeysTables } from './tables/gpg-keys.ts'
import { membershipsTables } from './tables/memberships.ts'
import { preferencesTables } from './tables/preferences.ts'
import { runnersTables } from './tables/runners.ts'
import { sshKeysTables } from './tables/ssh-keys.ts'
import { statusesTables } from './tables/statuses.ts'
import { tokensTables } from './tables/tokens.ts'
import { usersTables } from './tables/users.ts'

/** Rises with every change of the tables below. */
const version = 2

/** Makes the tables in an empty database; returns whether it was empty. Throws when another version made them. */
export function prepareSchema(db: Database): boolean {
  const foundVersion = db.one<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0
  if (foundVersion === version) return false
  if (foundVersion !== 0) {
    throw new Error(
      `The sandbox data is of version ${foundVersion}, and this sandbox knows version ${version} only. ` +
        'Give another folder with --data, or delete that one.',
    )
  }
  db.execute(tables)
  db.execute(`PRAGMA user_version = ${version}`)
  return true
}

// Moments are ISO 8601 with milliseconds in UTC, dates YYYY-MM-DD, flags 0 or 1: all of them sort as they are.
// What is filtered, sorted or searched is a column; what is only shown lies in the JSON columns.
const tables = [
  usersTables,
  sshKeysTables,
  gpgKeysTables,
  auditEventsTables,
  statusesTables,
  followsTables,
  tokensTables,
  membershipsTables,
  customAttributesTables,
  deletionsTables,
  emailsTables,
  avatarsTables,
  preferencesTables,
  runnersTables,
].join('')
