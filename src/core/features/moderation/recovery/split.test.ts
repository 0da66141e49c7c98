import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AuditLogEntry } from '../../../../shared/app/audit-log.ts'
import type { QueuedAction } from '../../../../shared/app/queue.ts'
import { createTestLatchkey } from '../../../testing/latchkey.ts'
import { type SplitPorts, splitQueue, splitting } from './split.ts'

const fixtures = join(import.meta.dirname, '../../../testing/data-folders')
const versions = [
  'at-00f03c2/closed',
  'at-00f03c2/killed',
  'at-14493f0/closed',
  'at-14493f0/killed',
]
/** A moment at which nothing in the fixtures is too old to be sent. */
const now = () => 1_795_321_000_000

let dataFolder: string
const folders: string[] = []
const newFolder = () => {
  const made = mkdtempSync(join(tmpdir(), 'latchkey-split-'))
  folders.push(made)
  return made
}
beforeEach(() => (dataFolder = newFolder()))
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const shared = (folder = dataFolder) => join(folder, 'outbox.db')
const auditLogs = (folder = dataFolder) => join(folder, 'audit')
const tables = (folder = dataFolder) =>
  existsSync(auditLogs(folder)) ? readdirSync(auditLogs(folder)).toSorted() : []

function use(version: string): void {
  cpSync(join(fixtures, version), dataFolder, { recursive: true })
}

interface Known {
  id: string
  baseUrl: string
  user: { id: number }
}

function known(): Known[] {
  const text = readFileSync(join(dataFolder, 'accounts.json'), 'utf8')
  return (JSON.parse(text) as { accounts: Known[] }).accounts
}

/** As the start does it. */
function portsOf(accounts = known()): SplitPorts {
  return {
    shared: shared(),
    targets: accounts.map(({ id, baseUrl, user }) => ({
      baseUrl,
      userId: user.id,
      path: join(dataFolder, 'accounts', id, 'queue.db'),
    })),
    accounts: join(dataFolder, 'accounts'),
    auditLogs: auditLogs(),
    log: (message) => expect.fail(message),
    recovered: ({ aside }) => expect.fail(aside),
  }
}

/** What a start with this folder shows of the administrator's queue and audit log. */
async function shown(folder: string) {
  const latchkey = createTestLatchkey({ dataFolder: folder, now })
  const { accounts } = await latchkey.value<{ accounts: Known[] }>('accounts.list')
  const id = accounts[0]!.id
  const page = { offset: 0, limit: 100 }
  const queue = await latchkey.value<{ items: QueuedAction[] }>('queue.list', page, id)
  const { isPaused } = await latchkey.value<{ isPaused: boolean }>('queue.summary', {}, id)
  const log = await latchkey.value<{ items: AuditLogEntry[] }>('auditLog.list', {}, id)
  expect(await latchkey.value('queue.recoveries', {}, id)).toEqual([])
  await latchkey.close()
  return {
    isPaused,
    queue: queue.items.map(({ target, reason, state }) => [target.username, reason, state]),
    log: log.items.map(({ action, target, reason }) => [action, target?.username, reason]),
  }
}

describe.each(versions)('the shared queue that was written %s', (version) => {
  it('is whole in the folder of its account, wherever the process was killed in between', async () => {
    use(version)
    const whole = await shown(dataFolder)
    expect(whole.isPaused).toBe(true)
    expect(whole.queue.map(([, , state]) => state)).toEqual(['ready', 'ready', 'ready', 'done'])
    expect(whole.log).toMatchObject([['block', whole.queue[3]![0], 'reason of what was sent']])
    expect(readdirSync(dataFolder).filter((name) => name.startsWith('outbox.'))).toEqual([])
    expect(tables()).toEqual([])

    rmSync(dataFolder, { recursive: true })
    use(version)
    const killed: string[] = []
    for (const _ of splitting(portsOf())) {
      killed.push(newFolder())
      cpSync(dataFolder, killed.at(-1)!, { recursive: true })
    }
    expect(killed.length).toBeGreaterThan(7)
    for (const folder of killed) {
      expect(await shown(folder)).toEqual(whole)
      expect(readdirSync(folder).filter((name) => name.startsWith('outbox.'))).toEqual([])
      expect(tables(folder)).toEqual([])
    }
  })

  it('becomes tables where nobody is signed in, once, wherever the process was killed', () => {
    use(version)
    const copy = newFolder()
    let steps = 0
    for (;;) {
      rmSync(dataFolder, { recursive: true })
      use(version)
      const split = splitting(portsOf([]))
      for (let step = 0; step < steps; step += 1) split.next()
      cpSync(dataFolder, copy, { recursive: true, force: true })
      const isOver = split.next().done === true
      for (const _ of split);
      rmSync(dataFolder, { recursive: true })
      cpSync(copy, dataFolder, { recursive: true })
      splitQueue(portsOf([]))
      expect(tables()).toEqual([
        expect.stringMatching(/^127\.0\.0\.1_41999_ines_2026-11-2\d\.csv$/),
        expect.stringMatching(/^127\.0\.0\.1_41999_user-1_2026-11-2\d_not-sent\.csv$/),
      ])
      expect(existsSync(shared())).toBe(false)
      rmSync(copy, { recursive: true })
      if (isOver) break
      steps += 1
    }
    expect(steps).toBeGreaterThan(5)
    const [log, queue] = tables().map((name) => readFileSync(join(auditLogs(), name), 'utf8'))
    expect(log).toContain('reason of what was sent')
    expect(queue!.split('\r\n')).toHaveLength(5)
    expect(queue).toContain('reason for sql')
    expect(queue).not.toContain('reason of what was sent')
  })
})

it('copies no rows of others into the file of an account', () => {
  use('at-14493f0/closed')
  const [admin, user] = known()
  splitQueue(portsOf([user!]))
  const own = readFileSync(join(dataFolder, 'accounts', user!.id, 'queue.db'), 'latin1')
  expect(own.includes('reason of what')).toBe(false)
  expect(existsSync(join(dataFolder, 'accounts', admin!.id))).toBe(false)
})

it('keeps the file of an account that an older version did not know', () => {
  use('at-14493f0/closed')
  splitQueue(portsOf())
  const [admin] = known()
  const own = join(dataFolder, 'accounts', admin!.id, 'queue.db')
  const before = readFileSync(own)
  use('at-14493f0/closed')
  splitQueue(portsOf())
  expect(readFileSync(own).equals(before)).toBe(true)
  expect(tables()).toHaveLength(2)
})

it('keeps a file that it cannot export, and reports it', () => {
  use('at-14493f0/closed')
  const database = new DatabaseSync(shared())
  database.exec(`UPDATE journal SET instance = 'no address'`)
  database.close()
  const told: string[] = []
  splitQueue({
    ...portsOf(),
    log: (message) => told.push(message),
    recovered: ({ aside }) => told.push(aside),
  })
  const [said, aside] = told
  expect(said).toContain('could not be read and are kept')
  expect(readFileSync(aside!).includes('reason of what was sent')).toBe(true)
  expect(existsSync(shared())).toBe(false)
})

it('explains a disk failure, and continues at the next start', () => {
  use('at-14493f0/closed')
  writeFileSync(auditLogs(), 'in the way')
  expect(() => splitQueue(portsOf([]))).toThrow(/^Can’t open .*outbox\.db .* start Latchkey again/)
  rmSync(auditLogs())
  splitQueue(portsOf([]))
  expect(tables()).toHaveLength(2)
})

it('numbers new runs and actions after the old ones', () => {
  use('at-14493f0/closed')
  splitQueue(portsOf())
  const database = new DatabaseSync(join(dataFolder, 'accounts', known()[0]!.id, 'queue.db'))
  const last = database.prepare(`SELECT seq FROM sqlite_sequence WHERE name = 'actions'`).get()
  database.close()
  expect(last).toEqual({ seq: 4 })
})
