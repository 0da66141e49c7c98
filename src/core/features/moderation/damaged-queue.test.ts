import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRandom } from '../../../sandbox/seed/random.ts'
import type { DamagedFile } from '../../../shared/operations/damaged-files.ts'
import type { QueueSummary, QueuedAction } from '../../../shared/operations/queue.ts'
import { createNodeFetch } from '../../platform/network/node-fetch.ts'
import { createMemorySecretStore } from '../../platform/keychain/memory-secret-store.ts'
import { testFolder } from '../../testing/folder.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'
import { type Service, startService } from './testing/harness.ts'

const actions = 40
const keychain = createMemorySecretStore()
let service: Service
let account: string
/** A cleanly closed queue with pending actions, and some sent ones in the audit log. */
let intactFolder: string
let dataFolder: string
let latchkey: TestLatchkey
const writes: string[] = []
const direct = createNodeFetch()
const fetch: typeof direct = (input, init) => {
  if (init?.method !== 'GET') writes.push(String(input))
  return direct(input, init)
}

beforeAll(async () => {
  service = await startService({ users: 120 })
  intactFolder = mkdtempSync(join(tmpdir(), 'latchkey-whole-'))
  latchkey = createTestLatchkey({ dataFolder: intactFolder, keychain })
  account = (await latchkey.signIn(service.url, service.tokens.admin)).id
  for (let nth = 0; nth < actions; nth += 1) {
    if (nth === 3) {
      await vi.waitUntil(async () => (await summary()).counts.done === 3, { interval: 20 })
      await latchkey.value('jobs.pauseAll', {}, account)
    }
    const { id, username, name, state } = service.someone('active', nth)
    const seen = { username, name, state }
    const request = { action: 'block', id, seen, reason: `Reason for ${username}` }
    const queued = await latchkey.value<QueuedAction>('queue.enqueue', request, account)
    await latchkey.value('queue.sendNow', { ids: [queued.id] }, account)
  }
  await latchkey.value('jobs.resumeAll', {}, account)
  await latchkey.close()
})
afterAll(async () => {
  await service.end()
  rmSync(intactFolder, { recursive: true })
})
beforeEach(() => {
  dataFolder = testFolder()
  cpSync(intactFolder, dataFolder, { recursive: true })
  writes.length = 0
})
afterEach(() => latchkey.close())

const start = () => (latchkey = createTestLatchkey({ dataFolder, fetch, keychain }))
const summary = () => latchkey.value<QueueSummary>('queue.summary', {}, account)
const damagedFiles = () => latchkey.value<DamagedFile[]>('damagedFiles.list', {}, account)
const queue = () => join(dataFolder, 'accounts', account, 'jobs.db')

const damageKinds: [string, (seed: string) => void][] = [
  [
    '50 flipped bytes',
    (seed) => {
      const random = createRandom(seed)
      const bytes = readFileSync(queue())
      for (let nth = 0; nth < 50; nth += 1) {
        bytes[random.below(bytes.length)]! ^= 1 + random.below(255)
      }
      writeFileSync(queue(), bytes)
    },
  ],
  ['zeros', () => writeFileSync(queue(), Buffer.alloc(80 * 1024))],
  [
    'a page of zeros',
    (seed) => {
      const bytes = readFileSync(queue())
      const page = createRandom(seed).below(4)
      writeFileSync(queue(), bytes.fill(0, page * 4096, (page + 1) * 4096))
    },
  ],
  [
    'a cut',
    (seed) =>
      truncateSync(queue(), 1 + createRandom(seed).below(readFileSync(queue()).length - 4096)),
  ],
]

describe.each(damageKinds)('queue with %s', (_, damage) => {
  it.each(['first', 'second', 'third'])(
    'sets the file aside and doesn’t send anything (%s seed)',
    async (seed) => {
      damage(seed)
      const bytes = readFileSync(queue())
      start()
      const [damaged, ...others] = await damagedFiles()
      expect(others).toEqual([])
      expect(damaged!.file).toBe(`${queue()}.damaged-${damaged!.at}`)
      expect(readFileSync(damaged!.file).equals(bytes)).toBe(true)
      const { isPaused, counts } = await summary()
      expect([isPaused, counts.ready]).toEqual([true, 0])
      const log = latchkey.logged.filter((line) => line.includes('was damaged'))
      expect(log).toEqual([expect.stringContaining(`document=jobs.db.damaged-${damaged!.at}`)])
      expect(writes).toEqual([])

      await latchkey.close()
      start()
      expect(await damagedFiles()).toEqual([damaged])
      expect((await summary()).isPaused).toBe(true)
      expect(latchkey.logged.filter((line) => line.includes('was damaged'))).toEqual([])
      expect(writes).toEqual([])
    },
  )
})

it('starts from the main file if its WAL is missing, because SQLite can’t detect that', async () => {
  start()
  await latchkey.value('jobs.pauseAll', {}, account)
  const killed = testFolder()
  cpSync(dataFolder, killed, { recursive: true })
  await latchkey.close()
  dataFolder = killed
  rmSync(`${queue()}-wal`)
  start()
  expect(await damagedFiles()).toEqual([])
  await vi.waitUntil(async () => (await summary()).counts.ready === 0, { interval: 20 })
  // Each user is read first, so actions whose completion was recorded only in the lost WAL aren't resent.
  expect(new Set(writes).size).toBe(writes.length)
})

describe('audit log in a damaged queue', () => {
  const audit = () => join(dataFolder, 'audit')
  /** Damages the actions and leaves the audit log readable. */
  const damageActions = () => {
    const bytes = readFileSync(queue())
    bytes.fill(
      'X',
      bytes.lastIndexOf('Reason for someone90') - 200,
      bytes.lastIndexOf('Reason for someone90'),
    )
    writeFileSync(queue(), bytes)
  }

  it('exports readable entries and starts the new log with a gap entry', async () => {
    damageActions()
    start()
    const [damaged] = await damagedFiles()
    const names = readdirSync(audit())
    expect(names).toEqual([expect.stringMatching(/_ines_\d{4}-\d\d-\d\d_unverified\.csv$/)])
    const text = readFileSync(join(audit(), names[0]!), 'utf8')
    expect(text.match(/Reason for someone/g)!.length).toBeGreaterThanOrEqual(3)
    expect(await latchkey.value('auditLog.list', {}, account)).toMatchObject({
      total: 1,
      items: [{ action: 'auditLog.gap', answer: expect.stringContaining(damaged!.file) }],
    })
  })

  it.each([true, false])(
    'archives the audit log and the damaged file on sign-out only if requested: %s',
    async (keepAuditLog) => {
      damageActions()
      start()
      const [damaged] = await damagedFiles()
      await latchkey.value('accounts.signOut', { id: account, keepAuditLog })
      expect(existsSync(join(dataFolder, 'accounts', account))).toBe(false)
      const archivedFiles = readdirSync(audit()).filter(
        (name) => !/unverified|-(wal|shm)$/.test(name),
      )
      expect(archivedFiles).toEqual(
        keepAuditLog
          ? [
              expect.stringMatching(/_ines_\d{4}-\d\d-\d\d\.json$/),
              expect.stringMatching(new RegExp(`_ines_jobs\\.db\\.damaged-${damaged!.at}$`)),
            ]
          : [],
      )
      rmSync(audit(), { recursive: true })
    },
  )
})
