import { addTime, minute } from './clock.ts'
import type { Context } from './context.ts'
import { solelyOwnedGroups } from './database/memberships.ts'
import type { Database } from './database/database.ts'
import { countsOf, updateUser, userById } from './database/users.ts'
import type { Flag, User, UserState } from './database/users.ts'

/**
 * Marks a user for deletion. The user exists until then, and is blocked if it is a hard deletion (`app/models/user.rb`,
 * `delete_async`).
 */
export function scheduleDeletion(context: DeletionContext, user: User, hard: boolean): void {
  const { db, flavor } = context
  const moment = context.now()
  db.transaction(() => {
    db.run(
      `INSERT INTO deletions (user_id, hard, due_at) VALUES (?, ?, ?)
       ON CONFLICT (user_id) DO UPDATE SET hard = max(hard, excluded.hard)`,
      user.id,
      hard ? 1 : 0,
      deletionTime(context, moment).toISOString(),
    )
    if (hard && flavor.hardDeletionBlocks && blockable.includes(user.state)) {
      updateUser(db, user, { state: 'blocked', updated_at: moment.toISOString() })
    }
  })
}

type DeletionContext = Pick<Context, 'db' | 'now' | 'flavor' | 'deletionMs'>

/** The states that allow a `block` event (`app/models/user.rb`). */
const blockable: readonly UserState[] = [
  'active',
  'deactivated',
  'ldap_blocked',
  'blocked_pending_approval',
]

/** The next full minute, unless a delay is configured. */
function deletionTime({ deletionMs }: Pick<Context, 'deletionMs'>, now: Date): Date {
  return addTime(now, deletionMs ?? minute - (now.getTime() % minute))
}

/** Deletes all users who are due, along with their data (`app/services/users/destroy_service.rb`). */
export function deleteDueUsers({ db, now }: Pick<Context, 'db' | 'now'>): void {
  const dueDeletions = db.all<{ user_id: number; hard: Flag }>(
    'SELECT user_id, hard FROM deletions WHERE due_at <= ?',
    now().toISOString(),
  )
  if (dueDeletions.length === 0) return
  db.transaction(() => {
    for (const { user_id: id, hard } of dueDeletions) {
      for (const group of hard ? solelyOwnedGroups(db, id) : []) {
        db.run('DELETE FROM namespaces WHERE id = ?', group.id)
      }
      if (!hard) moveContributionsToGhost(db, id)
      db.run('DELETE FROM users WHERE id = ?', id)
    }
  })
}

/** Contributions move to the ghost user (`app/services/users/migrate_records_to_ghost_user_service.rb`). */
function moveContributionsToGhost(db: Database, userId: number): void {
  const user = userById(db, userId)!
  const ghost = db.one<User>(`SELECT * FROM users WHERE kind = 'ghost' AND id <> ? LIMIT 1`, userId)
  if (!ghost) return
  const { issues_count, merge_requests_count } = countsOf(user)
  const counts = countsOf(ghost)
  updateUser(db, ghost, {
    counts: {
      ...counts,
      issues_count: counts.issues_count + issues_count,
      merge_requests_count: counts.merge_requests_count + merge_requests_count,
    },
  })
}
