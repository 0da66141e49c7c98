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
import { type Service, type Harness, createHarness, startService } from '../testing/harness.ts'

let service: Service
let nth = 0
beforeAll(async () => void (service = await startService({ users: 120 })))
afterAll(() => service.end())
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function queue(): Promise<Harness> {
  const harness = await createHarness(service)
  ends.push(() => harness.end())
  return harness
}

/** The files as a killed process leaves them. */
function killed({ folder }: Harness): string {
  const copy = mkdtempSync(join(tmpdir(), 'latchkey-queue-'))
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
    (recovery) => (noticed = recovery),
  )
  const owners = database.prepare('SELECT paused FROM owners').all()
  const isPaused = owners.every(({ paused }) => paused === 1)
  database.close()
  return { noticed, isPaused }
}

const block = (harness: Harness) => harness.enqueue('block', service.someone('active', nth++))

describe('a queue whose process was killed', () => {
  it('reports nothing missing when its files are whole', async () => {
    const harness = await queue()
    await harness.settled(block(harness))
    harness.queue.pause('a')
    block(harness)
    expect(opened(killed(harness))).toEqual({ noticed: undefined, isPaused: true })
    harness.queue.resume('a')
    expect(opened(killed(harness))).toEqual({ noticed: undefined, isPaused: false })
  })

  it('pauses and names missing actions when its write-ahead log is gone', async () => {
    const harness = await queue()
    harness.queue.pause('a')
    const rows = [block(harness), block(harness)]
    const path = killed(harness)
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
    // Reported once.
    expect(opened(path).noticed).toBeUndefined()
  })

  it('pauses when its write-ahead log is cut at the end of a transaction', async () => {
    const harness = await queue()
    harness.queue.pause('a')
    const kept = block(harness)
    const { size } = statSync(join(harness.folder, 'outbox.db-wal'))
    const lost = block(harness)
    const path = killed(harness)
    truncateSync(`${path}-wal`, size)
    const { noticed, isPaused } = opened(path)
    expect(isPaused).toBe(true)
    expect(noticed?.missing).toMatchObject([{ id: lost.id }])
    const database = openQueue(path, () => undefined)
    expect(database.prepare('SELECT id FROM actions').all()).toEqual([{ id: kept.id }])
    database.close()
  })

  it('pauses when an action is in an older state than it had reached', async () => {
    const harness = await queue()
    harness.queue.pause('a')
    const row = block(harness)
    const { size } = statSync(join(harness.folder, 'outbox.db-wal'))
    harness.queue.resume('a')
    await harness.settled(row)
    const path = killed(harness)
    truncateSync(`${path}-wal`, size)
    const { noticed, isPaused } = opened(path)
    expect(isPaused).toBe(true)
    expect(noticed?.missing).toMatchObject([{ id: row.id, state: 'done', action: 'block' }])
  })

  it('reports nothing missing when the database is one transaction newer than its log', async () => {
    const harness = await queue()
    harness.queue.pause('a')
    block(harness)
    const older = join(harness.folder, 'older-changes')
    copyFileSync(changeLogPath(join(harness.folder, 'outbox.db')), older)
    const row = block(harness)
    const path = killed(harness)
    // What is written before a commit, without what is written after it.
    copyFileSync(older, changeLogPath(path))
    const { action, target } = row
    const change = [row.id, row.state, action, target.username]
    appendFileSync(changeLogPath(path), `${JSON.stringify([change])}\n`)
    expect(opened(path).noticed).toBeUndefined()
  })

  it('reports nothing missing for actions that were deleted on purpose', async () => {
    const harness = await queue()
    harness.queue.pause('a')
    const { id } = block(harness)
    harness.queue.cancel('a', [id])
    harness.clock.jump(100 * 24 * 60 * 60_000)
    block(harness)
    harness.queue.prune()
    expect(harness.queue.list('a', { offset: 0, limit: 10 }).total).toBe(1)
    expect(opened(killed(harness)).noticed).toBeUndefined()
  })

  it('opens with a truncated log or without one', async () => {
    const harness = await queue()
    harness.queue.pause('a')
    block(harness)
    const path = killed(harness)
    appendFileSync(changeLogPath(path), '[[7,"rea')
    expect(opened(path).noticed).toBeUndefined()
    appendFileSync(changeLogPath(path), 'rubbish\n{}\n[["x"]]\n')
    expect(opened(path).noticed).toBeUndefined()
  })
})

it('leaves nothing in its log once the queue is closed', async () => {
  const harness = await queue()
  block(harness)
  expect(statSync(changeLogPath(join(harness.folder, 'outbox.db'))).size).toBeGreaterThan(0)
  await harness.close()
  expect(statSync(changeLogPath(join(harness.folder, 'outbox.db'))).size).toBe(0)
})
