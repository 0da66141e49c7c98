import type { FieldChange, AuditLogEntry, AuditLogFilter } from '../../shared/app/audit-log.ts'
import type { Text } from '../../shared/messages/message.ts'
import type { Database } from '../infra/sqlite/database.ts'
import { Sql } from '../infra/sqlite/sql.ts'
import { formatStoredText, parseText, serializeText } from '../infra/stored-text.ts'
import { localDay } from '../infra/time/local-day.ts'
import { answerTextFunction, buildConditions, toSearchText } from './conditions.ts'
import { formatEntries } from './export.ts'

/** The user who acted, with any account on this computer. */
export interface Actor {
  /** Normalised URL of the instance. */
  instance: string
  /** The user's ID there. */
  id: number
}

/** A new entry; the audit log adds an ID and the time. */
export type NewEntry = Omit<AuditLogEntry, 'id' | 'at' | 'fields' | 'changes' | 'answer'> & {
  fields?: readonly string[]
  changes?: readonly FieldChange[]
  answer?: Text
}

export interface AuditLogPorts {
  /** The database with its table, see `schema.ts`. The caller closes it. */
  database: Database
  /** Milliseconds since 1970. */
  now(): number
}

/** The actions of administrators on this computer. Promise: no entry has a value that `createAuditEvent` omits as secret. */
export class AuditLog {
  readonly #now: () => number
  readonly #sql: Sql

  constructor({ database, now }: AuditLogPorts) {
    this.#now = now
    this.#sql = new Sql(database)
    // A stored message is searched as the text that is shown.
    database.function(answerTextFunction, { deterministic: true }, (answer) =>
      toSearchText(formatStoredAnswer(String(answer))),
    )
  }

  /** Adds an entry, as part of an open transaction if there is one. Throws if it can't be stored. */
  add(entry: NewEntry): void {
    const { actor, target, object, changes = [], reason, answer } = entry
    const values = changes.flatMap(({ before, after }) => [before, after])
    const searched = [target?.username, object, reason, ...values]
    this.#sql.run(
      `INSERT INTO audit_log (at, instance, actor_id, actor, action, target_id, target, fields, reason, before, after,
         outcome, answer, search_text, object, run, changes) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      this.#now(),
      entry.instance,
      actor.id,
      actor.username,
      entry.action,
      target?.id ?? null,
      target?.username ?? null,
      JSON.stringify(entry.fields ?? []),
      reason ?? null,
      entry.before ?? null,
      entry.after ?? null,
      entry.outcome,
      answer === undefined ? null : serializeText(answer),
      searched.map((value) => (typeof value === 'string' ? toSearchText(value) : '')).join('\n'),
      object ?? null,
      entry.run ?? null,
      changes.length > 0 ? JSON.stringify(changes) : null,
    )
  }

  /** Whether a user has any entries. */
  exists({ instance, id }: Actor): boolean {
    const any = 'SELECT 1 FROM audit_log WHERE instance = ? AND actor_id = ? LIMIT 1'
    return this.#sql.one(any, instance, id) !== undefined
  }

  /** The newest entries first, with all actions that occur, whatever the filter. Throws if the filter is invalid. */
  list(
    actor: Actor,
    { filter, offset, limit }: { filter: AuditLogFilter; offset: number; limit: number },
  ): { items: AuditLogEntry[]; total: number; actions: string[] } {
    const { where, values } = buildConditions(actor, filter)
    const items = this.#sql.all(
      `SELECT * FROM audit_log WHERE ${where} ORDER BY id DESC LIMIT ? OFFSET ?`,
      ...values,
      limit,
      offset,
    )
    const count = `SELECT count(*) AS count FROM audit_log WHERE ${where}`
    const actions = this.#sql.all(
      'SELECT DISTINCT action FROM audit_log WHERE instance = ? AND actor_id = ? ORDER BY action',
      actor.instance,
      actor.id,
    )
    return {
      items: items.map(toEntry),
      total: Number(this.#sql.one(count, ...values)!['count']),
      actions: actions.map(({ action }) => String(action)),
    }
  }

  /** All entries that match a filter, newest first, as a file. */
  export(
    actor: Actor,
    { filter, format }: { filter: AuditLogFilter; format: 'csv' | 'json' },
  ): { filename: string; text: string } {
    const { where, values } = buildConditions(actor, filter)
    const rows = this.#sql.all(`SELECT * FROM audit_log WHERE ${where} ORDER BY id DESC`, ...values)
    const day = localDay(this.#now())
    const text = formatEntries(rows.map(toEntry), format)
    return { filename: `audit-log-${new URL(actor.instance).hostname}-${day}.${format}`, text }
  }
}

function formatStoredAnswer(stored: string): string {
  return formatStoredText(parseText(stored))
}

function toEntry(row: Record<string, unknown>): AuditLogEntry {
  const text = (name: string) => (row[name] === null ? undefined : String(row[name]))
  return {
    id: Number(row['id']),
    at: Number(row['at']),
    instance: String(row['instance']),
    actor: { id: Number(row['actor_id']), username: String(row['actor']) },
    action: String(row['action']),
    target:
      row['target_id'] === null
        ? undefined
        : { id: Number(row['target_id']), username: text('target') },
    object: text('object'),
    fields: JSON.parse(String(row['fields'])) as string[],
    changes: JSON.parse(text('changes') ?? '[]') as FieldChange[],
    run: row['run'] === null ? undefined : Number(row['run']),
    reason: text('reason'),
    before: text('before'),
    after: text('after'),
    outcome: row['outcome'] as AuditLogEntry['outcome'],
    answer: row['answer'] === null ? undefined : formatStoredAnswer(String(row['answer'])),
  }
}
