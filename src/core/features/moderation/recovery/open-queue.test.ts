import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { queueStates } from '../../../../shared/app/queue.ts'
import { queueActions } from '../../../../shared/moderation.ts'
import { AuditLog } from '../../../audit-log/audit-log.ts'
import { readSchema } from '../../../infra/sqlite/inspect.ts'
import { testLog } from '../../../testing/log.ts'
import { openQueue, openQueueDatabase } from './open-queue.ts'
import { insertAction } from '../enqueue.ts'
import type { Owner } from '../owners.ts'
import { countByState } from '../rows.ts'
import { currentColumn, isKnownAction, schemaChange } from '../schema.ts'
import { Sql } from '../../../infra/sqlite/sql.ts'
import { actionsIn } from '../testing/actions-in.ts'
import { NewerQueue } from './unavailable.ts'

let folder: string
let path: string
const logged: string[] = []
const log = testLog((line) => logged.push(line)).warn
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-queue-'))
  path = join(folder, 'outbox.db')
  logged.length = 0
})
afterEach(() => rmSync(folder, { recursive: true }))

const owner: Owner = {
  id: 1,
  account: 'a',
  baseUrl: 'https://gitlab.example.com',
  actor: { id: 1, username: 'ines' },
  isAdmin: true,
  isReadOnly: false,
}

/** The table of the audit log as it was made up to version 2, to the letter. */
const journalBefore = `
  CREATE TABLE IF NOT EXISTS journal (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    instance TEXT NOT NULL,
    actor_id INTEGER NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    target_id INTEGER,
    target TEXT,
    fields TEXT NOT NULL,
    reason TEXT,
    before TEXT,
    after TEXT,
    outcome TEXT NOT NULL,
    answer TEXT,
    words TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS journal_of_actor ON journal (instance, actor_id, action);
`

const version4Tables = ['owners', 'runs', 'actions', 'journal']
const currentTables = ['owners', 'runs', 'actions', 'audit_log']

/** The rows of the tables, by the places of their columns. */
function valuesIn(database: DatabaseSync, tables: readonly string[]) {
  return tables.map((table) =>
    database
      .prepare(`SELECT * FROM ${table} ORDER BY id`)
      .all()
      // Columns that a later version added are empty, but for the hashes.
      .map(({ prev: _prev, hash: _hash, ...row }) =>
        Object.entries(row)
          .flatMap(([name, value]) => (value === null ? [] : [[currentColumn(name), value]]))
          .toSorted(),
      ),
  )
}

/** A file that version 4 wrote, with a different value in each column. */
function writeVersion4(): void {
  const database = new DatabaseSync(path)
  database.exec(`PRAGMA journal_mode = WAL; ${schemaChange(0, 4)} PRAGMA user_version = 4;
    INSERT INTO owners VALUES (1, 'https://gitlab.example.com', 2, 0, 1, 3, 4);
    INSERT INTO runs VALUES (5, 1, 'ban', 'Spam', 6, 'paused', 7, 8);
    INSERT INTO actions VALUES
      (9, 1, NULL, 'block', 10, 'kim', 'Kim', 'seen', 'expects', 'Spam', 1, 'undoable', 11, 12, 13, 14, 15, 16,
        NULL, 0, NULL, NULL, NULL, NULL),
      (17, 1, 5, 'ban', 18, 'lee', 'Lee', 'seen', NULL, NULL, 0, 'conflict', 19, 20, 21, 22, 23, 24,
        'before', 1, 'after', 'lee2', '{}', 25);
    INSERT INTO journal VALUES
      (26, 27, 'https://gitlab.example.com', 2, 'ines', 'block', 28, 'piotr', '["note"]', 'why', 'before', 'after', 'done',
        'answer', 'words', 'object', 29, '[]')`)
  database.close()
}

/** A file with this many actions. */
function filled(count: number): void {
  const database = openQueue(path, log)
  const sql = new Sql(database)
  sql.run(
    `INSERT INTO owners (base_url, actor_id, demo) VALUES ('https://gitlab.example.com', 1, 0)`,
  )
  sql.transaction(() => {
    for (let id = 1; id <= count; id += 1) {
      const seen = { username: `user${id}`, name: `User ${id}`, state: 'active' }
      const row = { action: 'block' as const, id, seen, expectedState: 'active', note: false }
      insertAction(sql, owner, row, { now: id, undoMs: 0 })
    }
  })
  const auditLog = new AuditLog({ database, now: () => 1 })
  for (let id = 1; id <= 50; id += 1) {
    const { baseUrl: instance, actor } = owner
    auditLog.add({ instance, actor, action: 'block', target: { id }, outcome: 'done' })
  }
  database.close()
}

/** Overwrites a page of the file, which the query finds. */
function damage(query: string): void {
  const database = new DatabaseSync(path)
  const { pageno } = database.prepare(query).get() as { pageno: number }
  database.close()
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(4096, 0x5a), 0, 4096, 4096 * (pageno - 1))
  closeSync(file)
}

describe('the file of the queue', () => {
  it('writes through to the disk', () => {
    const database = openQueue(path, log)
    expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 })
    expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
    database.close()
  })

  it('of a newer Latchkey is rejected with an explanation and left unchanged', () => {
    filled(3)
    const database = new DatabaseSync(path)
    database.exec('PRAGMA user_version = 99')
    database.close()
    const before = readFileSync(path)
    expect(() => openQueue(path, log)).toThrow(NewerQueue)
    expect(() => openQueue(path, log)).toThrow(/^A newer version of Latchkey wrote/)
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  it('of version 1 keeps its actions and runs', () => {
    const database = new DatabaseSync(path)
    database.exec(`PRAGMA journal_mode = WAL; ${schemaChange(0, 1)} PRAGMA user_version = 1;
      INSERT INTO owners (base_url, actor_id, demo) VALUES ('https://gitlab.example.com', 1, 0);
      INSERT INTO runs (owner, action, reason, created, total) VALUES (1, 'block', 'Spam', 77, 1);
      INSERT INTO actions (owner, run, action, target, username, name, seen, note, state, created, not_before, expires, turn)
        VALUES (1, 1, 'block', 7, 'kim', 'Kim', 'active', 0, 'ready', 77, 77, 99, 1),
          (1, NULL, 'ban', 8, 'lee', 'Lee', 'active', 0, 'held', 77, 77, 99, 2)`)
    database.close()
    const opened = openQueue(path, log)
    const all = (sql: string) => opened.prepare(sql).all()
    expect(all('SELECT state, reason, created, starts FROM runs')).toEqual([
      { state: 'running', reason: 'Spam', created: 77, starts: 77 },
    ])
    expect(all('SELECT action, username, state, run FROM actions')).toEqual([
      { action: 'block', username: 'kim', state: 'ready', run: 1 },
      { action: 'ban', username: 'lee', state: 'undoable', run: null },
    ])
    opened.close()
    // What was migrated is as if it had been made so.
    openQueue(path, log).close()
    expect(logged).toEqual([])
  })

  it('of version 3 keeps paused owners and undoable actions, even when it is damaged', () => {
    const database = new DatabaseSync(path)
    database.exec(`PRAGMA journal_mode = WAL; ${schemaChange(0, 3)} PRAGMA user_version = 3;
      INSERT INTO owners (base_url, actor_id, demo, held) VALUES ('x', 1, 0, 1), ('x', 2, 0, 0);
      INSERT INTO actions (owner, action, target, username, name, seen, note, state, created, not_before, expires, turn)
        VALUES (1, 'block', 7, 'kim', 'Kim', 'active', 0, 'held', 77, 77, 99, 1)`)
    database.close()
    const whole = readFileSync(path)
    for (const isDamaged of [false, true]) {
      writeFileSync(path, whole)
      if (isDamaged) damage(`SELECT pageno FROM dbstat WHERE name = 'actions_by_turn'`)
      const opened = openQueue(path, log)
      const all = (sql: string) => opened.prepare(sql).all()
      expect(all('SELECT paused FROM owners ORDER BY id')).toEqual([{ paused: 1 }, { paused: 0 }])
      expect(all('SELECT username, state FROM actions')).toEqual([
        { username: 'kim', state: 'undoable' },
      ])
      opened.close()
    }
    expect(logged).toEqual([expect.stringContaining('All of it was recovered')])
  })

  it.each([
    ['is whole', undefined],
    [
      'has a damaged index',
      `SELECT rootpage AS pageno FROM sqlite_master WHERE name = 'actions_by_turn'`,
    ],
    ['lost the places of its tables', 'SELECT 1 AS pageno'],
  ])('of version 4 that %s keeps every value', (_, damaged) => {
    writeVersion4()
    const before = new DatabaseSync(path)
    const rows = valuesIn(before, version4Tables)
    before.close()
    expect(rows.every((table) => table.length > 0)).toBe(true)
    if (damaged) damage(damaged)
    const opened = openQueue(path, log)
    expect(valuesIn(opened, currentTables)).toEqual(rows)
    opened.close()
    // What was migrated is as if it had been made so.
    openQueue(path, log).close()
    expect(logged).toEqual(damaged ? [expect.stringContaining('All of it was recovered')] : [])
  })

  it('of version 4 is unchanged or migrated completely wherever the migration is cut off', () => {
    writeVersion4()
    const before = readFileSync(path)
    const migrating = openQueueDatabase(path)
    const rows = valuesIn(migrating, currentTables)
    const wal = readFileSync(`${path}-wal`)
    const database = readFileSync(path)
    migrating.close()
    expect(database.equals(before)).toBe(true)
    const cut = join(folder, 'cut.db')
    const versions = new Set<unknown>()
    // After the header and each frame, and within the last frame, which commits.
    const ends = [0, wal.length - 100]
    for (let end = 32; end <= wal.length; end += 24 + 4096) ends.push(end)
    for (const bytes of ends) {
      for (const part of ['-shm', '-changes']) rmSync(cut + part, { force: true })
      writeFileSync(cut, database)
      writeFileSync(`${cut}-wal`, wal.subarray(0, bytes))
      const left = new DatabaseSync(cut)
      const { user_version: version } = left.prepare('PRAGMA user_version').get()!
      versions.add(version)
      expect(valuesIn(left, version === 4 ? version4Tables : currentTables)).toEqual(rows)
      left.close()
      const opened = openQueue(cut, log)
      expect(valuesIn(opened, currentTables)).toEqual(rows)
      opened.close()
    }
    expect([...versions]).toEqual([4, 7])
    expect(logged).toEqual([])
  })

  it('accepts every action and every state', () => {
    const database = openQueueDatabase(':memory:')
    const tables = [...readSchema(database).values()].join()
    for (const state of queueStates) expect(tables).toContain(`'${state}'`)
    for (const action of queueActions) expect(isKnownAction({ action })).toBe(true)
    expect(isKnownAction({ action: 'blok' })).toBe(false)
    database.close()
  })

  it('has the places of its tables on the first page, which a recovery can replace', () => {
    const database = openQueueDatabase(path)
    const pages = database.prepare(`SELECT pageno FROM dbstat WHERE name = 'sqlite_schema'`)
    expect(pages.all()).toEqual([{ pageno: 1 }])
    database.close()
  })

  it('of version 3 never reuses the ID of a removed action', () => {
    const database = new DatabaseSync(path)
    const insert = `INSERT INTO actions (owner, action, target, username, name, seen, note, state, created, not_before, expires, turn)
      VALUES (1, 'block', 7, 'kim', 'Kim', 'active', 0, 'done', 77, 77, 99, 1)`
    database.exec(`PRAGMA journal_mode = WAL; ${schemaChange(0, 3)} PRAGMA user_version = 3;
      INSERT INTO owners (base_url, actor_id, demo) VALUES ('x', 1, 0);
      ${insert}; ${insert}; DELETE FROM actions WHERE id = 2`)
    database.close()
    const opened = openQueue(path, log)
    const current = insert.replace('seen', 'target_state').replace('turn', 'position')
    expect(opened.prepare(current).run().lastInsertRowid).toBe(3)
    opened.close()
  })

  it.each([1, 2])('of version %i keeps the entries of its audit log', (version) => {
    const before = new DatabaseSync(path)
    before.exec(`PRAGMA journal_mode = WAL; ${schemaChange(0, version)} PRAGMA user_version = ${version};
      ${journalBefore}
      INSERT INTO journal (at, instance, actor_id, actor, action, target_id, target, fields, reason, outcome, words)
        VALUES (77, '${owner.baseUrl}', 1, 'ines', 'users.modify', 7, 'kim', '["note"]', 'Spam', 'done', 'kim')`)
    before.close()
    const list = (database: DatabaseSync) => {
      const all = { filter: {}, offset: 0, limit: 10 }
      const auditLog = new AuditLog({ database, now: () => 88 })
      return auditLog.list({ instance: owner.baseUrl, id: 1 }, all).items
    }
    const kept = { id: 1, at: 77, action: 'users.modify', fields: ['note'], changes: [] }
    const opened = openQueue(path, log)
    expect(list(opened)).toMatchObject([{ ...kept, reason: 'Spam', object: undefined }])
    const { baseUrl: instance, actor } = owner
    const entry = { instance, actor, action: 'block', object: 'laptop', run: 3 } as const
    new AuditLog({ database: opened, now: () => 88 }).add({ ...entry, outcome: 'done' })
    opened.close()
    // What was migrated is as if it had been made so, also where it has to be recovered.
    damage(`SELECT pageno FROM dbstat WHERE name = 'actions_by_position'`)
    const again = openQueue(path, log)
    expect(list(again)).toMatchObject([{ object: 'laptop', run: 3 }, kept])
    again.close()
    expect(logged).toEqual([expect.stringContaining('All of it was recovered')])
  })

  it('of version 2 with a damaged audit log is recovered', () => {
    const entries = 400
    const before = new DatabaseSync(path)
    before.exec(
      `PRAGMA journal_mode = WAL; ${schemaChange(0, 2)} PRAGMA user_version = 2; ${journalBefore}`,
    )
    const insert = before.prepare(
      `INSERT INTO journal (at, instance, actor_id, actor, action, fields, outcome, words) VALUES (?, 'x', 1, 'ines', 'block', '[]', 'done', '')`,
    )
    for (let at = 0; at < entries; at += 1) insert.run(at)
    before.close()
    damage(
      `SELECT pageno FROM dbstat WHERE name = 'journal' AND pagetype = 'leaf' ORDER BY pageno LIMIT 1 OFFSET 2`,
    )
    const opened = openQueue(path, log)
    const { total } = new AuditLog({ database: opened, now: () => 1 }).list(
      { instance: 'x', id: 1 },
      { filter: {}, offset: 0, limit: 1 },
    )
    expect(total).toBeGreaterThan(entries / 2)
    expect(total).toBeLessThan(entries)
    opened.close()
  })

  it('that is damaged is set aside whole, and its readable rows are kept', () => {
    filled(3000)
    damage(
      `SELECT pageno FROM dbstat WHERE name = 'actions' AND pagetype = 'leaf' ORDER BY pageno LIMIT 1 OFFSET 40`,
    )
    const database = openQueue(path, log)
    const { ready } = countByState(new Sql(database), { owner: 1 })
    expect(ready).toBeGreaterThan(2900)
    expect(ready).toBeLessThan(3000)
    expect(logged).toEqual([
      expect.stringMatching(
        /was damaged .* could not be read, so the queue is paused.* count=\d+ document=outbox\.db\.broken-\d+ damage=integrity$/,
      ),
    ])
    expect(readdirSync(folder).some((name) => name.startsWith('outbox.db.broken-'))).toBe(true)
    expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
    database.close()
  })

  it('whose index is damaged loses nothing', () => {
    filled(500)
    damage(`SELECT rootpage AS pageno FROM sqlite_master WHERE name = 'actions_of_target'`)
    const database = openQueue(path, log)
    expect(countByState(new Sql(database), { owner: 1 }).ready).toBe(500)
    const auditLog = database.prepare('SELECT count(*) AS count FROM audit_log').get()
    expect(auditLog).toEqual({ count: 50 })
    database.close()
  })

  it('whose log is broken in the middle keeps the transactions after it, and the log is set aside', () => {
    const database = openQueue(path, log)
    database.exec('PRAGMA wal_autocheckpoint = 0')
    const { enqueue } = actionsIn(database)
    const ids = Array.from({ length: 20 }, (_, nth) => enqueue(100 + nth))
    const damaged = readFileSync(`${path}-wal`)
    damaged[60_000]! ^= 0x01
    const broken = join(folder, 'broken.db')
    writeFileSync(broken, readFileSync(path))
    writeFileSync(`${broken}-wal`, damaged)
    database.close()
    const recovered = openQueue(broken, log)
    expect(countByState(new Sql(recovered), { owner: 1 }).ready).toBe(ids.length)
    expect(logged).toEqual([
      expect.stringMatching(
        /All of it was recovered.* document=broken\.db\.broken-\d+ damage=log readable=\d+ written=\d+$/,
      ),
    ])
    const aside = readdirSync(folder).find((name) => /broken-\d+-wal$/.test(name))!
    expect(readFileSync(join(folder, aside)).equals(damaged)).toBe(true)
    recovered.close()
  })

  it('that is no database at all is set aside', () => {
    writeFileSync(
      path,
      'This is not a database, but it is long enough to be taken for one. '.repeat(40),
    )
    const database = openQueue(path, log)
    expect(logged).toEqual([
      expect.stringMatching(/ was damaged.* error=Error \(ERR_SQLITE_ERROR\) \(26\)/),
    ])
    database.close()
  })
})
