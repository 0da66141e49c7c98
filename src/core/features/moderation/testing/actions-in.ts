import type { DatabaseSync } from 'node:sqlite'
import { currentTime } from '../../../../shared/rules/clock.ts'
import type { ModerationAction } from '../../../../shared/rules/moderation.ts'
import { Sql } from '../../../platform/sqlite/sql.ts'
import { testOwner } from './open-test-queue.ts'
import { cancel, enqueue } from '../changes.ts'

/** Changes the queue in a database directly, as an administrator; nothing is sent. */
export function actionsIn(database: DatabaseSync) {
  const sql = new Sql(database)
  return {
    sql,
    /** Returns the ID of the action. */
    enqueue(target: number, action: ModerationAction = 'block'): number {
      const seen = { username: `user${target}`, name: `User ${target}`, state: 'active' }
      const reason = 'because of everything that was said about them in the last meeting'
      const wanted = { action, id: target, seen, reason, note: false, confirmed: seen.username }
      return enqueue(sql, testOwner.actor.id, wanted, { now: currentTime(), undoSeconds: 0 }).id
    },
    cancel: (action: number) => void cancel(sql, [action], currentTime()),
    /** Stores what the sender stores before it sends a request. */
    send: (action: number) =>
      void sql.run(`UPDATE actions SET state = 'sending', before = 'active' WHERE id = ?`, action),
  }
}
