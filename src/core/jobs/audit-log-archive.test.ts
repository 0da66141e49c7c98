import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { AuditLog, type NewEntry } from '../audit-log/audit-log.ts'
import { archiveAuditLog } from './audit-log-archive.ts'
import { openTestJobs } from './testing/open-test-jobs.ts'

let root: string
let folder: string
let database: string
const now = () => Date.parse('2026-03-10T12:00:00')
const log = () => undefined
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'latchkey-kept-log-'))
  folder = join(root, 'audit')
  database = join(root, 'jobs.db')
})
afterEach(() => rmSync(root, { recursive: true }))

const baseUrl = 'https://gitlab.example.com:8443/gitlab'
const actor = { id: 1, username: 'ines.ortega' }
const entry: NewEntry = {
  instance: baseUrl,
  actor,
  action: 'block',
  target: { id: 7, username: 'piotr' },
  reason: '=Spam',
  outcome: 'done',
}

function note(noted = entry): void {
  const jobsFile = open()
  new AuditLog({ database: jobsFile, now }).add(noted)
  jobsFile.close()
}
const open = () => openTestJobs(database, { owner: { baseUrl, actor } })
const keep = (owner = { baseUrl, actor }) =>
  archiveAuditLog(root, owner, { auditLogs: folder, now, log })
const archivedFiles = () => readdirSync(folder)
const textOf = (name: string) => readFileSync(join(folder, name), 'utf8')

it('writes a JSON file named after instance, username and day', () => {
  note()
  keep()
  expect(archivedFiles()).toEqual(['gitlab.example.com_8443_ines.ortega_2026-03-10.json'])
  expect(JSON.parse(textOf(archivedFiles()[0]!))).toMatchObject({
    scope: 'whole',
    entries: [{ action: 'block', target_id: 7, reason: '=Spam' }],
  })
})

it('writes unchanged entries only once and never overwrites another file', () => {
  note()
  keep()
  keep()
  expect(archivedFiles()).toHaveLength(1)
  note({ ...entry, target: { id: 8, username: 'second' } })
  keep()
  expect(archivedFiles()).toEqual([
    'gitlab.example.com_8443_ines.ortega_2026-03-10.json',
    'gitlab.example.com_8443_ines.ortega_2026-03-10_2.json',
  ])
  expect(textOf(archivedFiles()[0]!)).not.toContain('second')
})

it('stays inside its folder when a username contains path separators', () => {
  const username = '../../a:b\\c'
  note({ ...entry, actor: { id: 1, username } })
  keep({ baseUrl, actor: { id: 1, username } })
  expect(archivedFiles()).toEqual(['gitlab.example.com_8443_.._.._a_b_c_2026-03-10.json'])
  expect(readdirSync(root).toSorted()).toEqual(['audit', 'jobs.db', 'jobs.db.created'])
})

it('includes sent actions with an unknown outcome and omits unsent actions', () => {
  const jobsFile = open()
  jobsFile.exec(`
    INSERT INTO items (kind, action, target, username, name, target_state, reason, note, state, created, not_before, expires, position, before)
    VALUES ('moderation', 'ban', 7, 'piotr', 'Piotr', 'active', 'Was sent', 0, 'sending', 1, 1, 9, 1, 'active'),
      ('moderation', 'ban', 8, 'ada', 'Ada', 'active', 'Was never sent', 0, 'ready', 1, 1, 9, 2, NULL)`)
  jobsFile.close()
  keep()
  keep()
  expect(archivedFiles()).toHaveLength(1)
  const text = textOf(archivedFiles()[0]!)
  expect(text.match(/Was sent/g)).toHaveLength(1)
  expect(text).toContain('unknown')
  expect(text).not.toContain('Was never sent')
})

it('doesn’t create a file without entries or a database', () => {
  keep()
  open().close()
  keep()
  expect(readdirSync(root).toSorted()).toEqual(['jobs.db', 'jobs.db.created'])
})
