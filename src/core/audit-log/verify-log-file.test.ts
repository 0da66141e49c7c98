import { DatabaseSync } from 'node:sqlite'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { testFolder } from '../testing/folder.ts'
import { message } from '../../shared/messages/message.ts'
import { AuditLog, gapAction } from './audit-log.ts'
import { auditLogTable } from './schema.ts'
import { verifyChosenFiles, verifyLogFile } from './verify-log-file.ts'

const instance = 'https://accounts.example.com'
const limits =
  'Compare the last hash with one that you kept elsewhere: whoever can write this file can make another one, which has another last hash.'

let folder: string
let auditLog: AuditLog
beforeEach(() => {
  folder = testFolder()
  const database = new DatabaseSync(':memory:')
  database.exec(auditLogTable)
  auditLog = new AuditLog({ database, now: () => 1 })
  for (const reason of ['Żółć', 'two\nlines', '0123', '=1', 'a;b']) {
    const target = { id: 7, username: 'piotr' }
    const actor = { id: 1, username: 'ines' }
    auditLog.add({ instance, actor, action: 'block', target, reason, outcome: 'done' })
  }
})

describe('export selected in the UI', () => {
  const filesOf = (format: 'csv' | 'json') => {
    const { files, lastHash } = auditLog.export({ instance, id: 1 }, { filter: {}, format })
    return { lastHash, files: files.map(({ filename: name, text }) => ({ name, text })) }
  }

  it.each(['csv', 'json'] as const)('is checked like a file (%s)', async (format) => {
    const { files, lastHash } = filesOf(format)
    const report = ['5 entries', 'The log is intact.', `Last hash: ${lastHash}`, limits]
    for (const chosen of [files, files.toReversed()]) {
      expect(await verifyChosenFiles(chosen)).toEqual({ isIntact: true, report, lastHash })
    }
    const changed = files.map(({ name, text }) => ({ name, text: text.replace('0123', '0124') }))
    expect(await verifyChosenFiles(changed)).toMatchObject({ isIntact: false })
  })

  it('is rejected as CSV without the JSON file next to it', async () => {
    const [csv] = filesOf('csv').files
    await expect(verifyChosenFiles([csv!])).rejects.toThrow(/can’t be checked alone/)
    await expect(verifyChosenFiles([{ name: 'a.json', text: '{}' }])).rejects.toThrow(
      /isn’t an export/,
    )
  })
})

/** Writes an export's files, and returns the first one's path and the last hash. */
function exportTo(format: 'csv' | 'json', filter = {}): { path: string; lastHash: string } {
  const { files, lastHash } = auditLog.export({ instance, id: 1 }, { filter, format })
  for (const { filename, text } of files) writeFileSync(join(folder, filename), text)
  return { path: join(folder, files[0]!.filename), lastHash }
}

async function verify(file: string): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = []
  const code = await verifyLogFile(file, (line) => lines.push(line))
  return { code, lines }
}

describe.each(['csv', 'json'] as const)('--verify-log with a %s export', (format) => {
  it('reports an intact log with its last hash', async () => {
    const { path, lastHash } = exportTo(format)
    const lines = ['5 entries', 'The log is intact.', `Last hash: ${lastHash}`, limits]
    expect(await verify(path)).toEqual({ code: 0, lines })
  })

  it('reports that an export contains only a selection', async () => {
    const { path, lastHash } = exportTo(format, { search: 'lines' })
    expect(await verify(path)).toEqual({
      code: 0,
      lines: [
        '1 entry',
        'The selection is intact. It isn’t the whole log.',
        `Last hash: ${lastHash}`,
        limits,
      ],
    })
  })

  it('reports which lines were changed', async () => {
    const { path } = exportTo(format)
    const { files } = auditLog.export({ instance, id: 1 }, { filter: {}, format })
    writeFileSync(path, files[0]!.text.replace('0123', '0124'))
    const changed = 'Line 4 was changed, or lines below it are missing or in another order.'
    expect(await verify(path)).toEqual({ code: 1, lines: ['5 entries', changed] })
  })
})

it('reports that the newest entries are missing', async () => {
  const { path } = exportTo('json')
  const { files } = auditLog.export({ instance, id: 1 }, { filter: {}, format: 'json' })
  writeFileSync(path, files[0]!.text.replace(/\n.*\n/, '\n'))
  expect(await verify(path)).toEqual({
    code: 1,
    lines: [
      '4 entries',
      'The file isn’t complete, or its scope, number of entries, or last hash was changed.',
    ],
  })
})

it('prints only the first 20 changed lines', async () => {
  for (let nth = 0; nth < 20; nth += 1) {
    auditLog.add({ instance, actor: { id: 1, username: 'ines' }, action: 'ban', outcome: 'done' })
  }
  const { path } = exportTo('json')
  const { files } = auditLog.export({ instance, id: 1 }, { filter: {}, format: 'json' })
  writeFileSync(path, files[0]!.text.replaceAll('"ines"', '"eve"'))
  const { code, lines } = await verify(path)
  expect(code).toBe(1)
  expect(lines).toHaveLength(22)
  expect(lines.at(-1)).toBe('and 5 more')
})

it('reports that a CSV file cannot be checked without its JSON file', async () => {
  const { path } = exportTo('csv')
  rmSync(`${path}.json`)
  const expectedMessage = `${path} can’t be checked alone: ${path}.json, which was exported with it, has to be beside it.`
  expect(await verify(path)).toEqual({ code: 2, lines: [expectedMessage] })
  writeFileSync(`${path}.json`, '{}')
  const noExport = `${path}.json isn’t an export of an audit log, or its first line was changed.`
  expect(await verify(path)).toEqual({ code: 2, lines: [noExport] })
})

/** How spreadsheet programs change a CSV file when they open and save it. */
const spreadsheets: [name: string, damaged: string, save: (text: string) => string | Buffer][] = [
  [
    'LibreOffice, with fewer quotes and other line endings',
    'No line is damaged.',
    (text) => text.slice(1).replaceAll('\r\n', '\n').replace('"a;b"', 'a;b'),
  ],
  [
    'with all cells quoted',
    'No line is damaged.',
    (text) => text.replaceAll(/(?<=,)[a-z]+(?=,)/g, '"$&"'),
  ],
  ['with semicolons', 'No line is damaged.', (text) => text.replaceAll(',', ';')],
  [
    'with semicolons in a Western European encoding',
    '1 line is damaged.',
    (text) => Buffer.from(text.slice(1).replaceAll(',', ';').replace('Żółć', '?ó??'), 'latin1'),
  ],
  [
    'with dates and numbers as it shows them',
    '5 lines are damaged.',
    (text) =>
      text.replaceAll('1970-01-01T00:00:00.001Z', '01.01.1970 00:00').replace('0123', '123'),
  ],
  [
    'without the apostrophe before formulas',
    'No line is damaged.',
    (text) => text.replace("'=1", '=1'),
  ],
]

it.each(spreadsheets)(
  'detects a file saved by a spreadsheet program: %s',
  async (_, damaged, save) => {
    const { path } = exportTo('csv')
    const { files } = auditLog.export({ instance, id: 1 }, { filter: {}, format: 'csv' })
    writeFileSync(path, save(files[0]!.text))
    expect(await verify(path)).toEqual({
      code: 1,
      lines: [
        '5 entries',
        `A spreadsheet or another program saved this file anew. ${damaged} Export the log again.`,
      ],
    })
  },
)

it('rejects a file that is not an export, and a missing argument', async () => {
  const path = join(folder, 'list.csv')
  writeFileSync(path, 'name,email\r\n')
  const noExport = `${path} isn’t an export of an audit log, or its first line was changed.`
  expect(await verify(path)).toEqual({ code: 2, lines: [noExport] })
  expect(await verify('')).toEqual({
    code: 2,
    lines: ['--verify-log needs an exported audit log: --verify-log FILE'],
  })
})

it('reports that a log replaces a damaged one', async () => {
  const answer = message('auditLog.gapText', { file: '/data/jobs.db.damaged-17' })
  const actor = { id: 1, username: 'ines' }
  auditLog.add({ instance, actor, action: gapAction, outcome: 'done', answer })
  for (const format of ['csv', 'json'] as const) {
    const { code, lines } = await verify(exportTo(format).path)
    expect([code, lines.at(-1)]).toEqual([
      0,
      'This log replaces a damaged or missing one. What was left was kept as /data/jobs.db.damaged-17: older entries are missing.',
    ])
  }
})
