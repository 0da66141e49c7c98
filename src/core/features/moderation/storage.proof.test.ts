import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { currentTime } from '../../../shared/clock.ts'
import { createRandom } from '../../../sandbox/seed/random.ts'
import { DataFolderInUse, openDataFolder } from '../../infra/files/data-folder.ts'
import { AuditLog } from '../../audit-log/audit-log.ts'
import { openQueue } from './recovery/open-queue.ts'
import { readActions, inspectFolder } from './testing/file-of-actions.ts'
import { actionsIn } from './testing/actions-in.ts'
import { startQueueProcess } from './testing/start-queue-process.ts'
import { startService } from './testing/harness.ts'
import { NewerQueue, QueueUnavailable } from './recovery/unavailable.ts'
import { isFull } from '../../testing/proof.ts'

// Full disks, read-only folders and flipped bytes: the file opens, or its readable rows are recovered and a copy is kept; nothing is
// acknowledged that is not saved.

const flips = isFull ? 1000 : 10
const seed = 'flips'

let root: string
beforeAll(() => void (root = mkdtempSync(join(tmpdir(), 'latchkey-storage-'))))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Writes a file and its log, both with actions, as a killed process leaves them; returns the IDs. */
function filled(folder: string): number[] {
  const path = join(folder, 'live.db')
  const ids: number[] = []
  const fill = (count: number) => {
    const database = openQueue(path, () => undefined)
    const auditLog = new AuditLog({ database, now: currentTime })
    database.exec('PRAGMA wal_autocheckpoint = 0')
    const { enqueue, owner } = actionsIn(database)
    const { baseUrl: instance, actor } = owner
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
  it(`at ${flips} places loses little, reports it, and keeps a copy of the file`, () => {
    const began = performance.now()
    const random = createRandom(seed)
    const ids = filled(root)
    const whole = [readFileSync(join(root, 'whole.db')), readFileSync(join(root, 'whole.db-wal'))]
    const came = { unnoticed: 0, newer: 0, 'recovered whole': 0, 'recovered in part': 0 }
    let lostInAll = 0
    for (let nth = 0; nth < flips; nth += 1) {
      const folder = join(root, String(nth))
      mkdirSync(folder)
      const path = join(folder, 'outbox.db')
      const part = nth % 2
      const damaged = whole.map((bytes) => Buffer.from(bytes))
      // Two of ten in the header, where one byte matters most.
      const most = nth % 10 < 2 ? 100 : damaged[part]!.length
      const at = random.below(most)
      damaged[part]![at]! ^= 1 + random.below(255)
      writeFileSync(path, damaged[0]!)
      writeFileSync(`${path}-wal`, damaged[1]!)
      const said = `seed ${seed}, flip ${nth} in ${part === 0 ? 'file' : 'log'} at ${at}`
      const logged: string[] = []
      let database
      try {
        database = openQueue(path, (message) => logged.push(message))
      } catch (error) {
        // The byte of the version: the file looks like one of a newer Latchkey.
        expect(error, said).toBeInstanceOf(NewerQueue)
        came.newer += 1
        rmSync(folder, { recursive: true })
        continue
      }
      new AuditLog({ database, now: currentTime }).list(
        { instance: 'https://gitlab.example.com', id: 1 },
        { filter: {}, offset: 0, limit: 10 },
      )
      expect(database.prepare('PRAGMA integrity_check').get(), said).toEqual({
        integrity_check: 'ok',
      })
      const found = new Set(readActions(database).map(({ id }) => id))
      const lost = ids.filter((id) => !found.has(id)).length
      const { paused } = actionsIn(database).sql.one('SELECT max(paused) AS paused FROM owners')!
      database.close()
      lostInAll += lost
      // As many as fit on one page.
      expect(lost, said).toBeLessThanOrEqual(40)
      if (logged.length === 0) {
        expect(lost, said).toBe(0)
        came.unnoticed += 1
      } else {
        expect(logged, said).toEqual([
          expect.stringMatching(/was damaged .* is kept as .* Compare/),
        ])
        expect(paused, said).toBe(/queue is paused/.test(logged[0]!) ? 1 : 0)
        if (lost > 0) expect(paused, said).toBe(1)
        const aside = readdirSync(folder).find((name) => /broken-\d+$/.test(name))!
        expect(readFileSync(join(folder, aside)).equals(damaged[0]!), said).toBe(true)
        expect(readFileSync(join(folder, `${aside}-wal`)).equals(damaged[1]!), said).toBe(true)
        came[lost === 0 ? 'recovered whole' : 'recovered in part'] += 1
      }
      rmSync(folder, { recursive: true })
    }
    const counts = Object.entries(came).map(([name, count]) => `${count} ${name}`)
    const seconds = Math.round((performance.now() - began) / 1000)
    console.log(
      `\nproof: queue, one flipped byte: ${flips} times in a file of ${ids.length} actions or its log: ${counts.join(', ')}; ` +
        `${lostInAll} rows lost in all, each time said, kept whole and paused (${seconds} s)`,
    )
  })
})

describe('a disk', () => {
  it('that is full queues nothing more and shows an error', async () => {
    const folder = join(root, 'full')
    mkdirSync(folder)
    const service = await startService({ users: 250 })
    const people = Array.from({ length: 150 }, (_, nth) => 249 - nth)
    const work = { folder, url: service.url, token: service.tokens.admin, people, seed }
    // Signs in and creates the files while there is space.
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
      `\nproof: queue, full disk: ${acknowledged.length} orders acknowledged and there, ${refusals.length} refused in plain words`,
    )
  })

  it('that is read-only is reported, and nothing is changed', () => {
    const folder = join(root, 'read-only')
    mkdirSync(folder)
    const path = join(folder, 'outbox.db')
    const database = openQueue(path, () => undefined)
    actionsIn(database).enqueue(100)
    database.close()
    const before = readFileSync(path)
    chmodSync(root, 0o755)
    chmodSync(path, 0o444)
    chmodSync(folder, 0o555)
    asNobody(() => {
      expect(() => openQueue(path, () => undefined)).toThrow(QueueUnavailable)
      expect(() => openQueue(path, () => undefined)).toThrow(/Check that its folder is writable/)
      expect(() => openQueue(join(folder, 'new.db'), () => undefined)).toThrow(QueueUnavailable)
    })
    expect(readFileSync(path).equals(before)).toBe(true)
    chmodSync(folder, 0o755)
    expect(readdirSync(folder)).toEqual(['outbox.db'])
    expect(inspectFolder(folder).actions).toHaveLength(1)
  })
})

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

describe('a file', () => {
  it('of a newer Latchkey is rejected and left unchanged with its log', () => {
    const folder = join(root, 'newer')
    mkdirSync(folder)
    const path = join(folder, 'outbox.db')
    const database = openQueue(path, () => undefined)
    database.exec('CREATE TABLE news (id INTEGER); PRAGMA user_version = 99')
    copyFileSync(path, join(folder, 'copy.db'))
    copyFileSync(`${path}-wal`, join(folder, 'copy.db-wal'))
    database.close()
    const copy = join(folder, 'copy.db')
    const log = readFileSync(`${copy}-wal`)
    expect(() => openQueue(copy, () => undefined)).toThrow(/^A newer version of Latchkey wrote/)
    expect(readFileSync(`${copy}-wal`).equals(log)).toBe(true)
  })

  it('in a folder that another process uses stays unchanged', async () => {
    const folder = join(root, 'used')
    const program = join(import.meta.dirname, '../../infra/files/testing/hold-folder.ts')
    const other = spawn(process.execPath, [program, folder], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    await once(other, 'message')
    expect(() => openDataFolder(folder)).toThrow(DataFolderInUse)
    const ended = once(other, 'close')
    other.kill('SIGKILL')
    await ended
    const mine = openDataFolder(folder)
    openQueue(join(mine.path, 'outbox.db'), () => undefined).close()
    mine.close()
  })

  it.each([
    ['.recovered', '.recovery'],
    ['.rescued', '.rescue'],
  ])(
    'is put into its place from %s by the next start where a recovery was cut off',
    (end, work) => {
      const folder = mkdtempSync(join(root, 'cut-off-'))
      const path = join(folder, 'outbox.db')
      const recovered = openQueue(path + end, () => undefined)
      actionsIn(recovered).enqueue(100)
      recovered.close()
      writeFileSync(path, 'what was damaged')
      writeFileSync(`${path}-wal`, 'an old log')
      mkdirSync(path + work)
      writeFileSync(join(path + work, 'new.db'), 'half of it')
      const logged: string[] = []
      openQueue(path, (message) => logged.push(message)).close()
      expect(logged).toEqual([])
      expect(readdirSync(folder)).toEqual(['outbox.db'])
      const database = new DatabaseSync(path)
      expect(readActions(database)).toHaveLength(1)
      database.close()
    },
  )
})
