import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRandom } from '../../../sandbox/seed/random.ts'
import { currentTime } from '../../../shared/rules/clock.ts'
import type { FailureError } from '../../platform/failure.ts'
import { DataFolderInUse, openDataFolder } from '../../platform/files/data-folder.ts'
import { listDamagedDatabases } from '../../platform/sqlite/durable.ts'
import { AuditLog } from '../../audit-log/audit-log.ts'
import { readActions, inspectFolder } from './testing/file-of-actions.ts'
import { actionsIn } from './testing/actions-in.ts'
import { startQueueProcess } from './testing/start-queue-process.ts'
import { startService } from './testing/harness.ts'
import { openTestJobs, testOwner } from '../../jobs/testing/open-test-jobs.ts'
import { isFull } from '../../testing/proof.ts'

// Full disks and flipped bytes: either the file opens with every acknowledged change, or it is kept intact and the
// queue is paused. Unsaved changes are never acknowledged.

const flips = isFull ? 1000 : 10
const seed = 'flips'

let root: string
beforeAll(() => void (root = mkdtempSync(join(tmpdir(), 'latchkey-storage-'))))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Writes a database and its WAL, both with actions, as a killed process leaves them. Returns the IDs. */
function createDatabase(folder: string): number[] {
  const path = join(folder, 'live.db')
  const ids: number[] = []
  const fill = (count: number) => {
    const database = openTestJobs(path)
    const auditLog = new AuditLog({ database, now: currentTime })
    database.exec('PRAGMA wal_autocheckpoint = 0')
    const { enqueue } = actionsIn(database)
    const { baseUrl: instance, actor } = testOwner
    for (let nth = 0; nth < count; nth += 1) {
      const id = enqueue(100 + ids.length)
      ids.push(id)
      auditLog.add({ instance, actor, action: 'block', target: { id }, outcome: 'done' })
    }
    return database
  }
  fill(250).close()
  const database = fill(40)
  copyFileSync(path, join(folder, 'whole.db'))
  copyFileSync(`${path}-wal`, join(folder, 'whole.db-wal'))
  database.close()
  return ids
}

describe('one flipped byte', () => {
  it(`is harmless at ${flips} offsets, or the file is set aside and reported`, () => {
    const startedAt = performance.now()
    const random = createRandom(seed)
    const ids = createDatabase(root)
    const intactFiles = [
      readFileSync(join(root, 'whole.db')),
      readFileSync(join(root, 'whole.db-wal')),
    ]
    const results = { unnoticed: 0, newer: 0, 'set aside': 0 }
    for (let nth = 0; nth < flips; nth += 1) {
      const folder = join(root, String(nth))
      mkdirSync(folder)
      const path = join(folder, 'jobs.db')
      const part = nth % 2
      const damaged = intactFiles.map((bytes) => Buffer.from(bytes))
      // Two in ten bytes are in the header, where a single one matters most.
      const maxOffset = nth % 10 < 2 ? 100 : damaged[part]!.length
      const at = random.below(maxOffset)
      damaged[part]![at]! ^= 1 + random.below(255)
      writeFileSync(path, damaged[0]!)
      writeFileSync(`${path}-wal`, damaged[1]!)
      const details = `seed ${seed}, flip ${nth} in ${part === 0 ? 'file' : 'log'} at ${at}`
      const logged: string[] = []
      let database
      try {
        database = openTestJobs(path, { log: (message) => logged.push(message) })
      } catch (error) {
        // The damaged byte is in the schema or write version, so the file seems to come from a newer program.
        expect((error as FailureError).failure, details).toMatchObject({ kind: 'unexpected' })
        expect(listDamagedDatabases(path), details).toEqual([])
        results.newer += 1
        rmSync(folder, { recursive: true })
        continue
      }
      const actionIds = readActions(database).map(({ id }) => id)
      const { paused } = database
        .prepare('SELECT paused FROM queues WHERE kind = ?')
        .get('moderation')!
      database.close()
      const [aside] = listDamagedDatabases(path)
      if (aside) {
        expect(actionIds, details).toEqual([])
        expect(paused, details).toBe(1)
        expect(logged, details).toEqual([expect.stringMatching(/was damaged and is kept as/)])
        expect(readFileSync(aside.file).equals(damaged[0]!), details).toBe(true)
        expect(readFileSync(`${aside.file}-wal`).equals(damaged[1]!), details).toBe(true)
        results['set aside'] += 1
      } else {
        // SQLite silently drops the end of a damaged WAL.
        expect(actionIds, details).toEqual(ids.slice(0, actionIds.length))
        if (part === 0) expect(actionIds, details).toEqual(ids)
        expect(paused, details).toBe(0)
        expect(logged, details).toEqual([])
        results.unnoticed += 1
      }
      rmSync(folder, { recursive: true })
    }
    const counts = Object.entries(results).map(([name, count]) => `${count} ${name}`)
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    console.log(
      `\nproof: queue, one flipped byte: ${flips} flips in a file of ${ids.length} actions or its log: ${counts.join(', ')} ` +
        `intact (${seconds} s)`,
    )
  })
})

describe('full disk', () => {
  it('rejects new actions with an error', async () => {
    const folder = join(root, 'full')
    mkdirSync(folder)
    const service = await startService({ users: 250 })
    const users = Array.from({ length: 150 }, (_, nth) => 249 - nth)
    const work = { folder, url: service.url, token: service.tokens.admin, users, seed }
    // Signs in and creates the files while there is still space.
    const first = startQueueProcess({ ...work, kind: 'drain' })
    await once(first.child, 'close')
    const full = startQueueProcess({ ...work, kind: 'fill' }, 1200)
    const [code] = await once(full.child, 'close')
    expect(code, full.errors()).toBe(0)
    const refusals = full.lines.filter((line) => line.startsWith('refused '))
    expect(new Set(refusals)).toEqual(
      new Set([
        'refused Couldn’t save the queue on this computer, so nothing was changed. ' +
          'Check that the disk isn’t full and its folder is writable, then try again.',
      ]),
    )
    const acknowledged = full.ids('queued')
    expect(acknowledged.length).toBeGreaterThan(5)
    const { integrity, actions } = inspectFolder(folder)
    expect(integrity).toBe('ok')
    expect(actions.map(({ id }) => id).sort((a, b) => a - b)).toEqual([...new Set(acknowledged)])
    const later = startQueueProcess({ ...work, kind: 'drain' })
    await once(later.child, 'close')
    expect(inspectFolder(folder).actions).toHaveLength(new Set(acknowledged).size)
    await service.end()
    console.log(
      `\nproof: queue, full disk: ${acknowledged.length} actions acknowledged and stored, ${refusals.length} rejected with a clear message`,
    )
  })
})

describe('data folder', () => {
  it('remains unchanged if another process uses it', async () => {
    const folder = join(root, 'used')
    const program = join(import.meta.dirname, '../../platform/files/testing/hold-folder.ts')
    const other = spawn(process.execPath, [program, folder], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    await once(other, 'message')
    expect(() => openDataFolder(folder)).toThrow(DataFolderInUse)
    const ended = once(other, 'close')
    other.kill('SIGKILL')
    await ended
    const lockedFolder = openDataFolder(folder)
    openTestJobs(join(lockedFolder.path, 'jobs.db')).close()
    lockedFolder.close()
  })
})
