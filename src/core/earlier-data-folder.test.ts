import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { AccountsSnapshot } from '../shared/app/accounts.ts'
import type { BulkRun, QueueSummary, QueuedAction } from '../shared/app/queue.ts'
import { accountFiles, accountFolder } from './accounts/account-folders.ts'
import { t } from './infra/messages.ts'
import { connect } from './infra/sqlite/database.ts'
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

it('reads the sentences of an earlier version as they are, and stores messages from then on', async () => {
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
