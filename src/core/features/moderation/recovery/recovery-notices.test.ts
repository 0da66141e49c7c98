import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { jsonFile } from '../../../infra/files/json-file.ts'
import { openQueue } from './open-queue.ts'
import { RecoveryFile, RecoveryNotices } from './recovery-notices.ts'

let folder: string
let path: string
const log = () => undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-outbox-'))
  path = join(folder, 'outbox.db')
})
afterEach(() => rmSync(folder, { recursive: true }))

const notices = () =>
  new RecoveryNotices(path, jsonFile(join(folder, 'outbox-rescues.json'), RecoveryFile, log))

it('tells of a damaged file until somebody has taken note, also after a restart', () => {
  const first = notices()
  expect(first.list()).toEqual([])
  writeFileSync(path, 'This is not a database, but long enough to be taken for one. '.repeat(40))
  openQueue(path, log, (recover) => first.add(recover)).close()
  const [told] = first.list()
  expect(told).toMatchObject({ rows: 0, lost: true, file: `${path}.broken-${told!.at}` })
  expect(notices().list()).toEqual([told])
  first.dismiss(told!.at + 1)
  expect(notices().list()).toEqual([told])
  notices().dismiss(told!.at)
  expect(notices().list()).toEqual([])
})

it('tells also of one of which nothing was written down', () => {
  for (const name of ['broken-7', 'broken-7-wal', 'broken-9', 'rescued']) {
    writeFileSync(`${path}.${name}`, '')
  }
  expect(notices().list()).toEqual([
    { at: 9, file: `${path}.broken-9` },
    { at: 7, file: `${path}.broken-7` },
  ])
})
