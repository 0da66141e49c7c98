import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it } from 'vitest'
import { message } from '../../shared/messages/message.ts'
import { AuditLog, type NewEntry } from './audit-log.ts'
import { chainStart } from './chain.ts'
import { auditLogTable } from './schema.ts'
import { type Problem, verifyExport } from './verify-export.ts'

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

const formats = ['csv', 'json'] as const
type Format = (typeof formats)[number]
const exported = (format: Format, filter = {}) => auditLog.export(ines, { filter, format }).text
const problemsIn = (text: string): Problem[] => verifyExport(text)!.problems
/** The lines of an export; a line break in a cell is no end. */
const linesOf = (text: string, format: Format) =>
  text.split(format === 'csv' ? /(?<=[0-9a-f]{64}\r\n|line_hash\r\n)/ : /(?<=\n)/)

describe.each(formats)('an export as %s', (format) => {
  it('is intact with the last hash of the log', () => {
    const { text, lastHash } = auditLog.export(ines, { filter: {}, format })
    expect(verifyExport(text)).toEqual({ entries: 5, isWhole: true, lastHash, problems: [] })
    const stored = database.prepare('SELECT hash FROM audit_log ORDER BY id DESC').get()!
    expect(lastHash).toBe(stored['hash'])
  })

  it('without entries is intact', () => {
    const text = auditLog.export({ instance, id: 2 }, { filter: {}, format }).text
    expect(verifyExport(text)).toMatchObject({ entries: 0, lastHash: chainStart, problems: [] })
  })

  it('continues the chain of each actor by itself', () => {
    auditLog.add({ ...entry, actor: { id: 2, username: 'tomasz' } })
    auditLog.add(entry)
    expect(verifyExport(exported(format))).toMatchObject({ entries: 6, problems: [] })
  })

  it('says which lines are missing, out of place, damaged or cut', () => {
    const lines = linesOf(exported(format), format)
    const without = (nth: number) => lines.filter((_, at) => at !== nth).join('')
    expect(problemsIn(without(2))).toMatchObject([{ kind: 'missing', line: 3 }])
    const [head, one, two, ...rest] = lines
    expect(problemsIn([head, two, one, ...rest].join(''))[0]).toEqual({
      kind: 'misplaced',
      line: 2,
    })
    const changed = lines.with(2, lines[2]!.replace('piotr', 'pjotr'))
    expect(problemsIn(changed.join(''))).toEqual([{ kind: 'damaged', line: 3 }])
    expect(problemsIn(lines.slice(0, 4).join('')).at(-1)).toMatchObject({ kind: 'cut' })
    expect(problemsIn(exported(format).slice(0, -1)).at(-1)).toMatchObject({ kind: 'cut' })
    expect(problemsIn(exported(format).slice(0, -2)).at(-1)).toMatchObject({ kind: 'cut' })
  })

  it('of a selection checks its lines, their order and their number', () => {
    auditLog.add({ ...entry, action: 'ban' })
    auditLog.add(entry)
    const text = exported(format, { action: 'block' })
    const { lastHash } = auditLog.export(ines, { filter: {}, format })
    expect(verifyExport(text)).toEqual({ entries: 6, isWhole: false, lastHash, problems: [] })
    const lines = linesOf(text, format)
    const [head, one, two, ...rest] = lines
    expect(problemsIn([head, two, ...rest].join(''))).toMatchObject([{ kind: 'missing' }])
    expect(problemsIn([head, two, one, ...rest].join(''))).toEqual([{ kind: 'misplaced', line: 3 }])
  })

  it('of a changed or incomplete database names the place', () => {
    database.exec(`UPDATE audit_log SET reason = 'other' WHERE id = 4`)
    expect(problemsIn(exported(format))).toEqual([{ kind: 'damaged', line: 3 }])
    database.exec('DELETE FROM audit_log WHERE id = 4')
    expect(problemsIn(exported(format))).toEqual([{ kind: 'missing', line: 3 }])
  })

  it('names the line as an editor counts', () => {
    const text = exported(format)
    const at = text.lastIndexOf('first')
    const line = text.slice(0, at).split('\n').length
    expect(problemsIn(`${text.slice(0, at)}F${text.slice(at + 1)}`)).toEqual([
      { kind: 'damaged', line },
    ])
  })
})

it('is no export without hashes', () => {
  expect(verifyExport('')).toBeUndefined()
  expect(verifyExport('[{"id":1}]')).toBeUndefined()
})
