import type { Context } from './context.ts'
import { solelyOwnedGroups } from './database/memberships.ts'
import type { Database } from './database/database.ts'
import { countsOf, updateUser, userById } from './database/users.ts'
import type { Flag, User } from './database/users.ts'

/** Marks a person for deletion; until the house is kept next, they are still there (`app/models/user.rb`, `delete_async`). */
export function scheduleDeletion({ db }: Pick<Context, 'db'>, userId: number, hard: boolean): void {
  db.run(
    `INSERT INTO deletions (user_id, hard) VALUES (?, ?)
     ON CONFLICT (user_id) DO UPDATE SET hard = max(hard, excluded.hard)`,
    userId,
    hard ? 1 : 0,
  )
}

/** Deletes everybody who is marked, with all that is theirs (`app/services/users/destroy_service.rb`). */
export function deleteMarkedUsers({ db }: Pick<Context, 'db'>): void {
  const marked = db.all<{ user_id: number; hard: Flag }>('SELECT * FROM deletions')
  if (marked.length === 0) return
  db.transaction(() => {
    for (const { user_id: id, hard } of marked) {
      for (const group of hard ? solelyOwnedGroups(db, id) : []) {
        db.run('DELETE FROM namespaces WHERE id = ?', group.id)
      }
      if (!hard) giveToGhost(db, id)
      db.run('DELETE FROM users WHERE id = ?', id)
    }
  })
}

/** What somebody contributed stays, in the name of nobody (`app/services/users/migrate_records_to_ghost_user_service.rb`). */
function giveToGhost(db: Database, userId: number): void {
  const leaving = userById(db, userId)!
  const ghost = db.one<User>(`SELECT * FROM users WHERE kind = 'ghost' AND id <> ? LIMIT 1`, userId)
  if (!ghost) return
  const { issues_count, merge_requests_count } = countsOf(leaving)
  const counts = countsOf(ghost)
  updateUser(db, ghost, {
    counts: {
      ...counts,
      issues_count: counts.issues_count + issues_count,
      merge_requests_count: counts.merge_requests_count + merge_requests_count,
    },
  })
}
