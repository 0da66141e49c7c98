import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AccountsSnapshot } from '../shared/app/accounts.ts'
import type { BulkRun } from '../shared/app/bulk.ts'
import type { QueueRecovery, QueueSummary, QueuedAction } from '../shared/app/queue.ts'
import { accountFiles, accountFolder } from './accounts/account-folders.ts'
import { t } from './infra/messages.ts'
import { connect } from './infra/sqlite/database.ts'
import { createTestLatchkey } from './testing/latchkey.ts'

/** What the version that wrote the folder answered about it at the end. */
interface Written {
  at: number
  settings: object
  queue: { items: QueuedAction[]; total: number }
  /** `held` is the name of an earlier version. */
  summary: QueueSummary & { held?: boolean }
  runs: BulkRun[]
  /** Each with the name of its file; absent where there was none. */
  recoveries?: QueueRecovery[]
  auditLog: object
  statuses: object
  tokens: object
  views: object
}

const fixtureOf = (version: string) => {
  const fixture = join(import.meta.dirname, 'testing/data-folders', version)
  const text = readFileSync(join(fixture, 'written.json'), 'utf8')
  return { fixture, written: JSON.parse(text) as Written }
}

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

describe.each(['at-1323145', 'at-74c6310'])('a data folder that was written %s', (version) => {
  const { fixture, written } = fixtureOf(version)

  it.each(['closed', 'killed'])('opens with nothing lost after it was %s', async (end) => {
    cpSync(join(fixture, end), dataFolder, { recursive: true })
    const latchkey = createTestLatchkey({ dataFolder, now: () => written.at })
    const { accounts } = await latchkey.value<AccountsSnapshot>('accounts.list')
    const [admin, user] = accounts.map(({ id }) => id)
    const read = <T>(name: string, account = admin) => latchkey.value<T>(name, {}, account)

    expect(await latchkey.value('settings.get')).toMatchObject(written.settings)
    expect(await read('queue.list')).toEqual({
      ...written.queue,
      items: written.queue.items.map((item) => ({ ...item, state: stateNow(item.state) })),
    })
    const { counts, held, isPaused = held } = written.summary
    expect(await read('queue.summary')).toMatchObject({ isPaused, counts: countsNow(counts) })
    const runs = written.runs.map(({ waiting: _, ...run }) => {
      return { ...run, counts: countsNow(run.counts) }
    })
    expect(await read('bulk.list')).toMatchObject(runs)
    expect(await read('auditLog.list')).toMatchObject(written.auditLog)
    expect(await read('ownStatus.recent', user)).toEqual(written.statuses)
    expect(await read('createdTokens.list', user)).toEqual(written.tokens)
    expect(await read('directory.views')).toEqual(written.views)
    const recoveries = await read<QueueRecovery[]>('queue.recoveries')
    expect(
      recoveries.map(({ file, ...recovery }) => ({ ...recovery, file: basename(file) })),
    ).toEqual(written.recoveries ?? [])
    expect(latchkey.logged.filter((line) => / (warn|error) /.test(line))).toEqual([])
    await latchkey.close()
    const names = readdirSync(accountFolder(dataFolder, admin!))
    expect(names.filter((name) => name.includes('rescue'))).toEqual([])
    if (written.recoveries) expect(names).toContain(accountFiles.queueRecoveries)
  })
})

it('reads the sentences of an earlier version as they are, and stores messages from then on', async () => {
  const { fixture, written } = fixtureOf('at-1323145')
  cpSync(join(fixture, 'closed'), dataFolder, { recursive: true })
  const later = written.at + 8 * 24 * 60 * 60_000
  const latchkey = createTestLatchkey({ dataFolder, now: () => later })
  const { accounts } = await latchkey.value<AccountsSnapshot>('accounts.list')
  const admin = accounts[0]!.id
  const read = <T>(name: string, input = {}) => latchkey.value<T>(name, input, admin)

  const { items } = await read<{ items: QueuedAction[] }>('queue.list')
  const messages = new Map(items.map(({ id, failure }) => [id, failure?.message]))
  const isUnsent = ({ state }: QueuedAction) => ['undoable', 'ready'].includes(stateNow(state))
  expect(written.queue.items.filter(isUnsent)).not.toEqual([])
  for (const item of written.queue.items) {
    const message = isUnsent(item) ? t('queue.expired') : item.failure?.message
    expect(messages.get(item.id)).toBe(message)
  }

  const lost = items.find(({ action, state }) => state === 'unknown' && action === 'delete')!
  await read('queue.decide', { id: lost.id, decision: 'drop' })
  const answer = lost.failure!.message
  expect(await read('auditLog.list', { filter: { search: 'deletion may be running' } })).toEqual(
    expect.objectContaining({ items: [expect.objectContaining({ action: 'delete', answer })] }),
  )
  expect((await read<{ text: string }>('auditLog.export', { format: 'csv' })).text).toContain(
    answer,
  )
  await latchkey.close()

  const database = connect(join(accountFolder(dataFolder, admin), accountFiles.queue))
  const rows = database.prepare("SELECT failure FROM actions WHERE state = 'expired'").all()
  const stored = rows.map(({ failure }) => JSON.parse(String(failure)) as { message: unknown })
  expect(stored.map(({ message }) => message)).toContainEqual({ id: 'queue.expired' })
  database.close()
})
