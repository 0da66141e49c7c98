import type { DatabaseSync } from 'node:sqlite'
import { currentTime } from '../../../../shared/rules/clock.ts'
import type { ModerationAction } from '../../../../shared/rules/moderation.ts'
import { Sql } from '../../../platform/sqlite/sql.ts'
import { JobStore } from '../../../jobs/job-store.ts'
import { testOwner } from '../../../jobs/testing/open-test-jobs.ts'
import type { ActionRow } from '../action-store.ts'
import { enqueue } from '../changes.ts'

/** Edits the queue directly in the database, as an administrator would. Sends nothing. */
export function actionsIn(database: DatabaseSync) {
  const sql = new Sql(database)
  const store = new JobStore<ActionRow>(sql, 'moderation')
  return {
    sql,
    enqueue(target: number, action: ModerationAction = 'block'): number {
      const seen = { username: `user${target}`, name: `User ${target}`, state: 'active' }
      const reason = 'because of everything that was said about them in the last meeting'
      const request = { action, id: target, seen, reason, note: false, confirmed: seen.username }
      return enqueue(store, testOwner.actor.id, request, { now: currentTime(), undoSeconds: 0 }).id
    },
    cancel: (action: number) => void store.cancel([action], currentTime()),
    /** Stores what the sender stores before it sends a request. */
    send: (action: number) =>
      void sql.run(`UPDATE items SET state = 'sending', before = 'active' WHERE id = ?`, action),
  }
}
