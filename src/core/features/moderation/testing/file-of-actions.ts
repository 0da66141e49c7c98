import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { QueueState } from '../../../../shared/app/queue.ts'
import { type ModerationAction, moderationRules } from '../../../../shared/moderation.ts'
import type { Effect } from './effects.ts'

/** An action as it stands in the file. */
export interface StoredAction {
  id: number
  action: ModerationAction
  target: number
  state: QueueState
  position: number
  /** What was there before it was sent; nothing where it was not sent. */
  before: string | null
  /** What had to be there; nothing where it did not matter. */
  expected_state: string | null
  failure: string | null
  /** How its run stands; nothing where it is of none. */
  run: 'running' | 'paused' | 'cancelled' | null
}

/** Every database of a data folder, or of a queue alone. */
const databases = /(^|[\\/])(outbox|queue|directory|reads)\.db$/
const queues = /(^|[\\/])(outbox|queue)\.db$/

/** Looks at copies of the files, as they lie there, so that what opens them next finds just what the last one left. */
export function inspectFolder(folder: string): {
  /** `ok` where all of them are whole. */
  integrity: string
  actions: StoredAction[]
} {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const found = names
    .filter((name) => databases.test(name))
    .map((name) => inCopy(join(folder, name), integrityOf))
  const actions = names
    .filter((name) => queues.test(name))
    .flatMap((name) => inCopy(join(folder, name), (db) => (hasActions(db) ? readActions(db) : [])))
  return { integrity: found.find((integrity) => integrity !== 'ok') ?? 'ok', actions }
}

function inCopy<T>(path: string, read: (db: DatabaseSync) => T): T {
  const copy = mkdtempSync(join(tmpdir(), 'latchkey-look-'))
  try {
    for (const part of ['', '-wal']) {
      if (existsSync(path + part)) copyFileSync(path + part, join(copy, `copy.db${part}`))
    }
    const db = new DatabaseSync(join(copy, 'copy.db'))
    try {
      return read(db)
    } finally {
      db.close()
    }
  } finally {
    rmSync(copy, { recursive: true })
  }
}

function integrityOf(db: DatabaseSync): string {
  return String(db.prepare('PRAGMA integrity_check').get()!['integrity_check'])
}

function hasActions(db: DatabaseSync): boolean {
  return db.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'actions'`).get() !== undefined
}

/** All actions, in the order in which they are sent. */
export function readActions(db: DatabaseSync): StoredAction[] {
  return db
    .prepare(
      `SELECT id, action, target, state, position, before, expected_state, failure,
         (SELECT runs.state FROM runs WHERE runs.id = actions.run) AS run
       FROM actions ORDER BY position`,
    )
    .all() as unknown as StoredAction[]
}

/**
 * What the service must have seen, and nothing else: one effect of each action that says it was done from here. Who is marked
 * for deletion is not marked by another one.
 */
export function expectedEffects(actions: readonly StoredAction[]): Effect[] {
  const gone = new Set<number>()
  return actions.filter(wasDoneFromHere).flatMap(({ action, target }) => {
    const became = moderationRules[action].becomes ?? 'without two-factor'
    if (gone.has(target) && became === 'gone') return []
    if (became === 'gone') gone.add(target)
    return { target, became }
  })
}

/** Whether it was this action that changed something, and not somebody before it. */
function wasDoneFromHere({ state, before, failure }: StoredAction): boolean {
  return state === 'done' && before !== null && !/nothing was changed from here/.test(failure ?? '')
}
