import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { z } from 'zod'
import {
  FieldChange,
  type AuditLogEntry,
  type AuditLogFilter,
} from '../../shared/operations/audit-log.ts'
import { type Text, message } from '../../shared/messages/message.ts'
import { textOf } from '../platform/messages.ts'
import type { Database } from '../platform/sqlite/database.ts'
import { Sql, type SqlRow } from '../platform/sqlite/sql.ts'
import { nextIdSql, readersOf } from '../platform/sqlite/stored-row.ts'
import { formatStoredText, parseText, serializeText } from '../platform/stored-text.ts'
import { exportName } from '../../shared/rules/export-name.ts'
import {
  chainEntry,
  chainStart,
  auditEntryHash,
  isIntact,
  previousHash,
  storedEntry,
} from './chain.ts'
import type { CopyEntry } from './audit-copy.ts'
import {
  type Actor,
  answerTextFunction,
  buildConditions,
  createAction,
  ofOnboarding,
  scopeOf,
  toSearchText,
} from './conditions.ts'
import {
  type ExportedEntry,
  csvHeader,
  formatCsvEntry,
  formatHead,
  formatJsonEntry,
  joinJsonLines,
} from './export.ts'

/** A new entry; the audit log adds an ID and the time. */
export type NewEntry = Omit<
  AuditLogEntry,
  'id' | 'at' | 'fields' | 'changes' | 'answer' | 'folded'
> & {
  fields?: readonly string[]
  changes?: readonly FieldChange[]
  answer?: Text
}

/** The action of the first entry in a log that replaces a damaged one. */
export const gapAction = 'auditLog.gap'

/** The actions that create a user. */
export const createActions: readonly string[] = ['users.create', 'serviceAccounts.create']

export interface AuditLogOptions {
  /** The database with its table, see `schema.ts`. The caller closes it. */
  database: Database
  /** Milliseconds since 1970. */
  now(): number
  /** Copies each new entry. One whose transaction fails later is copied, too, because it was carried out. */
  copy?: CopyEntry | undefined
}

/**
 * Administrators' actions on this computer. Guarantee: entries never contain a value that `createAuditEvent` omits as
 * secret.
 */
export class AuditLog {
  readonly #now: () => number
  readonly #copy: CopyEntry | undefined
  readonly #sql: Sql

  constructor({ database, now, copy }: AuditLogOptions) {
    this.#now = now
    this.#copy = copy
    this.#sql = new Sql(database)
    // Stored messages are searched by the text they display.
    database.function(answerTextFunction, { deterministic: true }, (answer) =>
      toSearchText(formatStoredAnswer(String(answer))),
    )
  }

  /**
   * Adds an entry in the open transaction, or in a new one, so two processes never continue from the same hash. Throws
   * if the entry can't be stored.
   */
  add(entry: NewEntry): void {
    if (this.#sql.database.isTransaction) this.#insert(entry)
    else this.#sql.transaction(() => this.#insert(entry))
  }

  #insert(entry: NewEntry): void {
    const { actor, target, object, changes = [], reason, answer } = entry
    const values = changes.flatMap(({ before, after }) => [before, after])
    const searched = [target?.username, object, reason, ...values]
    const { id } = this.#sql.run(
      `INSERT INTO audit_log (id, at, instance, actor_id, actor, action, target_id, target, fields, reason, before, after,
         outcome, answer, search_text, object, run, changes, hash)
       VALUES (${nextIdSql('audit_log')}, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '')`,
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
      entry.run ?? entry.onboardingRun ?? null,
      changes.length > 0 ? JSON.stringify(changes) : null,
    )
    chainEntry(this.#sql, id)
    if (!this.#copy) return
    const row = this.#sql.one('SELECT * FROM audit_log WHERE id = ?', id)!
    this.#copy({ entry: storedEntry(row), hash: String(row['hash']) })
  }

  /** Whether a user has any entries. */
  exists({ instance, id }: Actor): boolean {
    const any = 'SELECT 1 FROM audit_log WHERE instance = ? AND actor_id = ? LIMIT 1'
    return this.#sql.one(any, instance, id) !== undefined
  }

  /** Actions on these users since this time (ms since 1970), oldest first. */
  doneTo({ instance, id }: Actor, users: readonly number[], since: number): AuditLogEntry[] {
    const find = `SELECT * FROM audit_log WHERE instance = ? AND actor_id = ? AND at >= ? AND outcome = 'done'
      AND target_id IN (SELECT value FROM json_each(?)) ORDER BY id`
    return this.#sql.all(find, instance, id, since, JSON.stringify(users)).map(toEntry)
  }

  /** IDs of created users. */
  created({ instance, id }: Actor): number[] {
    const find = `SELECT target_id FROM audit_log WHERE instance = ? AND actor_id = ?
      AND action IN (SELECT value FROM json_each(?)) AND outcome = 'done' AND target_id IS NOT NULL`
    const rows = this.#sql.all(find, instance, id, JSON.stringify(createActions))
    return rows.flatMap((row) => readersOf(row).number('target_id') ?? [])
  }

  /**
   * Returns entries, newest first, along with every action in the log, whatever the filter. When folded, a run is one
   * item, represented by its newest entry, and counts once in `total`. Throws if the filter is invalid.
   */
  list(
    actor: Actor,
    { filter, offset, limit, isFolded = false }: ListOptions,
  ): { items: AuditLogEntry[]; total: number; entries: number; actions: string[] } {
    const { where, values } = buildConditions(actor, filter)
    const item = isFolded ? foldedItem : 'id'
    const items = this.#sql.all(
      `WITH page AS (
         SELECT max(id) AS newest, ${foldedColumns} FROM audit_log WHERE ${where}
         GROUP BY ${item} ORDER BY newest DESC LIMIT ? OFFSET ?)
       SELECT * FROM page JOIN audit_log ON id = newest ORDER BY id DESC`,
      ...values,
      limit,
      offset,
    )
    const count = `SELECT count(DISTINCT ${item}) AS items, count(*) AS entries FROM audit_log WHERE ${where}`
    const counts = this.#sql.one(count, ...values)!
    const actions = this.#sql.all(
      'SELECT DISTINCT action FROM audit_log WHERE instance = ? AND actor_id = ? ORDER BY action',
      actor.instance,
      actor.id,
    )
    return {
      items: items.map((row) => ({ ...toEntry(row), folded: toFolded(row) })),
      total: Number(counts['items']),
      entries: Number(counts['entries']),
      actions: actions.map(({ action }) => String(action)),
    }
  }

  /**
   * All entries that match a filter, newest first, as a JSON file, or as a CSV file with a JSON file next to it. The
   * last hash covers all exported entries; for the complete log, it is the hash of the newest entry.
   */
  export(actor: Actor, options: ExportOptions): AuditLogExport {
    const steps = this.#exportSteps(actor, options)
    for (;;) {
      const step = steps.next()
      if (step.done) return step.value
    }
  }

  /** The same, but lets others be answered meanwhile: hundreds of thousands of entries take seconds. */
  async exportInSteps(actor: Actor, options: ExportOptions): Promise<AuditLogExport> {
    const steps = this.#exportSteps(actor, options)
    for (;;) {
      const step = steps.next()
      if (step.done) return step.value
      // guard: export-turns
      await yieldToEventLoop()
    }
  }

  *#exportSteps(
    actor: Actor,
    { filter, format }: ExportOptions,
  ): Generator<undefined, AuditLogExport> {
    const scope = scopeOf(filter)
    let lastHash = chainStart(scope)
    const lines: string[] = []
    for (const rows of this.#slices(actor, filter)) {
      for (const row of rows) {
        const entry = storedEntry(row)
        // A damaged entry keeps the hash it was stored with, which reveals the damage.
        const hash = isIntact(row, entry) ? auditEntryHash(lastHash, entry) : String(row['hash'])
        lines.push(formatLine(format, { entry, hash }, lines.length === 0))
        lastHash = hash
      }
      yield
    }
    const head = { scope, count: lines.length, lastHash }
    lines.reverse()
    // A username may have changed since.
    const owner = { instance: actor.instance, username: `user-${actor.id}` }
    const name = exportName('audit-log', owner, this.#now())
    const filename = `${name}.${format}`
    const files =
      format === 'json'
        ? [{ filename, text: joinJsonLines(head, lines) }]
        : [
            { filename, text: csvHeader + lines.join('') },
            { filename: `${filename}.json`, text: formatHead(head) },
          ]
    return { files, lastHash }
  }

  /** The entries that match a filter now, oldest first. Entries that are added meanwhile are left out. */
  *#slices(actor: Actor, filter: AuditLogFilter): Iterable<SqlRow[]> {
    const { where, values } = buildConditions(actor, filter)
    const find = `SELECT *, ${previousHash} AS previous FROM audit_log AS newer NOT INDEXED
      WHERE id > ? AND id <= ? AND ${where} ORDER BY id LIMIT ${entriesPerSlice}`
    const newest = this.#sql.one('SELECT max(id) AS id FROM audit_log')?.['id'] ?? 0
    let after: SqlRow[string] = lowestId
    for (;;) {
      const rows: SqlRow[] = this.#sql.all(find, after, newest, ...values)
      if (rows.length === 0) return
      yield rows
      after = rows.at(-1)!['id']!
    }
  }
}

const entriesPerSlice = 1000
/** As text, because numbers that low aren't exact. */
const lowestId = String(-(2n ** 63n))

interface ExportOptions {
  filter: AuditLogFilter
  format: 'csv' | 'json'
}

interface AuditLogExport {
  files: { filename: string; text: string }[]
  lastHash: string
}

function formatLine(format: 'csv' | 'json', entry: ExportedEntry, isOldest: boolean): string {
  return format === 'json' ? formatJsonEntry(entry, isOldest) : formatCsvEntry(entry)
}

interface ListOptions {
  filter: AuditLogFilter
  offset: number
  limit: number
  isFolded?: boolean
}

/** A unique number for each run of either kind, and for each entry outside a run. */
const foldedItem = `CASE WHEN run IS NULL THEN -id ELSE run * 2 + (${ofOnboarding}) END`

const foldedColumns = `count(*) AS entries, count(DISTINCT target_id) AS users, json_group_array(DISTINCT action) AS actions,
  sum(outcome = 'refused') AS refused, sum(outcome = 'unknown') AS unknown`

/** The run that a folded item represents; undefined for a single entry. */
function toFolded(row: SqlRow): AuditLogEntry['folded'] {
  const count = (name: string) => Number(row[name])
  if (count('entries') === 1) return undefined
  return {
    entries: count('entries'),
    users: count('users'),
    actions: JSON.parse(String(row['actions'])) as string[],
    refused: count('refused'),
    unknown: count('unknown'),
  }
}

function formatStoredAnswer(stored: string): string {
  return formatStoredText(parseText(stored))
}

const Fields = z.array(z.string())
const Changes = z.array(FieldChange)
const outcomes: ReadonlySet<unknown> = new Set(['done', 'refused', 'unknown'])

/** Never throws, because the file may be edited: shows the rest of an entry and says that it is damaged. */
function toEntry(row: SqlRow): AuditLogEntry {
  const { text, number, json, isDamaged } = readersOf(row)
  const fields = Fields.safeParse(json('fields') ?? [])
  const changes = Changes.safeParse(json('changes') ?? [])
  const [at, target, run] = [number('at'), number('target_id'), number('run')]
  const isOutcome = outcomes.has(row['outcome'])
  const entry: AuditLogEntry = {
    id: Number(row['id']),
    at: at ?? 0,
    instance: String(row['instance']),
    actor: { id: Number(row['actor_id']), username: String(row['actor']) },
    action: String(row['action']),
    target: target === undefined ? undefined : { id: target, username: text('target') },
    object: text('object'),
    fields: fields.data ?? [],
    changes: changes.data ?? [],
    ...(run !== undefined && (row['action'] === createAction ? { onboardingRun: run } : { run })),
    reason: text('reason'),
    before: text('before'),
    after: text('after'),
    outcome: isOutcome ? (row['outcome'] as AuditLogEntry['outcome']) : 'unknown',
    answer: row['answer'] === null ? undefined : formatStoredAnswer(String(row['answer'])),
  }
  number('id')
  // guard: damaged-entry
  if (isDamaged() || !fields.success || !changes.success || !isOutcome)
    return { ...entry, answer: textOf(message('auditLog.entryDamaged')) }
  return entry
}
