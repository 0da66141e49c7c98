import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Sql } from '../platform/sqlite/sql.ts'
import { testFolder } from '../testing/folder.ts'
import { AuditLog, type NewEntry } from './audit-log.ts'
import { chainStart, auditEntryHash, findBreaks, storedEntry } from './chain.ts'
import { auditLogTable } from './schema.ts'

const instance = 'https://accounts.example.com'
const entry: NewEntry = {
  instance,
  actor: { id: 1, username: 'ines' },
  action: 'block',
  outcome: 'done',
}

let path: string
const open: DatabaseSync[] = []
const connect = () => {
  const database = new DatabaseSync(path)
  open.push(database)
  return { database, auditLog: new AuditLog({ database, now: () => 1 }) }
}
beforeEach(() => {
  path = join(testFolder(), 'jobs.db')
  connect().database.exec(`PRAGMA journal_mode = WAL; ${auditLogTable}`)
})
afterEach(() => {
  for (const database of open.splice(0)) database.close()
})

const rows = () => new Sql(open[0]!).all('SELECT * FROM audit_log ORDER BY id')
const breaks = () => [...findBreaks(new Sql(open[0]!)).values()].map(({ ids }) => ids)

it('chains each entry to the stored hash of the one before', () => {
  const { auditLog } = connect()
  for (const reason of ['a', '=1;2', '\udc00']) auditLog.add({ ...entry, reason })
  let hash = chainStart('whole')
  for (const row of rows()) {
    hash = auditEntryHash(hash, storedEntry(row))
    expect(row['hash']).toBe(hash)
  }
})

it('keeps a single chain when two processes write', () => {
  const [firstConnection, other] = [connect(), connect()]
  for (let nth = 0; nth < 10; nth += 1)
    (nth % 2 === 0 ? firstConnection : other).auditLog.add(entry)
  firstConnection.database.exec('BEGIN IMMEDIATE')
  firstConnection.auditLog.add(entry)
  // Rejecting the entry is better than forking the chain.
  expect(() => other.auditLog.add(entry)).toThrow('locked')
  firstConnection.database.exec('COMMIT')
  other.auditLog.add(entry)
  // Simulates a transaction that started before another entry was stored.
  other.database.exec('BEGIN')
  other.auditLog.list({ instance, id: 1 }, { filter: {}, offset: 0, limit: 1 })
  firstConnection.auditLog.add(entry)
  expect(() => other.auditLog.add(entry)).toThrow('locked')
  other.database.exec('ROLLBACK')
  expect(rows()).toHaveLength(13)
  expect(breaks()).toEqual([])
})

it('continues the chain after missing and changed entries, and detects both', () => {
  const { database, auditLog } = connect()
  for (let nth = 0; nth < 6; nth += 1) auditLog.add(entry)
  database.exec(
    `DELETE FROM audit_log WHERE id = 2; UPDATE audit_log SET reason = 'other' WHERE id = 5`,
  )
  auditLog.add(entry)
  expect(breaks()).toEqual([[3, 5]])
})
