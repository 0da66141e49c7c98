import { spawn } from 'node:child_process'
import { textOf } from '../../platform/messages.ts'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, beforeEach, afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import { AdminListUser } from '../../../shared/gitlab/user-fields.ts'
import { isCorruption } from '../../platform/sqlite/database-failure.ts'
import { type DirectoryFile, directoryFile } from './directory-kind.ts'
import type { DirectoryStore } from './directory-store.ts'
import { UserLists } from './user-lists.ts'
import type { ProcessReport } from './testing/directory-process.ts'
import { type UsersServer, startUsersServer } from './testing/users-server.ts'
import { seeded } from './testing/random-filter.ts'
import { isFull } from '../../testing/proof.ts'

// Puts the file on a corrupting or full disk. It must contain what was written, or be rebuilt.

const flips = isFull ? 1_000 : 25
const seed = 20_260_602
const allUsers = {
  number: 0,
  after: undefined,
  before: undefined,
  cursor: undefined,
  done: false,
}

let server: UsersServer
let goodFolder: string
let folder: string
beforeAll(async () => {
  server = await startUsersServer(1_500)
  goodFolder = mkdtempSync(join(tmpdir(), 'latchkey-good-'))
  await read(goodFolder)
})
afterAll(async () => {
  await server.stop()
  rmSync(goodFolder, { recursive: true })
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-storage-'))
  cpSync(goodFolder, folder, { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it.each([
  ['a complete copy', () => undefined],
  ['a copy with an interrupted sync', readPartially],
])(`detects or tolerates a flipped byte at ${flips} random offsets of %s`, (of, prepare) => {
  const random = seeded(seed)
  const path = join(folder, 'directory.db')
  prepare(path)
  const bytes = readFileSync(path)
  const expectedContent = contentOf(path)
  expect(expectedContent.users).toHaveLength(1_500)
  const outcomes = { rebuilt: 0, same: 0 }
  for (let flip = 0; flip < flips; flip += 1) {
    const offset = Math.floor(random() * bytes.length)
    const flipped = Buffer.from(bytes)
    flipped[offset]! ^= 1 + Math.floor(random() * 255)
    for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true })
    writeFileSync(path, flipped)
    const content = contentOf(path)
    const isRebuilt = content.users.length === 0
    expect(content, `seed ${seed}, offset ${offset}`).toEqual(isRebuilt ? empty : expectedContent)
    outcomes[isRebuilt ? 'rebuilt' : 'same'] += 1
  }
  expect(outcomes.rebuilt).toBeGreaterThan(0)
  console.log(
    `\nproof: directory, one flipped byte in ${of}: ${flips} of ${bytes.length} offsets; ${outcomes.rebuilt} rebuilt, ${outcomes.same} unaffected; 0 wrong rows, 0 crashes`,
  )
})

it(`keeps only complete leading pages of a sync in a WAL truncated at ${flips} random lengths`, () => {
  const random = seeded(seed)
  const allUsersInFile = contentOf(join(folder, 'directory.db')).users
  const writtenPath = join(folder, 'writing.db')
  const file = directoryFile({ path: writtenPath, log: () => undefined })
  const copy = file.copy()
  readPages(copy, 1_500)
  const [database, log] = [readFileSync(writtenPath), readFileSync(`${writtenPath}-wal`)]
  file.close()
  const path = join(folder, 'cut.db')
  const keptCounts = new Set<number>()
  for (let cut = 0; cut < flips; cut += 1) {
    const length = Math.floor(random() * (log.length + 1))
    rmSync(`${path}-shm`, { force: true })
    writeFileSync(path, database)
    writeFileSync(`${path}-wal`, log.subarray(0, length))
    const { users, asOf } = contentOf(path)
    expect(users.length % 100, `seed ${seed}, length ${length}`).toBe(0)
    expect(users).toEqual(allUsersInFile.slice(0, users.length))
    expect(asOf).toBeUndefined()
    keptCounts.add(users.length)
  }
  expect(keptCounts.size).toBeGreaterThan(3)
  console.log(
    `\nproof: directory, power cut: a log cut at ${flips} lengths; leading pages intact each time, 0 wrong rows, never taken for a complete list`,
  )
})

it('rebuilds a file from a newer version', () => {
  const path = join(folder, 'directory.db')
  const database = new DatabaseSync(path)
  database.exec('PRAGMA user_version = 99')
  database.close()
  expect(contentOf(path)).toEqual(empty)
})

it('reports a full disk and searches the loaded users', async () => {
  const full = mkdtempSync(join(tmpdir(), 'latchkey-full-'))
  try {
    // Limits the file size, in blocks of 512 bytes.
    const { state, ids, found } = await read(full, 'trap "" XFSZ; ulimit -f 600')
    expect(state).toMatchObject({ phase: 'stopped', failure: { kind: 'unexpected' } })
    expect(state.failure!.message).toMatch(/^Couldn’t save the list of users on this computer: /)
    expect(ids!.length).toBeGreaterThan(0)
    expect(ids!.length).toBeLessThan(1_500)
    expect([state.known, found]).toEqual([ids!.length, ids!.length])
    // The sync resumes as soon as there is space.
    expect(await read(full)).toMatchObject({ state: { phase: 'whole', known: 1_500 } })
    console.log(
      `\nproof: directory, full disk: reported, ${ids!.length} of 1500 users kept and searchable, complete once there is room`,
    )
  } finally {
    rmSync(full, { recursive: true })
  }
})

it('reports a folder that becomes read-only and still searches the copy', () => {
  const path = join(folder, 'directory.db')
  const damaged = join(folder, 'damaged.db')
  const expectedContent = contentOf(path)
  const before = readFileSync(path)
  // Damages the row that was written last.
  writeFileSync(damaged, before.toString('latin1').replace('User 1500', 'User 2500'), 'latin1')
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o444)
  chmodSync(folder, 0o555)
  const failures: (string | undefined)[] = []
  runAsNobody(() => {
    expect(contentOf(path, failures)).toEqual(expectedContent)
    // If the file can't be read, the copy stays in memory.
    expect(contentOf(join(folder, 'other.db'), failures)).toEqual(empty)
    expect(contentOf(damaged, failures)).toEqual(empty)
  })
  chmodSync(folder, 0o755)
  for (const failure of failures) {
    expect(failure).toMatch(/^Couldn’t save the list of users on this computer/)
  }
  expect(failures).toHaveLength(3)
  expect(readFileSync(path).equals(before)).toBe(true)
  console.log(
    '\nproof: directory, folder made read-only: reported, all 1500 users searchable, nothing changed',
  )
})

/** Creates a file with a sync that was interrupted after some pages. */
function readPartially(path: string): void {
  const file = directoryFile({ path, log: () => undefined })
  readPages(file.copy(), 800)
  file.close()
}

/** Loads the first `count` users, page by page. */
function readPages(copy: DirectoryStore, count: number): void {
  copy.begin(1)
  for (let from = 0; from < count; from += 100) {
    const page = server.users.slice(from, from + 100)
    // Parsing puts the fields in the schema's order, as in a response.
    copy.storePage(allUsers, z.array(AdminListUser).parse(page), new Set())
  }
}

const empty = {
  users: [],
  byName: [],
  active: 0,
  found: 0,
  asOf: undefined,
  windows: [],
  seen: 0,
  unseen: [],
}

/** A file's entire content after verification, read in several ways. */
function contentOf(path: string, failures: (string | undefined)[] = []) {
  const file = directoryFile({ path, log: () => undefined })
  try {
    const copy = verifiedCopy(file)
    failures.push(file.failure && textOf(file.failure.message))
    const lists = new UserLists(copy, () => 0)
    const ids = [...lists.ids({ filter: {}, order_by: 'id', sort: 'asc' })]
    return {
      users: copy.rows(ids),
      byName: [...lists.ids({ filter: {}, order_by: 'name', sort: 'desc' })],
      active: lists.count({ states: ['active'] }),
      found: lists.count({ search: 'user 12' }),
      asOf: copy.progress().asOf,
      windows: copy.syncState.partitions(),
      seen: copy.syncState.countSeen(),
      unseen: ids.filter((id) => !copy.syncState.hasSeen(id)),
    }
  } finally {
    file.close()
  }
}

/** The copy shortly after it is opened, see `Directory`. */
function verifiedCopy(file: DirectoryFile): DirectoryStore {
  try {
    for (const _ of file.copy().verify());
  } catch (error) {
    if (!isCorruption(error)) throw error
    file.discard()
  }
  return file.copy()
}

/** Loads all users into a folder in a separate process, after running some shell commands. */
async function read(into: string, first = 'true'): Promise<ProcessReport> {
  const program = join(import.meta.dirname, 'testing/directory-process.ts')
  const child = spawn(
    'sh',
    ['-c', `${first}; exec "$@"`, 'sh', process.execPath, program, into, server.url],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    },
  )
  const ended = new Promise<ProcessReport>((resolve, reject) => {
    child.on('message', (report: ProcessReport) => {
      if (report.ids) resolve(report)
    })
    child.once('exit', (code) => reject(new Error(`The process exited with code ${code}.`)))
  })
  const report = await ended
  if (child.exitCode === null) await once(child, 'exit')
  return report
}

/** Drops root privileges, because root can write anywhere. */
function runAsNobody(work: () => void): void {
  const isRoot = process.geteuid!() === 0
  if (isRoot) process.seteuid!(65_534)
  try {
    work()
  } finally {
    if (isRoot) process.seteuid!(0)
  }
}
