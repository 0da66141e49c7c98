import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Sandbox } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import type { BulkPreview, Remaining } from '../../../shared/operations/bulk.ts'
import type { JobList, JobSummary } from '../../../shared/operations/jobs.ts'
import { currentTime } from '../../../shared/rules/clock.ts'
import type { AuditLogEntry } from '../../../shared/operations/audit-log.ts'
import type { OnboardingCheck, OnboardingUndo } from '../../../shared/operations/onboarding.ts'
import type { QueuedAction } from '../../../shared/operations/queue.ts'
import {
  type LossyProxy,
  startLossyProxy,
} from '../../gitlab/create-recovery/testing/lossy-proxy.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'
import { readAll } from '../directory/testing/sync.ts'
import { OnboardingStage, csvOfUsers } from './testing/rows.ts'
import { callAs, tokenOf } from './testing/second-administrator.ts'

let sandbox: Sandbox
let way: LossyProxy
let latchkey: TestLatchkey
let stage: OnboardingStage
/** How far ahead (ms) the service's clock is. The service deletes in the background every minute. */
let ahead = 0
beforeEach(async () => {
  ahead = 0
  const now = () => new Date(currentTime() + ahead)
  sandbox = await startSeededSandbox({ users: 0, flavor: 'gitlab', now })
  way = await startLossyProxy(sandbox.url)
  latchkey = createTestLatchkey()
  const { id } = await latchkey.signIn(way.url, sandbox.tokens.admin)
  stage = new OnboardingStage(latchkey, id)
  await readAll(latchkey, id)
})
afterEach(async () => {
  await latchkey.close()
  await way.stop()
  await sandbox.stop()
})

const value = <T>(name: string, input: object) => latchkey.value<T>(name, input, stage.account)
const callAsOther = <T>(method: string, path: string) =>
  callAs(sandbox, sandbox.tokens.admin)<T>(method, path)

/** Signs in like a user who follows the link in their email. */
async function signIn(id: number): Promise<void> {
  const admin = callAs(sandbox, sandbox.tokens.admin)
  await callAs(sandbox, await tokenOf(admin, id))('GET', '/user')
}

/** Creates users, who are then in the directory. */
async function createUsers(count: number): Promise<{ run: number; users: number[] }> {
  const { text } = csvOfUsers(count)
  const confirmed = { text, ready: count, skipConfirmation: true }
  const { id: run } = await stage.call<JobSummary>('start', confirmed)
  await stage.reach(run, 'done', count)
  return { run, users: (await stage.rows(run)).map(({ target }) => target.id!) }
}

function startUndo({ run, ids }: OnboardingUndo) {
  const selection = { kind: 'users', ids }
  const request = { selection, action: 'delete', undoes: run, affectedCount: ids.length }
  return value<JobSummary>('bulk.start', { ...request, reason: 'wrong file' })
}

async function waitForEnd(run: number): Promise<JobSummary> {
  return vi.waitFor(async () => {
    const found = await stage.run('get', run)
    expect(found.state).toBe('finished')
    return found
  })
}

describe('undoing an onboarding run', () => {
  it('previews which users are deleted, and which are kept and why', async () => {
    const { run, users } = await createUsers(4)
    await signIn(users[0]!)
    await callAsOther('DELETE', `/users/${users[1]}?hard_delete=true`)
    ahead = 5 * 60_000
    await vi.waitFor(() => expect(callAsOther('GET', `/users/${users[1]}`)).rejects.toThrow(/404/))
    const undo = await stage.call<OnboardingUndo>('undo', { run })
    expect(undo.ids).toEqual(users.slice(2))
    expect(undo.kept.toSorted((a, b) => a.why.localeCompare(b.why))).toMatchObject([
      { why: 'The user has been active, and is kept.', count: 1, sample: [{ id: users[0] }] },
      { why: 'This user no longer exists.', count: 1, sample: [{ id: users[1] }] },
    ])
    const selection = { kind: 'users', ids: undo.ids }
    const preview = await value<BulkPreview>('bulk.preview', { selection, action: 'delete' })
    expect(preview).toMatchObject({ affectedCount: 2, skipped: [] })
  })

  it('checks each user before deletion, and keeps users who have signed in since', async () => {
    const { run, users } = await createUsers(3)
    expect(await stage.run('get', run)).toMatchObject({ isReversible: true })
    const started = await startUndo(await stage.call<OnboardingUndo>('undo', { run }))
    expect(started).toMatchObject({ name: 'Delete 3 users', undoes: run, reason: 'wrong file' })
    // Like any deletion, it can be undone for a minute.
    expect(started.starts! - started.created).toBeGreaterThanOrEqual(60_000)
    await signIn(users[1]!)
    await value('queue.sendAllNow', {})
    const { counts } = await waitForEnd(started.id)
    expect(counts).toMatchObject({ done: 2, refused: 1 })
    expect(await stage.run('get', run)).toMatchObject({ isReversible: true })
    const list = { run: started.id, states: ['refused'] }
    const { items } = await value<{ items: QueuedAction[] }>('queue.list', list)
    expect(items).toMatchObject([
      {
        target: { id: users[1] },
        failure: { message: 'The user has been active, and is kept.' },
      },
    ])
    expect(await callAsOther('GET', `/users/${users[1]}`)).toMatchObject({ state: 'active' })
    // This includes retries.
    await stage.run('retry', started.id)
    await value('queue.sendAllNow', {})
    expect((await waitForEnd(started.id)).counts).toMatchObject({ done: 2, refused: 1 })
  })

  it('is offered until all created users are deleted', async () => {
    const { run } = await createUsers(1)
    const { id } = await startUndo(await stage.call<OnboardingUndo>('undo', { run }))
    expect(await stage.run('get', run)).toMatchObject({ isReversible: true })
    await value('queue.sendAllNow', {})
    expect((await waitForEnd(id)).counts).toMatchObject({ done: 1 })
    expect(await stage.run('get', run)).toMatchObject({ isReversible: false })
  })

  it('retries canceled deletions in a later run', async () => {
    const { run, users } = await createUsers(2)
    const started = await startUndo(await stage.call<OnboardingUndo>('undo', { run }))
    await stage.run('cancel', started.id)
    const remaining = await value<Remaining>('bulk.remaining', { run: started.id })
    expect(remaining).toMatchObject({
      action: 'delete',
      undoes: run,
      ids: users,
      reason: 'wrong file',
    })
  })

  it('never deletes users the run didn’t create', async () => {
    const { run } = await createUsers(1)
    const other = await createUsers(1)
    const request = {
      selection: { kind: 'users', ids: other.users },
      action: 'delete',
      undoes: run,
      reason: 'wrong file',
      affectedCount: 1,
    }
    const failure = await latchkey.failure('bulk.start', request, stage.account)
    expect(failure.message).toBe('Not all of these users were created by the run.')
    const block = { ...request, undoes: other.run, action: 'block' }
    expect((await latchkey.failure('bulk.start', block, stage.account)).kind).toBe('invalid')
    const { jobs } = await value<JobList>('jobs.list', {})
    expect(jobs.map(({ kind }) => kind)).toEqual(['onboarding', 'onboarding'])
  })
})

describe('a run’s canceled rows', () => {
  it('are checked against GitLab like rows of a new run', async () => {
    await latchkey.value('settings.set', { requestsAtOnce: 1 })
    const { text, usernames } = csvOfUsers(20)
    const [header, ...rows] = text.split('\n')
    const cells = rows.map((row, index) => `${row},${index % 2 ? 'yes' : ''},"=1+1; ü",7`)
    const source = [`${header},admin,note,projects_limit`, ...cells].join('\n')
    const cancelled = Promise.withResolvers<void>()
    way.beforePost = (post) => (post <= 2 ? undefined : cancelled.promise)
    const run = await stage.start(source)
    await stage.reach(run, 'done', 2)
    await stage.run('cancel', run)
    cancelled.resolve()
    const { counts } = await vi.waitFor(async () => {
      const found = await stage.run('get', run)
      expect(found).toMatchObject({ state: 'cancelled', counts: { sending: 0 } })
      return found
    })
    const { text: rest, filename } = await stage.call<{ text: string; filename: string }>(
      'remaining',
      { run },
    )
    expect(filename).toMatch(/^remaining-users-127\.0\.0\.1-\d+-[a-z.]+-[\d-]{10}-run-\d+\.csv$/)
    const check = await stage.call<OnboardingCheck>('check', { text: rest })
    expect(check).toMatchObject({ ready: counts.cancelled, rows: { length: counts.cancelled } })
    const [last] = usernames.slice(-1)
    expect(check.rows.at(-1)).toMatchObject({ username: last, email: `${last}@example.com` })
    const next = await stage.start(rest)
    await stage.reach(next, 'done', counts.cancelled!)
    const [user] = await callAsOther<Record<string, unknown>[]>('GET', `/users?username=${last}`)
    expect(user).toMatchObject({ is_admin: true, note: '=1+1; ü', projects_limit: 7 })
    // The first run is unchanged, and none of its rows are left.
    const again = await stage.call<OnboardingCheck>('check', { text: rest })
    expect((await stage.run('get', run)).counts).toEqual(counts)
    expect(again.rows).toHaveLength(counts.cancelled)
  })
})

describe('onboarding in the audit log', () => {
  it('lists a run as one item, with actor, time, and reason in its report', async () => {
    const { text } = csvOfUsers(3)
    const { id: run } = await stage.call<JobSummary>('start', {
      text,
      ready: 3,
      reason: 'new team',
    })
    const { ended, created, firstRequest, lastAnswer } = await stage.reach(run, 'done', 3)
    const toIso = (time?: number) => new Date(time!).toISOString()
    const list = { filter: {}, isFolded: true }
    const { items } = await value<{ items: AuditLogEntry[] }>('auditLog.list', list)
    expect(items).toMatchObject([
      { onboardingRun: run, reason: 'new team', folded: { entries: 3, users: 3 } },
    ])
    expect(items[0]!.run).toBeUndefined()
    const entries = (filter: object) =>
      value<{ items: AuditLogEntry[] }>('auditLog.list', { filter })
    expect((await entries({ onboardingRun: run })).items).toHaveLength(3)
    // A bulk run may have the same number.
    expect((await entries({ run })).items).toEqual([])
    const [table, beside] = await stage.run<{ filename: string; text: string }[]>('report', run, {
      format: 'csv',
    })
    expect(beside!.filename).toBe(`${table!.filename}.json`)
    expect(JSON.parse(beside!.text)).toEqual({
      kind: 'onboarding',
      name: 'Create 3 users',
      run,
      actor: 'ines',
      reason: 'new team',
      queued_at: toIso(created),
      started_at: toIso(firstRequest),
      ended_at: toIso(lastAnswer),
      closed_at: toIso(ended),
      duration_seconds: (lastAnswer! - firstRequest!) / 1000,
      total: 3,
      counts: { done: 3 },
    })
  })
})
