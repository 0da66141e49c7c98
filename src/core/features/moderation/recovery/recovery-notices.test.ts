import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { jsonFile } from '../../../infra/files/json-file.ts'
import { openQueue } from './open-queue.ts'
import { RecoveryFile, RecoveryNotices, moveEarlierRecoveryFile } from './recovery-notices.ts'

let folder: string
let path: string
const log = () => undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-queue-'))
  path = join(folder, 'outbox.db')
})
afterEach(() => rmSync(folder, { recursive: true }))

const notices = () =>
  new RecoveryNotices(path, jsonFile(join(folder, 'outbox-recoveries.json'), RecoveryFile, log))

it('lists a damaged file until it is dismissed, even after a restart', () => {
  const first = notices()
  expect(first.list()).toEqual([])
  writeFileSync(path, 'This is not a database, but long enough to be taken for one. '.repeat(40))
  openQueue(path, log, (recovery) => first.add(recovery)).close()
  const [told] = first.list()
  expect(told).toMatchObject({ rows: 0, lost: true, file: `${path}.broken-${told!.at}` })
  expect(notices().list()).toEqual([told])
  first.dismiss(told!.at + 1)
  expect(notices().list()).toEqual([told])
  notices().dismiss(told!.at)
  expect(notices().list()).toEqual([])
})

it('lists a damaged file without a record', () => {
  for (const name of ['broken-7', 'broken-7-wal', 'broken-9', 'recovered']) {
    writeFileSync(`${path}.${name}`, '')
  }
  expect(notices().list()).toEqual([
    { at: 9, file: `${path}.broken-9` },
    { at: 7, file: `${path}.broken-7` },
  ])
})

describe('the record of an earlier version', () => {
  const earlierPath = () => join(folder, 'outbox-rescues.json')
  const move = () => moveEarlierRecoveryFile(earlierPath(), join(folder, 'outbox-recoveries.json'))
  const write = (dismissed: number[]) => {
    for (const name of ['broken-7', 'broken-9']) writeFileSync(`${path}.${name}`, '')
    const known = [{ action: 'block', username: 'kim', state: 'undoable' }]
    const told = [
      { at: 7, rows: 3, lost: false },
      { at: 9, lost: true, missing: 1, known },
    ]
    writeFileSync(earlierPath(), `\uFEFF${JSON.stringify({ told, seen: dismissed })}`)
  }

  it('keeps its recoveries and which of them were dismissed', () => {
    write([7])
    move()
    expect(notices().list()).toEqual([
      {
        at: 9,
        lost: true,
        missing: 1,
        known: [{ action: 'block', username: 'kim', state: 'undoable' }],
        file: `${path}.broken-9`,
      },
    ])
    expect(existsSync(earlierPath())).toBe(false)
  })

  it('does not replace the current one where the process ended before it was removed', () => {
    write([7])
    move()
    notices().dismiss(9)
    write([])
    move()
    expect(notices().list()).toEqual([])
    expect(existsSync(earlierPath())).toBe(false)
  })

  it('is added to a current one that was written before it could be moved', () => {
    write([7])
    for (const at of [11, 12]) {
      writeFileSync(`${path}.broken-${at}`, '')
      notices().add({ aside: `${path}.broken-${at}`, rows: at, lost: false })
    }
    notices().dismiss(12)
    move()
    expect(notices().list()).toMatchObject([
      { at: 11, rows: 11 },
      { at: 9, lost: true, known: [{ username: 'kim' }] },
    ])
    expect(existsSync(earlierPath())).toBe(false)
  })

  it('stays where the current one cannot be read', () => {
    write([7])
    writeFileSync(join(folder, 'outbox-recoveries.json'), 'scribble')
    expect(move).toThrow()
    expect(existsSync(earlierPath())).toBe(true)
  })

  it('stays as it is where it cannot be read', () => {
    writeFileSync(earlierPath(), 'scribble')
    expect(move).toThrow()
    expect(existsSync(earlierPath())).toBe(true)
    expect(notices().list()).toEqual([])
  })
})
