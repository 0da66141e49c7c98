import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, beforeEach, afterEach, expect, it } from 'vitest'
import { DirectoryFile } from './directory-file.ts'
import { UserLists } from './user-lists.ts'
import type { AlreadyNotified } from './testing/directory-process.ts'
import { type UsersServer, startUsersServer } from './testing/users-server.ts'
import { seeded } from './testing/random-filter.ts'

// The file on a disk that lies or is full: it is what was written, or it is begun anew.

const isFull = process.env.LATCHKEY_PROOF === 'full'
const flips = isFull ? 1_000 : 25
const seed = 20_260_602

let server: UsersServer
let good: string
let folder: string
beforeAll(async () => {
  server = await startUsersServer(1_500)
  good = mkdtempSync(join(tmpdir(), 'latchkey-good-'))
  await read(good)
})
afterAll(async () => {
  await server.stop()
  rmSync(good, { recursive: true })
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-storage-'))
  cpSync(good, folder, { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it(`one flipped byte at ${flips} random offsets is found, or changes nothing`, () => {
  const random = seeded(seed)
  const path = join(folder, 'directory.db')
  const bytes = readFileSync(path)
  const seal = readFileSync(`${path}-seal`)
  const right = contentOf(path)
  expect(right.people).toHaveLength(1_500)
  const found: Record<'whole' | 'anew', [number, number]> = { whole: [0, 0], anew: [0, 0] }
  for (let flip = 0; flip < flips; flip += 1) {
    const offset = Math.floor(random() * bytes.length)
    const spoilt = Buffer.from(bytes)
    spoilt[offset]! ^= 1 + Math.floor(random() * 255)
    // Once as after a usual end, once as after a kill.
    for (const index of [0, 1] as const) {
      const isSealed = index === 0
      for (const suffix of ['-wal', '-shm', '-seal']) rmSync(path + suffix, { force: true })
      writeFileSync(path, spoilt)
      if (isSealed) writeFileSync(`${path}-seal`, seal)
      const content = contentOf(path)
      const where = `seed ${seed}, offset ${offset}, ${isSealed ? 'sealed' : 'unsealed'}`
      if (content.people.length > 0) {
        expect(content, where).toEqual(right)
        found.whole[index] += 1
      } else {
        expect(content, where).toEqual(empty)
        found.anew[index] += 1
      }
    }
  }
  // A checksum of the whole file finds every one.
  expect(found.whole[0]).toBe(0)
  console.log(
    `\nproof: directory, one flipped byte: ${flips} offsets of ${bytes.length}; after a usual end ${found.anew[0]} begun anew; after a kill ${found.anew[1]} begun anew and ${found.whole[1]} whole because nothing was written there; 0 wrong rows, 0 crashes`,
  )
})

it('a file of a newer version is begun anew', () => {
  const path = join(folder, 'directory.db')
  const database = new DatabaseSync(path)
  database.exec('PRAGMA user_version = 99')
  database.close()
  for (const suffix of ['-wal', '-shm', '-seal']) rmSync(path + suffix, { force: true })
  expect(contentOf(path)).toEqual(empty)
})

it('a file that was in use when the machine went down is begun anew', () => {
  const path = join(folder, 'directory.db')
  for (const suffix of ['-wal', '-shm', '-seal']) rmSync(path + suffix, { force: true })
  expect(contentOf(path).people).toHaveLength(1_500)
  rmSync(`${path}-seal`)
  utimesSync(path, 1, 1)
  expect(contentOf(path)).toEqual(empty)
})

it('a disk that is full is said, and what is there is searched', async () => {
  const full = mkdtempSync(join(tmpdir(), 'latchkey-full-'))
  try {
    // So many blocks of 512 bytes are a file at most.
    const { state, ids, found } = await read(full, 'trap "" XFSZ; ulimit -f 600')
    expect(state).toMatchObject({ phase: 'stopped', failure: { kind: 'unexpected' } })
    expect(state.failure!.message).toMatch(
      /^The copy of the directory could not be kept on this machine: /,
    )
    expect(ids!.length).toBeGreaterThan(0)
    expect(ids!.length).toBeLessThan(1_500)
    expect([state.known, found]).toEqual([ids!.length, ids!.length])
    // With room again it goes on.
    expect(await read(full)).toMatchObject({ state: { phase: 'whole', known: 1_500 } })
    console.log(
      `\nproof: directory, full disk: said, ${ids!.length} of 1500 people kept and searched, whole with room again`,
    )
  } finally {
    rmSync(full, { recursive: true })
  }
})

it('a folder that becomes read-only is said, and its copy is searched', () => {
  const path = join(folder, 'directory.db')
  const right = contentOf(path)
  const before = readFileSync(path)
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o444)
  chmodSync(folder, 0o555)
  const failures: (string | undefined)[] = []
  asNobody(() => expect(contentOf(path, failures)).toEqual(right))
  // Where there is nothing to be read, the copy lasts as long as the process.
  asNobody(() => expect(contentOf(join(folder, 'other.db'), failures)).toEqual(empty))
  chmodSync(folder, 0o755)
  for (const failure of failures) {
    expect(failure).toMatch(/^The copy of the directory could not be kept on this machine/)
  }
  expect(failures).toHaveLength(2)
  expect(readFileSync(path).equals(before)).toBe(true)
  console.log(
    '\nproof: directory, folder that becomes read-only: said, all 1500 people searched, nothing changed',
  )
})

const empty = { people: [], byName: [], active: 0, found: 0, asOf: undefined }

/** All that a file tells, in several ways, and nothing else. */
function contentOf(path: string, failures: (string | undefined)[] = []) {
  const file = new DirectoryFile({ account: 'a', path, log: () => undefined })
  try {
    const copy = file.copy()
    failures.push(file.failure?.message)
    const lists = new UserLists(copy, () => 0)
    const ids = lists.ids({ filter: {}, order_by: 'id', sort: 'asc' })
    return {
      people: copy.rows([...ids]),
      byName: [...lists.ids({ filter: {}, order_by: 'name', sort: 'desc' })],
      active: lists.count({ states: ['active'] }),
      found: lists.count({ search: 'user 12' }),
      asOf: copy.progress().asOf,
    }
  } finally {
    file.close()
  }
}

/** Reads everybody into a folder, in a process of its own, after some commands of the shell. */
async function read(into: string, first = 'true'): Promise<AlreadyNotified> {
  const program = join(import.meta.dirname, 'testing/directory-process.ts')
  const child = spawn(
    'sh',
    ['-c', `${first}; exec "$@"`, 'sh', process.execPath, program, into, server.url],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    },
  )
  const ended = new Promise<AlreadyNotified>((resolve, reject) => {
    child.on('message', (told: AlreadyNotified) => {
      if (told.ids) resolve(told)
    })
    child.once('exit', (code) => reject(new Error(`The process ended with ${code}.`)))
  })
  const told = await ended
  if (child.exitCode === null) await once(child, 'exit')
  return told
}

/** Root may write everywhere. */
function asNobody(work: () => void): void {
  const isRoot = process.geteuid!() === 0
  if (isRoot) process.seteuid!(65_534)
  try {
    work()
  } finally {
    if (isRoot) process.seteuid!(0)
  }
}
