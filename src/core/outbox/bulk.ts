import type { Selection } from '../../shared/app/directory.ts'
import type { BulkPreview, BulkRun } from '../../shared/app/outbox.ts'
import { type Failure, FailureError } from '../../shared/failure.ts'
import type { ModerationAction } from '../../shared/moderation.ts'
import { previewOf, sorted } from './bulk-preview.ts'
import { reportOf } from './bulk-report.ts'
import { cancelRun, retry } from './changes.ts'
import { insertOrder } from './order.ts'
import type { Owner, Owners } from './owners.ts'
import type { OutboxPorts } from './ports.ts'
import { countsOf } from './rows.ts'
import type { Sql, SqlRow } from './sql.ts'
import { refusal, saved } from './words.ts'

export interface BulkPorts extends Pick<OutboxPorts, 'people' | 'settings' | 'clock'> {
  sql: Sql
  owners: Owners
  /** Why an owner's actions do not move just now. */
  waiting(owner: Owner): Failure | undefined
  /** Something was ordered, taken back or let go on. */
  moved(owner: Owner): void
}

interface Wanted {
  selection: Selection
  action: ModerationAction
}

/** Milliseconds over which the pace is measured. */
const paceMs = 10_000

/** One action on many people: rows of the same queue under one number. */
export class Bulk {
  readonly #ports: BulkPorts

  constructor(ports: BulkPorts) {
    this.#ports = ports
  }

  preview(account: string, wanted: Wanted): BulkPreview {
    const owner = this.#ports.owners.of(account)
    return previewOf(this.#sorted(owner, wanted), this.#ports.people.asOf(account))
  }

  /** Throws where the dry run would say something else by now. */
  start(
    account: string,
    wanted: Wanted & { reason?: string; note: boolean; acts: number },
  ): BulkRun {
    const { sql, owners, clock, settings, moved } = this.#ports
    const { action, reason, note } = wanted
    const owner = owners.of(account)
    const { acts } = this.#sorted(owner, wanted)
    if (acts.length !== wanted.acts) {
      throw refusal(
        'conflict',
        `By now it would be ${people(acts.length)}, not ${wanted.acts}.`,
        'Look at who it would be once more, then start it.',
      )
    }
    const moment = { now: clock.now(), undoMs: settings().undoSeconds * 1000 }
    const run = saved(() =>
      sql.transaction(() => {
        const { id } = sql.run(
          'INSERT INTO runs (owner, action, reason, created, total) VALUES (?, ?, ?, ?, ?)',
          owner.id,
          action,
          reason || null,
          moment.now,
          acts.length,
        )
        for (const { id: target, username, name, state } of acts) {
          const seen = { username, name, state }
          const row = { action, id: target, seen, expects: state, run: id, reason, note }
          insertOrder(sql, owner, row, moment)
        }
        return id
      }),
    )
    moved(owner)
    return this.get(account, run)
  }

  list(account: string): BulkRun[] {
    const owner = this.#ports.owners.of(account)
    return this.#ports.sql
      .all('SELECT * FROM runs WHERE owner = ? ORDER BY id DESC', owner.id)
      .map((row) => this.#shown(owner, row))
  }

  get(account: string, run: number): BulkRun {
    const owner = this.#ports.owners.of(account)
    return this.#shown(owner, this.#row(owner, run))
  }

  pause(account: string, run: number): BulkRun {
    return this.#change(account, run, ({ id }) => this.#setState(id, run, 'paused', 'running'))
  }

  resume(account: string, run: number): BulkRun {
    return this.#change(account, run, ({ id }) => this.#setState(id, run, 'running', 'paused'))
  }

  cancel(account: string, run: number): BulkRun {
    const { sql, clock } = this.#ports
    return this.#change(account, run, (owner) => {
      cancelRun(sql, owner, run, clock.now())
      sql.run(`UPDATE runs SET state = 'cancelled' WHERE id = ? AND owner = ?`, run, owner.id)
    })
  }

  /** Orders again what was refused, and nothing else. */
  retry(account: string, run: number): BulkRun {
    const { sql, clock, owners, moved } = this.#ports
    const owner = owners.of(account)
    this.#row(owner, run)
    const refused = sql.all(
      `SELECT id FROM actions WHERE run = ? AND owner = ? AND state = 'refused' ORDER BY id`,
      run,
      owner.id,
    )
    const ids = refused.map(({ id }) => Number(id))
    saved(() => retry(sql, owner, ids, clock.now()))
    moved(owner)
    return this.get(account, run)
  }

  report(account: string, run: number, format: 'csv' | 'json'): { filename: string; text: string } {
    const owner = this.#ports.owners.of(account)
    return reportOf(this.#ports.sql, owner.id, this.get(account, run), format)
  }

  #sorted(owner: Owner, wanted: Wanted) {
    const { sql, people, clock } = this.#ports
    const found = people.resolve(owner.account, wanted.selection)
    return sorted(sql, owner, wanted, found, clock.now())
  }

  #change(account: string, run: number, change: (owner: Owner) => void): BulkRun {
    const { sql, owners, moved } = this.#ports
    const owner = owners.of(account)
    this.#row(owner, run)
    saved(() => sql.transaction(() => change(owner)))
    moved(owner)
    return this.get(account, run)
  }

  #setState(owner: number, run: number, to: string, from: string): void {
    this.#ports.sql.run(
      'UPDATE runs SET state = ? WHERE id = ? AND owner = ? AND state = ?',
      to,
      run,
      owner,
      from,
    )
  }

  #row(owner: Owner, run: number): SqlRow {
    const row = this.#ports.sql.one('SELECT * FROM runs WHERE id = ? AND owner = ?', run, owner.id)
    if (row) return row
    throw new FailureError({
      kind: 'not-found',
      message: 'There is no such run any more.',
      hint: 'Look at the list of runs again.',
    })
  }

  #shown(owner: Owner, row: SqlRow): BulkRun {
    const { sql, clock, waiting } = this.#ports
    const id = Number(row['id'])
    const counts = countsOf(sql, { run: id })
    const { held = 0, ready = 0, sending = 0, unknown = 0 } = counts
    const isOpen = held + ready + sending + unknown > 0
    const finished = sql.one(
      `SELECT count(*) AS count FROM actions WHERE run = ? AND state IN ('done', 'refused') AND finished > ?`,
      id,
      clock.now() - paceMs,
    )!
    const state = row['state'] === 'cancelled' || isOpen ? row['state'] : 'finished'
    return {
      id,
      action: row['action'] as ModerationAction,
      reason: row['reason'] === null ? undefined : String(row['reason']),
      created: Number(row['created']),
      state: state as BulkRun['state'],
      total: Number(row['total']),
      counts,
      pace: Number(finished['count']) / (paceMs / 1000),
      waiting: isOpen ? waiting(owner) : undefined,
    }
  }
}

function people(count: number): string {
  return count === 1 ? '1 person' : `${count} people`
}
