import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { testFolder } from '../../testing/folder.ts'
import { FailureError } from '../failure.ts'
import { asNobody } from '../files/testing/as-nobody.ts'
import { textOf } from '../messages.ts'
import type { DatabaseOptions } from './database.ts'
import { listDamagedDatabases, openDurable } from './durable.ts'

const options: DatabaseOptions = {
  schema: {
    version: 1,
    tables: `CREATE TABLE notes (id INTEGER PRIMARY KEY, kind TEXT CHECK (kind IN ('plain', 'fancy'))) STRICT`,
  },
  synchronous: 'FULL',
}

let folder: string
let path: string
beforeEach(() => {
  folder = testFolder()
  path = join(folder, 'notes.db')
})

/** Writes a file with notes, then either closes it properly or leaves it as a killed process would. */
function write(end: 'closed' | 'killed' = 'closed'): void {
  const live = join(folder, 'live.db')
  const database = openDurable(end === 'closed' ? path : live, options)
  database.exec(`
    INSERT INTO notes (kind)
      WITH RECURSIVE count (nth) AS (SELECT 1 UNION ALL SELECT nth + 1 FROM count WHERE nth < 2000)
      SELECT 'plain' FROM count`)
  if (end === 'killed') {
    database.exec(`PRAGMA wal_checkpoint; INSERT INTO notes (kind) VALUES ('fancy')`)
    for (const suffix of ['', '-wal']) copyFileSync(live + suffix, path + suffix)
  }
  database.close()
}

function addNoise(): void {
  writeFileSync(path, readFileSync(path).fill(0x5a, 4096 * 2, 4096 * 3))
}

function openedRows(): number {
  const database = openDurable(path, options)
  const { count } = database.prepare('SELECT count(*) AS count FROM notes').get()!
  database.close()
  return Number(count)
}

function refusal(): string {
  try {
    openDurable(path, options).close()
    return ''
  } catch (error) {
    const { message, hint } = (error as FailureError).failure
    return `${textOf(message)} ${hint === undefined ? '' : textOf(hint)}`
  }
}

describe('damaged database', () => {
  it.each<[string, () => void]>([
    [
      'is not a database',
      () => writeFileSync(path, 'This is not a database, but long. '.repeat(99)),
    ],
    ['is empty', () => truncateSync(path)],
    ['is all zeros', () => writeFileSync(path, Buffer.alloc(80 * 1024))],
    ['is truncated', () => truncateSync(path, 4096 * 2 + 100)],
    ['has a page of noise', addNoise],
    [
      'has a value that violates a constraint',
      () => {
        const bytes = readFileSync(path)
        bytes.write('plbin', bytes.lastIndexOf('plain'))
        writeFileSync(path, bytes)
      },
    ],
    [
      'has other tables',
      () => {
        const bytes = readFileSync(path)
        bytes.write('kinx TEXT', bytes.indexOf('kind TEXT'))
        writeFileSync(path, bytes)
      },
    ],
  ])('is set aside intact and replaced by an empty one if it %s', (_, damage) => {
    write()
    damage()
    const bytes = readFileSync(path)
    expect(openedRows()).toBe(0)
    const [damaged, ...others] = listDamagedDatabases(path)
    expect(others).toEqual([])
    expect(damaged!.file).toBe(`${path}.damaged-${damaged!.at}`)
    expect(readFileSync(damaged!.file).equals(bytes)).toBe(true)
    openedRows()
    expect(listDamagedDatabases(path)).toEqual([damaged])
  })

  it('is replaced by an empty one if its file is gone', () => {
    write()
    rmSync(path)
    expect(openedRows()).toBe(0)
    const [damaged, ...others] = listDamagedDatabases(path)
    expect(others).toEqual([])
    expect(readFileSync(damaged!.file)).toHaveLength(0)
    openedRows()
    expect(listDamagedDatabases(path)).toEqual([damaged])
  })

  it('isn’t assumed before a database was created', () => {
    writeFileSync(path, '')
    openedRows()
    expect(listDamagedDatabases(path)).toEqual([])
  })

  it('is set aside with its log', () => {
    write('killed')
    const log = readFileSync(`${path}-wal`)
    addNoise()
    openedRows()
    const [damaged] = listDamagedDatabases(path)
    expect(readFileSync(`${damaged!.file}-wal`).equals(log)).toBe(true)
  })

  it('keeps its log if the process ended before both were set aside', () => {
    write('killed')
    const log = readFileSync(`${path}-wal`)
    renameSync(path, `${path}.damaged-17`)
    expect(openedRows()).toBe(0)
    expect(readFileSync(`${path}.damaged-17-wal`).equals(log)).toBe(true)
  })

  it("doesn't replace other damaged files", () => {
    vi.useFakeTimers({ now: 1_000, toFake: ['Date'] })
    try {
      for (const text of ['first', 'second']) {
        writeFileSync(path, text.repeat(999))
        openedRows()
      }
      const contents = listDamagedDatabases(path).map(({ file }) =>
        readFileSync(file, 'utf8').slice(0, 6),
      )
      expect(contents).toEqual(['second', 'firstf'])
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('intact database', () => {
  it('keeps data written by a killed process', () => {
    write('killed')
    expect(openedRows()).toBe(2_001)
    expect(listDamagedDatabases(path)).toEqual([])
  })

  it("isn't changed and fails to open if written by a newer Latchkey", () => {
    write('killed')
    const database = new DatabaseSync(path)
    database.exec('PRAGMA wal_autocheckpoint = 0; CREATE TABLE news (id); PRAGMA user_version = 99')
    const newer = join(folder, 'newer.db')
    for (const suffix of ['', '-wal']) copyFileSync(path + suffix, newer + suffix)
    database.close()
    path = newer
    const before = ['', '-wal'].map((suffix) => readFileSync(path + suffix))
    expect(refusal()).toMatch(/^A newer version of Latchkey wrote .*newer\.db \(format 99/)
    const after = ['', '-wal'].map((suffix) => readFileSync(path + suffix))
    expect(after).toEqual(before)
    expect(listDamagedDatabases(path)).toEqual([])
  })

  it("isn't changed and fails to open if another program is using it", () => {
    write()
    const other = new DatabaseSync(path)
    other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; DELETE FROM notes')
    expect(refusal()).toContain('another program is using the file')
    other.exec('ROLLBACK')
    other.close()
    expect(openedRows()).toBe(2_000)
  })

  it('fails to open if a folder is in its place', () => {
    mkdirSync(path)
    expect(refusal()).toBe(`Can’t open ${path}: there is a folder in its place. Move ${path} away.`)
    expect(readdirSync(folder)).toEqual(['notes.db'])
  })

  it.runIf(process.platform !== 'win32')(
    "isn't changed and fails to open if it is read-only",
    () => {
      write()
      const before = readFileSync(path)
      chmodSync(path, 0o444)
      chmodSync(folder, 0o555)
      asNobody(() => expect(refusal()).toContain('Check that its folder is writable'))
      chmodSync(folder, 0o755)
      expect(readFileSync(path).equals(before)).toBe(true)
      expect(listDamagedDatabases(path)).toEqual([])
      expect(existsSync(`${path}-wal`)).toBe(false)
    },
  )
})
