import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ProcessReport } from './testing/directory-process.ts'
import { type UsersServer, startUsersServer } from './testing/users-server.ts'
import { seeded } from './testing/random-filter.ts'
import { isFull } from '../../testing/proof.ts'

// Kills the process (kill -9) at random moments of a sync. The file must stay intact, and the next process must resume.

const kills = isFull ? 300 : 2
const seed = 20_260_601
const users = 4_000

let server: UsersServer
let folder: string
beforeAll(async () => {
  server = await startUsersServer(users)
  for (const user of server.users) {
    user.created_at = new Date(Date.UTC(2016, 0, 1) + user.id * 70_000_000).toISOString()
  }
  folder = mkdtempSync(join(tmpdir(), 'latchkey-kill-'))
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

it(`resumes a sync after ${kills} kills and ends with the same users as the service`, async () => {
  const random = seeded(seed)
  const startedAt = performance.now()
  let [ended, interrupted] = [0, 0]
  for (let kill = 0; kill < kills; kill += 1) {
    const running = start(random() < 0.5)
    const report = await running.reading
    const last = await Promise.race([running.end, delay(random() * 450)])
    running.child.kill('SIGKILL')
    await once(running.child, 'exit').catch(() => undefined)
    expect(integrity(), `seed ${seed}, kill ${kill}`).toBe('ok')
    if (last) {
      expectWhole(last)
      ended += 1
      await change(random)
    } else if (report.state.known > 0) interrupted += 1
  }
  const last = await start(false).end
  // The killed run may have been a full sync, so this requests the users who changed after it.
  expectWhole(last)
  expect(notes()).toEqual(new Map(server.users.map(({ id, note }) => [id, note ?? null])))
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  console.log(
    `\nproof: directory, kill -9: ${kills} kills during syncs of ${users} users (${interrupted} into an existing copy, ${ended} just after the end), integrity ok each time, the final copy equals the sandbox’s users (${seconds} s)`,
  )
})

/** Starts a sync in a separate process. */
function start(allUsers: boolean): {
  child: ChildProcess
  reading: Promise<ProcessReport>
  end: Promise<ProcessReport>
} {
  const program = new URL('./testing/directory-process.ts', import.meta.url)
  const child = fork(program, [folder, server.url, ...(allUsers ? ['allUsers'] : [])], {
    execArgv: [],
  })
  const firstReport = once(child, 'message').then(([report]) => report as ProcessReport)
  const end = new Promise<ProcessReport>((resolve) => {
    child.on('message', (report: ProcessReport) => {
      if (report.ids) resolve(report)
    })
  })
  return { child, reading: firstReport, end }
}

function expectWhole({ state, ids, found }: ProcessReport): void {
  expect(state).toMatchObject({ phase: 'whole', known: server.users.length })
  expect(ids).toEqual(server.users.map(({ id }) => id))
  expect(found).toBe(server.users.length)
}

/** Changes, deletes and adds some users. Runs a full sync next, because no other finds deleted users. */
async function change(random: () => number): Promise<void> {
  for (let count = 0; count < 150; count += 1) {
    const { id } = server.users[Math.floor(random() * server.users.length)]!
    server.change(id, { note: `Changed ${random()}.` })
  }
  const deletedUser = server.users[1 + Math.floor(random() * (server.users.length - 1))]!
  server.users.splice(server.users.indexOf(deletedUser), 1)
  const { id: lastId } = server.users.at(-1)!
  server.users.push({ ...deletedUser, id: lastId + 1, username: `user${lastId + 1}` })
  server.change(lastId + 1, {})
  expectWhole(await start(true).end)
}

function integrity(): unknown {
  return inFile((database) => database.prepare('PRAGMA integrity_check').get()!.integrity_check)
}

function notes(): Map<number, unknown> {
  return inFile((database) => {
    const rows = database.prepare('SELECT id, note FROM users').all()
    return new Map(rows.map(({ id, note }) => [id as number, note]))
  })
}

function inFile<T>(read: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(join(folder, 'directory.db'))
  try {
    return read(database)
  } finally {
    database.close()
  }
}
