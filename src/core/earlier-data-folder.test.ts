import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { AccountsSnapshot } from '../shared/app/accounts.ts'
import type { BulkRun, QueueSummary, QueuedAction } from '../shared/app/queue.ts'
import { createTestLatchkey } from './testing/latchkey.ts'

/** What the version that wrote the folder answered about it at the end. */
interface Written {
  at: number
  settings: object
  queue: { items: QueuedAction[]; total: number }
  summary: Omit<QueueSummary, 'isPaused'> & { held: boolean }
  runs: BulkRun[]
  auditLog: object
  statuses: object
  tokens: object
  views: object
}

const fixture = join(import.meta.dirname, 'testing/data-folders/at-1323145')
const written = JSON.parse(readFileSync(join(fixture, 'written.json'), 'utf8')) as Written

let dataFolder: string
beforeEach(() => (dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-earlier-'))))
afterEach(() => rmSync(dataFolder, { recursive: true }))

/** What an action's state is called by now; one whose request was cut off is looked at after the start. */
const states: Partial<Record<string, string>> = { held: 'undoable', sending: 'unknown' }
const stateNow = (state: string) => states[state] ?? state
const countsNow = (counts: Record<string, number>) => {
  const now: Record<string, number> = { sending: 0 }
  for (const [state, count] of Object.entries(counts)) {
    now[stateNow(state)] = (now[stateNow(state)] ?? 0) + count
  }
  return now
}

it.each(['closed', 'killed'])(
  'a data folder of an earlier version that was %s opens with nothing lost',
  async (end) => {
    cpSync(join(fixture, end), dataFolder, { recursive: true })
    const latchkey = createTestLatchkey({ dataFolder, now: () => written.at })
    const { accounts } = await latchkey.value<AccountsSnapshot>('accounts.list')
    const [admin, user] = accounts.map(({ id }) => id)
    const read = (name: string, account = admin) => latchkey.value(name, {}, account)

    expect(await latchkey.value('settings.get')).toEqual(written.settings)
    expect(await read('queue.list')).toEqual({
      ...written.queue,
      items: written.queue.items.map((item) => ({ ...item, state: stateNow(item.state) })),
    })
    const { counts, held: isPaused } = written.summary
    expect(await read('queue.summary')).toMatchObject({ isPaused, counts: countsNow(counts) })
    const runs = written.runs.map(({ waiting: _, ...run }) => {
      return { ...run, counts: countsNow(run.counts) }
    })
    expect(await read('bulk.list')).toMatchObject(runs)
    expect(await read('auditLog.list')).toEqual(written.auditLog)
    expect(await read('ownStatus.recent', user)).toEqual(written.statuses)
    expect(await read('createdTokens.list', user)).toEqual(written.tokens)
    expect(await read('directory.views')).toEqual(written.views)
    expect(await read('queue.recoveries')).toEqual([])
    await latchkey.close()
  },
)
