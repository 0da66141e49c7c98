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
import { isKnownAction } from '../schema.ts'
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
