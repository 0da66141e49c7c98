import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it } from 'vitest'
import { message } from '../../shared/messages/message.ts'
import { AuditLog, type NewEntry } from './audit-log.ts'
import { auditLogTable } from './schema.ts'
import { readHead, verifyCsvExport, verifyJsonExport } from './verify-export.ts'

const instance = 'https://accounts.example.com'
const ines = { instance, id: 1 }
const entry: NewEntry = {
  instance,
  actor: { id: 1, username: 'ines' },
  action: 'block',
  target: { id: 7, username: 'piotr' },
  outcome: 'done',
}

let database: DatabaseSync
let auditLog: AuditLog
beforeEach(() => {
  database = new DatabaseSync(':memory:')
  database.exec(auditLogTable)
  auditLog = new AuditLog({ database, now: () => 1 })
  for (const reason of ['first', 'two\r\nlines, "quoted"', '=formula', '\ud800 half', 'Ende 🙂']) {
    auditLog.add({ ...entry, reason, answer: message('queue.expired') })
  }
})

const noGaps = { files: [], count: 0 }
const intact = {
  isWhole: true,
  damagedLines: [],
  isComplete: true,
  isRewritten: false,
  gaps: noGaps,
}

describe.each(['csv', 'json'] as const)('verifying a %s export', (format) => {
  async function verify(filter = {}, actor = ines) {
    const [{ text } = { text: '' }, beside] = auditLog.export(actor, { filter, format }).files
    const verdict = beside
      ? await verifyCsvExport(text, readHead(beside.text)!)
      : await verifyJsonExport(text)
    return verdict!
  }
  const lastHash = (filter = {}) => auditLog.export(ines, { filter, format }).lastHash

  it('accepts the complete log with its last hash', async () => {
    expect(await verify()).toEqual({ ...intact, entries: 5, lastHash: lastHash() })
    const stored = database.prepare('SELECT hash FROM audit_log ORDER BY id DESC').get()!
    expect(lastHash()).toBe(stored['hash'])
  })

  it('accepts a log without entries', async () => {
    const none = { entries: 0, lastHash: '0'.repeat(64) }
    expect(await verify({}, { instance, id: 2 })).toEqual({ ...intact, ...none })
  })

  it('follows the chain of each actor separately', async () => {
    auditLog.add({ ...entry, actor: { id: 2, username: 'tomasz' } })
    auditLog.add(entry)
    expect(await verify()).toEqual({ ...intact, entries: 6, lastHash: lastHash() })
  })

  it('accepts a selection, whose last hash differs from the complete log’s', async () => {
    auditLog.add({ ...entry, action: 'ban' })
    auditLog.add(entry)
    const filter = { action: 'block' }
    const verdict = { ...intact, isWhole: false, entries: 6, lastHash: lastHash(filter) }
    expect(await verify(filter)).toEqual(verdict)
    expect(lastHash(filter)).not.toBe(lastHash())
    const none = { action: 'unban' }
    expect(await verify(none)).toEqual({ ...verdict, entries: 0, lastHash: lastHash(none) })
  })

  it('yields a different last hash for another selection of the same entries', () => {
    expect(lastHash({ action: 'block' })).not.toBe(lastHash({ outcome: 'done' }))
    expect(lastHash({ action: '', search: undefined })).toBe(lastHash())
  })

  it.each([{}, { action: 'block' }])(
    'reports the line of a changed or missing entry with filter %j',
    async (filter) => {
      database.exec(`UPDATE audit_log SET reason = 'other' WHERE id = 4`)
      expect((await verify(filter)).damagedLines).toEqual([3])
      database.exec('DELETE FROM audit_log WHERE id = 4')
      expect((await verify(filter)).damagedLines).toEqual([2])
    },
  )

  it('flags unreadable values from the database', async () => {
    database.exec(`UPDATE audit_log SET at = 9007199254740991, fields = '[' WHERE id = 5`)
    expect((await verify()).damagedLines).toEqual([2])
  })
})

it('counts the lines of a CSV file like a text editor', async () => {
  const [file, beside] = auditLog.export(ines, { filter: {}, format: 'csv' }).files
  const { text } = file!
  const changed = text.replace('first', 'First')
  const line = text.slice(0, text.indexOf('first')).split('\n').length
  expect((await verifyCsvExport(changed, readHead(beside!.text)!)).damagedLines).toEqual([line])
})
