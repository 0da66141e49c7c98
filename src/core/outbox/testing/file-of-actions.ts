import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { QueueState } from '../../../shared/app/outbox.ts'
import { type ModerationAction, moderationRules } from '../../../shared/moderation.ts'
import type { Effect } from './effects.ts'

/** An action as it stands in the file. */
export interface FiledAction {
  id: number
  action: ModerationAction
  target: number
  state: QueueState
  turn: number
  /** What was there before it was sent; nothing where it was not sent. */
  before: string | null
  /** What had to be there; nothing where it did not matter. */
  expects: string | null
  failure: string | null
}

/** Looks at a copy of the file, as it lies there, so that what opens it next finds just what the last one left. */
export function lookInto(folder: string): { integrity: string; actions: FiledAction[] } {
  const copy = mkdtempSync(join(tmpdir(), 'latchkey-look-'))
  try {
    for (const name of ['outbox.db', 'outbox.db-wal']) {
      if (existsSync(join(folder, name))) copyFileSync(join(folder, name), join(copy, name))
    }
    const db = new DatabaseSync(join(copy, 'outbox.db'))
    try {
      const integrity = String(db.prepare('PRAGMA integrity_check').get()!['integrity_check'])
      const isThere = db.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'actions'`).get()
      return { integrity, actions: isThere ? filedActions(db) : [] }
    } finally {
      db.close()
    }
  } finally {
    rmSync(copy, { recursive: true })
  }
}

/** All actions, in the order in which they are sent. */
export function filedActions(db: DatabaseSync): FiledAction[] {
  return db
    .prepare(
      'SELECT id, action, target, state, turn, before, expects, failure FROM actions ORDER BY turn',
    )
    .all() as unknown as FiledAction[]
}

/** What the service must have seen, and nothing else: one effect of each action that says it was done from here. */
export function expectedEffects(actions: readonly FiledAction[]): Effect[] {
  return actions.filter(wasDoneFromHere).map(({ action, target }) => ({
    target,
    became: moderationRules[action].becomes ?? 'without two-factor',
  }))
}

/** Whether it was this action that changed something, and not somebody before it. */
function wasDoneFromHere({ state, before, failure }: FiledAction): boolean {
  return state === 'done' && before !== null && !/nothing was changed from here/.test(failure ?? '')
}
