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
  /** How its run stands; nothing where it is of none. */
  run: 'running' | 'paused' | 'cancelled' | null
}

/** Every database of a data folder. */
const names = ['outbox', 'directory', 'reads'] as const

/** Looks at copies of the files, as they lie there, so that what opens them next finds just what the last one left. */
export function lookInto(folder: string): {
  /** `ok` where all of them are whole. */
  integrity: string
  actions: FiledAction[]
} {
  const copy = mkdtempSync(join(tmpdir(), 'latchkey-look-'))
  try {
    const found = names.map((name) => inCopy(folder, copy, `${name}.db`, integrityOf))
    const broken = found.find((integrity) => integrity !== undefined && integrity !== 'ok')
    const actions = inCopy(folder, copy, 'outbox.db', (db) =>
      hasActions(db) ? filedActions(db) : [],
    )
    return { integrity: broken ?? 'ok', actions: actions ?? [] }
  } finally {
    rmSync(copy, { recursive: true })
  }
}

/** Nothing where there is no such file. */
function inCopy<T>(
  folder: string,
  copy: string,
  name: string,
  read: (db: DatabaseSync) => T,
): T | undefined {
  if (!existsSync(join(folder, name))) return undefined
  for (const file of [name, `${name}-wal`]) {
    if (existsSync(join(folder, file))) copyFileSync(join(folder, file), join(copy, file))
  }
  const db = new DatabaseSync(join(copy, name))
  try {
    return read(db)
  } finally {
    db.close()
  }
}

function integrityOf(db: DatabaseSync): string {
  return String(db.prepare('PRAGMA integrity_check').get()!['integrity_check'])
}

function hasActions(db: DatabaseSync): boolean {
  return db.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'actions'`).get() !== undefined
}

/** All actions, in the order in which they are sent. */
export function filedActions(db: DatabaseSync): FiledAction[] {
  return db
    .prepare(
      `SELECT id, action, target, state, turn, before, expects, failure,
         (SELECT runs.state FROM runs WHERE runs.id = actions.run) AS run
       FROM actions ORDER BY turn`,
    )
    .all() as unknown as FiledAction[]
}

/**
 * What the service must have seen, and nothing else: one effect of each action that says it was done from here. Who is marked
 * for deletion is not marked by another one.
 */
export function expectedEffects(actions: readonly FiledAction[]): Effect[] {
  const gone = new Set<number>()
  return actions.filter(wasDoneFromHere).flatMap(({ action, target }) => {
    const became = moderationRules[action].becomes ?? 'without two-factor'
    if (gone.has(target) && became === 'gone') return []
    if (became === 'gone') gone.add(target)
    return { target, became }
  })
}

/** Whether it was this action that changed something, and not somebody before it. */
function wasDoneFromHere({ state, before, failure }: FiledAction): boolean {
  return state === 'done' && before !== null && !/nothing was changed from here/.test(failure ?? '')
}
