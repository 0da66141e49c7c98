import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { QueueState } from '../../../../shared/rules/item-states.ts'
import type { MessageId } from '../../../../shared/messages/message.ts'
import { type QueueAction, isTask, moderationRules } from '../../../../shared/rules/moderation.ts'
import { findBreaks } from '../../../audit-log/chain.ts'
import { Sql } from '../../../platform/sqlite/sql.ts'
import type { Effect } from './effects.ts'

/** An action as stored. */
export interface StoredAction {
  id: number
  action: QueueAction
  target: number
  state: QueueState
  position: number
  /** The user's state before sending; null if it was not sent. */
  before: string | null
  /** The state the user must be in; null if any state is allowed. */
  expected_state: string | null
  failure: string | null
  /** Its run's ID and state; null for a single action. */
  job: number | null
  run: 'running' | 'paused' | 'cancelled' | null
}

/** All databases in a data folder or in a single queue's folder. */
const databases = /(^|[\\/])(jobs|directory|reads)\.db$/
const queues = /(^|[\\/])jobs\.db$/

/** Reads copies of the databases, leaving the originals unchanged. */
export function inspectFolder(folder: string): {
  /** `ok` if all of them are intact, including the audit log's hash chain. */
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
  const integrity = String(db.prepare('PRAGMA integrity_check').get()!['integrity_check'])
  return integrity === 'ok' && isChainBroken(db)
    ? 'the chain of the audit log is broken'
    : integrity
}

function isChainBroken(db: DatabaseSync): boolean {
  const logged = `SELECT 1 FROM sqlite_master WHERE name = 'audit_log'`
  return db.prepare(logged).get() !== undefined && findBreaks(new Sql(db)).size > 0
}

function hasActions(db: DatabaseSync): boolean {
  return db.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'items'`).get() !== undefined
}

/** All actions, in the order they are sent. */
export function readActions(db: DatabaseSync): StoredAction[] {
  return db
    .prepare(
      `SELECT id, action, target, state, position, before, expected_state, failure, job,
         (SELECT jobs.state FROM jobs WHERE jobs.id = items.job) AS run
       FROM items ORDER BY position`,
    )
    .all() as unknown as StoredAction[]
}

/** The changes that the service must have made: one per action that we completed, and one deletion per user. */
export function expectedEffects(actions: readonly StoredAction[]): Effect[] {
  const gone = new Set<number>()
  return actions.filter(madeChange).flatMap(({ action, target }) => {
    // A task doesn't change the state.
    if (isTask(action)) return []
    const became = moderationRules[action].resultingState ?? 'without two-factor'
    if (gone.has(target) && became === 'gone') return []
    if (became === 'gone') gone.add(target)
    return { target, became }
  })
}

const alreadyDoneIds: readonly string[] = [
  'queue.alreadyGone',
  'queue.alreadyWithoutTwoFactor',
  'queue.alreadyInState',
] satisfies MessageId[]

/** Whether this action itself made the change, rather than finding it already made. */
function madeChange(action: StoredAction): boolean {
  const { state, before } = action
  return state === 'done' && before !== null && !alreadyDoneIds.includes(failureIdOf(action) ?? '')
}

/** The message ID of an action's failure or notice. */
export function failureIdOf({ failure }: StoredAction): MessageId | undefined {
  if (failure === null) return undefined
  return (JSON.parse(failure) as { message: { id: MessageId } }).message.id
}
