import {
  appendFileSync,
  copyFileSync,
  cpSync,
  mkdtempSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { changeLogPath } from './change-log.ts'
import { openQueue } from './open-queue.ts'
import type { Recovery } from './recover.ts'
import { type Service, type Workshop, createWorkshop, startService } from '../testing/harness.ts'

let service: Service
let nth = 0
beforeAll(async () => void (service = await startService({ users: 120 })))
afterAll(() => service.end())
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function queue(): Promise<Workshop> {
  const workshop = await createWorkshop(service)
  ends.push(() => workshop.end())
  return workshop
}

/** The files as a killed process leaves them. */
function killed({ folder }: Workshop): string {
  const copy = mkdtempSync(join(tmpdir(), 'latchkey-outbox-'))
  ends.push(() => rmSync(copy, { recursive: true }))
  cpSync(folder, copy, { recursive: true })
  return join(copy, 'outbox.db')
}

/** Opens a queue; what was noticed, and whether anything would be sent. */
function opened(path: string) {
  let noticed: Recovery | undefined
  const database = openQueue(
    path,
    () => undefined,
    (recover) => (noticed = recover),
  )
  const owners = database.prepare('SELECT paused FROM owners').all()
  const isPaused = owners.every(({ paused }) => paused === 1)
  database.close()
  return { noticed, isPaused }
}

const block = (workshop: Workshop) => workshop.order('block', service.someone('active', nth++))

describe('a queue whose process was killed', () => {
  it('misses nothing where its files are whole', async () => {
    const workshop = await queue()
    await workshop.settled(block(workshop))
    workshop.queue.pause('a')
    block(workshop)
    expect(opened(killed(workshop))).toEqual({ noticed: undefined, isPaused: true })
    workshop.queue.resume('a')
    expect(opened(killed(workshop))).toEqual({ noticed: undefined, isPaused: false })
  })

  it('pauses and names what is missing where its write-ahead log is gone', async () => {
    const workshop = await queue()
    workshop.queue.pause('a')
    const rows = [block(workshop), block(workshop)]
    const path = killed(workshop)
    rmSync(`${path}-wal`)
    const { noticed } = opened(path)
    expect(noticed).toMatchObject({
      lost: true,
      missing: rows.map(({ id, target: { username } }) => ({
        id,
        username,
        action: 'block',
        state: 'ready',
      })),
    })
    // AlreadyNotified once.
    expect(opened(path).noticed).toBeUndefined()
  })

  it('pauses where its write-ahead log ends earlier than it did, at the end of a transaction', async () => {
    const workshop = await queue()
    workshop.queue.pause('a')
    const kept = block(workshop)
    const { size } = statSync(join(workshop.folder, 'outbox.db-wal'))
    const lost = block(workshop)
    const path = killed(workshop)
    truncateSync(`${path}-wal`, size)
    const { noticed, isPaused } = opened(path)
    expect(isPaused).toBe(true)
    expect(noticed?.missing).toMatchObject([{ id: lost.id }])
    const database = openQueue(path, () => undefined)
    expect(database.prepare('SELECT id FROM actions').all()).toEqual([{ id: kept.id }])
    database.close()
  })

  it('pauses where an action is listed in an older state than it had reached', async () => {
    const workshop = await queue()
    workshop.queue.pause('a')
    const row = block(workshop)
    const { size } = statSync(join(workshop.folder, 'outbox.db-wal'))
    workshop.queue.resume('a')
    await workshop.settled(row)
    const path = killed(workshop)
    truncateSync(`${path}-wal`, size)
    const { noticed, isPaused } = opened(path)
    expect(isPaused).toBe(true)
    expect(noticed?.missing).toMatchObject([{ id: row.id, state: 'done', action: 'block' }])
  })

  it('misses nothing where the database is newer than its log by one transaction', async () => {
    const workshop = await queue()
    workshop.queue.pause('a')
    block(workshop)
    const older = join(workshop.folder, 'older-changes')
    copyFileSync(changeLogPath(join(workshop.folder, 'outbox.db')), older)
    const row = block(workshop)
    const path = killed(workshop)
    // What is written before a commit, without what is written after it.
    copyFileSync(older, changeLogPath(path))
    const { action, target } = row
    const change = [row.id, row.state, action, target.username]
    appendFileSync(changeLogPath(path), `${JSON.stringify([change])}\n`)
    expect(opened(path).noticed).toBeUndefined()
  })

  it('misses nothing of what was forgotten on purpose', async () => {
    const workshop = await queue()
    workshop.queue.pause('a')
    const { id } = block(workshop)
    workshop.queue.cancel('a', [id])
    workshop.clock.jump(100 * 24 * 60 * 60_000)
    block(workshop)
    workshop.queue.prune()
    expect(workshop.queue.list('a', { offset: 0, limit: 10 }).total).toBe(1)
    expect(opened(killed(workshop)).noticed).toBeUndefined()
  })

  it('is not bothered by a log that is cut off or no log at all', async () => {
    const workshop = await queue()
    workshop.queue.pause('a')
    block(workshop)
    const path = killed(workshop)
    appendFileSync(changeLogPath(path), '[[7,"rea')
    expect(opened(path).noticed).toBeUndefined()
    appendFileSync(changeLogPath(path), 'rubbish\n{}\n[["x"]]\n')
    expect(opened(path).noticed).toBeUndefined()
  })
})

it('leaves nothing in its log once the queue is closed', async () => {
  const workshop = await queue()
  block(workshop)
  expect(statSync(changeLogPath(join(workshop.folder, 'outbox.db'))).size).toBeGreaterThan(0)
  await workshop.close()
  expect(statSync(changeLogPath(join(workshop.folder, 'outbox.db'))).size).toBe(0)
})
