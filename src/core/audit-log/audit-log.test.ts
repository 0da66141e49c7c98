import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type AuditLogFilter, auditLog as contract } from '../../shared/operations/audit-log.ts'
import { message } from '../../shared/messages/message.ts'
import { FailureError } from '../platform/failure.ts'
import { t } from '../platform/messages.ts'
import { localDay } from '../../shared/rules/local-day.ts'
import { AuditLog, type NewEntry } from './audit-log.ts'
import { auditLogTable } from './schema.ts'
import { testFolder } from '../testing/folder.ts'

const instance = 'https://accounts.example.com'
const ines = { instance, id: 1 }
const entry: NewEntry = {
  instance,
  actor: { id: 1, username: 'ines' },
  action: 'block',
  target: { id: 7, username: 'piotr' },
  outcome: 'done',
}

let folder: string
let database: DatabaseSync
let auditLog: AuditLog
let now: number
beforeEach(() => {
  folder = testFolder()
  now = Date.parse('2026-03-10T12:00:00Z')
  database = new DatabaseSync(join(folder, 'outbox.db'))
  database.exec(`PRAGMA journal_mode = WAL; ${auditLogTable}`)
  auditLog = new AuditLog({ database, now: () => now })
})
afterEach(() => {
  if (database.isOpen) database.close()
})

const list = (filter: AuditLogFilter = {}, offset = 0, limit = 100) =>
  auditLog.list(ines, { filter, offset, limit })
const findReasons = (filter: AuditLogFilter) => list(filter).items.map(({ reason }) => reason)

describe('audit log entry', () => {
  it('survives a restart with all its fields, newest first', () => {
    const fullEntry: NewEntry = {
      ...entry,
      object: 'saml',
      fields: ['name', 'note'],
      changes: [
        { field: 'name', before: 'Kim', after: null },
        { field: 'admin', before: false, after: true },
        { field: 'password' },
      ],
      run: 12,
      reason: 'Left the company',
      before: 'active',
      after: 'blocked',
      outcome: 'refused',
      answer: 'You shall not.',
    }
    auditLog.add(entry)
    now += 1000
    auditLog.add(fullEntry)
    database.close()
    database = new DatabaseSync(join(folder, 'outbox.db'))
    auditLog = new AuditLog({ database, now: () => now })
    const answer = list()
    expect(answer).toEqual({
      items: [
        { id: 2, at: now, ...fullEntry },
        { id: 1, at: now - 1000, ...entry, fields: [], changes: [] },
      ],
      total: 2,
      entries: 2,
      actions: ['block'],
    })
    expect(contract.list.output.parse(answer)).toEqual(answer)
  })

  it('is committed and rolled back with its transaction', () => {
    database.exec('BEGIN')
    auditLog.add(entry)
    database.exec('ROLLBACK')
    expect(list().total).toBe(0)
    database.exec('BEGIN')
    auditLog.add(entry)
    database.exec('COMMIT')
    expect(list().total).toBe(1)
  })

  it('belongs to one user on one instance', () => {
    auditLog.add(entry)
    auditLog.add({ ...entry, actor: { id: 2, username: 'tomasz' } })
    auditLog.add({ ...entry, instance: 'https://other.example.com', action: 'ban' })
    expect(list()).toMatchObject({ total: 1, actions: ['block'] })
    const elsewhere = { instance: 'https://other.example.com', id: 1 }
    expect(auditLog.list(elsewhere, { filter: {}, offset: 0, limit: 1 }).total).toBe(1)
  })
})

describe('audit log filter', () => {
  it('returns matches page by page, and always lists all actions', () => {
    for (let at = 0; at < 5; at += 1) auditLog.add({ ...entry, target: { id: at + 1 } })
    auditLog.add({ ...entry, action: 'users.modify', outcome: 'unknown' })
    expect(list({ action: 'users.modify' })).toMatchObject({
      total: 1,
      actions: ['block', 'users.modify'],
    })
    expect(list({ outcome: 'unknown' }).total).toBe(1)
    expect(list({ target: 3 }).items.map(({ id }) => id)).toEqual([3])
    const page = list({ action: 'block' }, 3, 2)
    expect(page.items.map(({ id }) => id)).toEqual([2, 1])
    expect(page.total).toBe(5)
    expect(list({}, 100, 2)).toMatchObject({ items: [], total: 6 })
  })

  it('folds each run into one item and counts it once', () => {
    const run = { ...entry, run: 4 }
    auditLog.add(run)
    auditLog.add({ ...entry, reason: 'alone' })
    auditLog.add({ ...run, action: 'sshKeys.removeOf', object: 'laptop' })
    auditLog.add({ ...run, target: { id: 8, username: 'Kim' }, outcome: 'refused' })
    auditLog.add({ ...entry, run: 5 })
    const folded = (filter: AuditLogFilter = {}, offset = 0) =>
      auditLog.list(ines, { filter, offset, limit: 2, isFolded: true })
    expect(folded()).toMatchObject({ total: 3, entries: 5 })
    const [five, four] = folded().items
    expect(five).toMatchObject({ id: 5, run: 5, folded: undefined })
    const counts = { entries: 3, users: 2, refused: 1, unknown: 0 }
    expect(four).toMatchObject({ id: 4, run: 4, folded: counts })
    expect(four!.folded!.actions.toSorted()).toEqual(['block', 'sshKeys.removeOf'])
    expect(contract.list.output.parse(folded())).toEqual(folded())
    expect(folded({}, 2).items.map(({ reason }) => reason)).toEqual(['alone'])
    expect(folded({ outcome: 'done' }).items[1]!.folded).toMatchObject({ entries: 2, users: 1 })
    expect(list({ run: 4 }).items.map(({ id }) => id)).toEqual([4, 3, 1])
    expect(list({ username: 'kim' }).items.map(({ id }) => id)).toEqual([4])
  })

  it('searches the labels of actions and of changed states', () => {
    auditLog.add({ ...entry, reason: 'one', before: 'active', after: 'blocked' })
    auditLog.add({ ...entry, action: 'sshKeys.addFor', reason: 'two' })
    auditLog.add({ ...entry, action: 'delete', reason: 'three', before: 'banned', after: 'gone' })
    auditLog.add({ ...entry, action: 'approve', reason: 'four', before: 'banned', after: 'banned' })
    expect(findReasons({ search: 'Block' })).toEqual(['one'])
    expect(findReasons({ search: 'Pending approval' })).toEqual([])
    expect(findReasons({ search: 'Deleted' })).toEqual(['three'])
    expect(findReasons({ search: 'banned' })).toEqual(['three'])
    expect(findReasons({ search: 'Add SSH key' })).toEqual(['two'])
    expect(findReasons({ search: 'sshkeys.add' })).toEqual(['two'])
    expect(findReasons({ search: 'SSH key', outcome: 'refused' })).toEqual([])
  })

  it('searches literally, ignoring case and Unicode normalization', () => {
    const reasons = ['100 % sure', 'a_b', 'C:\\temp', "it's", 'Żółć im Bericht', 'nothing of it']
    for (const reason of reasons) auditLog.add({ ...entry, reason })
    expect(findReasons({ search: '%' })).toEqual(['100 % sure'])
    expect(findReasons({ search: '_' })).toEqual(['a_b'])
    expect(findReasons({ search: '\\' })).toEqual(['C:\\temp'])
    expect(findReasons({ search: "'" })).toEqual(["it's"])
    expect(findReasons({ search: 'ŻÓŁĆ'.normalize('NFD') })).toEqual(['Żółć im Bericht'])
    expect(findReasons({ search: 'im  BERICHT ' })).toEqual(['Żółć im Bericht'])
    expect(findReasons({ search: 'PIOTR' })).toHaveLength(6)
    expect(findReasons({ search: ' ' })).toHaveLength(6)
    expect(findReasons({ search: '"; DROP TABLE audit_log' })).toEqual([])
    expect(findReasons({ search: '%'.repeat(10_000) })).toEqual([])
    expect(findReasons({ search: 'piotr 100' })).toEqual([])
  })

  it("matches an entry's object and values", () => {
    const changes = [{ field: 'note', before: 'original', after: 'LEGAL HOLD' }]
    auditLog.add({ ...entry, object: 'Laptop', changes, reason: 'it' })
    auditLog.add(entry)
    for (const search of ['laptop', 'ORIGINAL', 'legal hold'])
      expect(findReasons({ search })).toEqual(['it'])
  })

  it('includes the start and end days in local time', () => {
    vi.stubEnv('TZ', 'America/New_York')
    for (const at of ['09T23:59:59.999', '10T00:00:00.000', '10T23:59:59.999', '11T00:00:00.000']) {
      now = Date.parse(`2026-03-${at}-04:00`)
      auditLog.add({ ...entry, reason: at })
    }
    expect(findReasons({ from: '2026-03-10', to: '2026-03-10' })).toEqual([
      '10T23:59:59.999',
      '10T00:00:00.000',
    ])
    expect(findReasons({ from: '2026-03-11' })).toEqual(['11T00:00:00.000'])
    expect(findReasons({ to: '2026-03-09' })).toEqual(['09T23:59:59.999'])
    // In UTC it is already the next day.
    now = Date.parse('2026-03-10T23:30:00-04:00')
    const { files } = auditLog.export(ines, { filter: {}, format: 'csv' })
    expect(files[0]!.filename).toContain('-2026-03-10.')
    vi.unstubAllEnvs()
  })

  it('reports a start date after the end date next to the date field', () => {
    for (const act of [
      () => list({ from: '2026-03-11', to: '2026-03-10' }),
      () =>
        auditLog.export(ines, { filter: { from: '2026-03-11', to: '2026-03-10' }, format: 'csv' }),
    ]) {
      const failure = failureIn(act)
      expect(failure).toMatchObject({
        kind: 'invalid',
        fields: { from: [{ id: 'auditLog.fromReversed' }] },
      })
    }
  })
})

describe('result of an audit log entry', () => {
  const sentence = '127.0.0.1 refused this (422).'
  const reason = '403 You cannot ban locked users.'
  const answer = message('queue.noteNotWritten', { reason })
  const inWords = t('queue.noteNotWritten', { reason })
  const stored = () =>
    database.prepare('SELECT answer, search_text FROM audit_log ORDER BY id').all()
  beforeEach(() => {
    auditLog.add({ ...entry, answer: sentence })
    auditLog.add({ ...entry, answer })
  })

  it('is stored as a message or as GitLab’s own text', () => {
    expect(list().items.map((one) => one.answer)).toEqual([inWords, sentence])
    const [words, row] = stored()
    expect(words!['answer']).toBe(sentence)
    expect(JSON.parse(String(row!['answer']))).toEqual(answer)
    for (const column of Object.values(row!)) expect(column).not.toContain('notes: ')
  })

  it('is searchable by its text and its values', () => {
    const answers = (search: string) => list({ search }).items.map((one) => one.answer)
    expect(answers('REFUSED this')).toEqual([sentence])
    expect(answers('added to  the admin notes')).toEqual([inWords])
    expect(answers('cannot ban')).toEqual([inWords])
    expect(answers('noteNotWritten')).toEqual([])
    expect(list({ search: 'cannot ban' }).total).toBe(1)
  })

  it('is exported unchanged', () => {
    const [file] = auditLog.export(ines, { filter: {}, format: 'json' }).files
    const { entries } = JSON.parse(file!.text) as { entries: object[] }
    expect(entries).toMatchObject([{ answer }, { answer: sentence }])
  })
})

describe('audit log export', () => {
  it('creates a CSV file without formulas, and a JSON file next to it', () => {
    const attack = '=HYPERLINK("https://evil.example","x")'
    auditLog.add({ ...entry, reason: attack, target: { id: 9, username: '@SUM(A1)' } })
    const changes = [
      { field: 'name', before: '=1+1', after: 'Kim' },
      { field: 'admin', before: false, after: true },
      { field: 'password' },
    ]
    auditLog.add({
      ...entry,
      action: 'sshKeys.removeOf',
      object: '=laptop',
      answer: 'two\nlines, and "quotes"',
      fields: ['name', 'can_create_group'],
      changes,
      run: 7,
    })
    const { files, lastHash } = auditLog.export(ines, { filter: {}, format: 'csv' })
    const [csv, beside] = files
    expect(csv!.filename).toBe(`audit-log-accounts.example.com-user-1-${localDay(now)}.csv`)
    expect(csv!.text.replaceAll(/,[0-9a-f]{64}(?=\r\n)/g, '')).toBe(
      '\uFEFFid,at,instance,actor_id,actor,action,target_id,target,object,fields,changes,run,reason,before,after,outcome,answer,hash\r\n' +
        `2,2026-03-10T12:00:00.000Z,${instance},1,ines,sshKeys.removeOf,7,piotr,'=laptop,"[""name"",""can_create_group""]","[{""field"":""name"",""before"":""=1+1"",""after"":""Kim""},{""field"":""admin"",""before"":false,""after"":true},{""field"":""password""}]",7,,,,done,"two\nlines, and ""quotes"""\r\n` +
        `1,2026-03-10T12:00:00.000Z,${instance},1,ines,block,9,'@SUM(A1),,,,,"'=HYPERLINK(""https://evil.example"",""x"")",,,done,\r\n`,
    )
    const other = { instance: `${instance}:8443`, id: 2 }
    expect(auditLog.export(other, { filter: {}, format: 'csv' }).files[0]!.filename).toBe(
      `audit-log-accounts.example.com-8443-user-2-${localDay(now)}.csv`,
    )
    expect(beside!.filename).toBe(`${csv!.filename}.json`)
    expect(JSON.parse(beside!.text)).toEqual({ scope: 'whole', count: 2, lastHash })
  })

  it('contains the filtered entries as JSON with ISO times', () => {
    auditLog.add(entry)
    auditLog.add({ ...entry, action: 'ban' })
    const filter = { action: 'ban' }
    const { files, lastHash } = auditLog.export(ines, { filter, format: 'json' })
    expect(files.map(({ filename }) => filename)).toEqual([
      `audit-log-accounts.example.com-user-1-${localDay(now)}.json`,
    ])
    const shown = {
      id: 2,
      at: '2026-03-10T12:00:00.000Z',
      instance,
      actor_id: 1,
      actor: 'ines',
      action: 'ban',
      target_id: 7,
      target: 'piotr',
      outcome: 'done',
    }
    expect(JSON.parse(files[0]!.text)).toEqual({
      scope: filter,
      count: 1,
      lastHash,
      entries: [{ ...shown, hash: lastHash }],
    })
  })
})

function failureIn(act: () => unknown) {
  try {
    act()
  } catch (error) {
    if (error instanceof FailureError) return error.failure
    throw error
  }
  return expect.fail('succeeded')
}
