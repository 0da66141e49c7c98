import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, it } from 'vitest'
import { AuditLog } from '../../../audit-log/audit-log.ts'
import { findBreaks } from '../../../audit-log/chain.ts'
import { verifyJsonExport } from '../../../audit-log/verify-export.ts'
import { Sql } from '../../../infra/sqlite/sql.ts'
import { testFolder } from '../../../testing/folder.ts'
import { actionsIn } from '../testing/actions-in.ts'
import { openQueue } from './open-queue.ts'

const instance = 'https://gitlab.example.com'
const entry = {
  instance,
  actor: { id: 1, username: 'ines' },
  action: 'block',
  outcome: 'done',
} as const

let path: string
beforeEach(() => {
  path = join(testFolder(), 'queue.db')
})

const open = () => openQueue(path, () => undefined)
const auditLogOf = (database: DatabaseSync) => new AuditLog({ database, now: () => 1 })
const breaksIn = (database: DatabaseSync) =>
  [...findBreaks(new Sql(database)).values()].flatMap(({ ids }) => ids)
const countOf = (database: DatabaseSync, where: string) =>
  database.prepare(`SELECT count(*) AS count FROM audit_log WHERE ${where}`).get()!['count']
it('says where it is broken after a recovery, and goes on', () => {
  const database = open()
  actionsIn(database).enqueue(7)
  const auditLog = auditLogOf(database)
  database.exec('BEGIN')
  for (let id = 1; id <= 400; id += 1) auditLog.add({ ...entry, target: { id } })
  database.exec('COMMIT')
  const leaf = `SELECT pageno FROM dbstat WHERE name = 'audit_log' AND pagetype = 'leaf' ORDER BY pageno LIMIT 1 OFFSET 5`
  const { pageno } = database.prepare(leaf).get() as { pageno: number }
  database.close()
  const handle = openSync(path, 'r+')
  writeSync(handle, Buffer.alloc(4096, 0x5a), 0, 4096, 4096 * (pageno - 1))
  closeSync(handle)

  const recovered = open()
  const me = { instance, id: 1 }
  const { items, total } = auditLogOf(recovered).list(me, { filter: {}, offset: 0, limit: 1 })
  expect(total).toBeGreaterThan(300)
  expect(total).toBeLessThan(400)
  const [id, ...others] = breaksIn(recovered)
  expect(others).toEqual([])
  expect(items[0]).toMatchObject({ action: 'auditLog.recovered', actor: entry.actor })
  expect(items[0]!.answer).toMatch(new RegExp(`: ${id}$`))
  recovered.close()

  const again = open()
  // Told once.
  expect(countOf(again, `action = 'auditLog.recovered'`)).toBe(1)
  const [file] = auditLogOf(again).export(me, { filter: {}, format: 'json' }).files
  expect(verifyJsonExport(file!.text)!.damagedLines).toHaveLength(1)
  again.close()
})
