import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { currentTime } from '../../../../shared/rules/clock.ts'
import { moderationRules } from '../../../../shared/rules/moderation.ts'
import type { JobSummary } from '../../../../shared/operations/jobs.ts'
import type { DirectoryUser } from '../../../../shared/rules/moderation.ts'
import { readUsersLimit } from '../../../../shared/rules/dependents.ts'
import { runSums } from '../../../../shared/rules/run-sums.ts'
import { inactiveDays } from '../../../../shared/rules/user-figures.ts'
import { utcDay, utcDayIn } from '../../../../shared/rules/utc-days.ts'
import type { TextFile } from '../../../platform/files/described-table.ts'
import { dateIn } from '../../../testing/dates.ts'
import { type Service, type Harness, createHarness, startService } from '../testing/harness.ts'

let service: Service
let harness: Harness
let users: DirectoryUser[]
const total = 190
beforeAll(async () => {
  service = await startService({ users: total })
  harness = await createHarness(service, { users: () => users, undoSeconds: 5 })
  // Uses the last 100 users, because the seed gives the first ones special roles.
  users = Array.from({ length: 100 }, (_, nth) => ({
    ...service.someone('active', nth),
    two_factor_enabled: true,
    last_activity_on: null,
  }))
})
afterAll(async () => {
  await harness.end()
  await service.end()
})

const allUsers = { kind: 'matching' as const, filter: {}, except: [] }
const report = ({ id }: JobSummary, format: 'csv' | 'json') => harness.runs.report(id, format)
interface ReportFile extends Record<string, unknown> {
  actions: Record<string, unknown>[]
}
const runOf = (id: number) => harness.runs.get(id)
const waitForEnd = async ({ id }: JobSummary) => {
  await harness.until(() => runOf(id).state === 'finished', 25)
  return runOf(id)
}

describe('bulk preview', () => {
  it('lists affected users, and skipped users with a reason', async () => {
    const unusualUsers: DirectoryUser[] = [
      { id: 1, username: 'ines', name: 'Ines', state: 'active' },
      { id: 40, username: 'ghost', name: 'Ghost User', state: 'active' },
      { id: 41, username: 'banned', name: 'Banned', state: 'banned' },
      { id: 42, username: 'strange', name: 'Strange', state: 'on_leave' },
    ]
    const unaffected = users
    users = [...unusualUsers, ...unaffected.slice(0, 3)]
    const ids = [...users.map(({ id }) => id), 9999]
    const preview = await harness.queue.bulk.preview({
      selection: { kind: 'users', ids },
      action: 'block',
    })
    users = unaffected
    expect(preview).toMatchObject({ total: 8, affectedCount: 3 })
    expect(preview.skipped.map(({ count }) => count)).toEqual([1, 1, 1, 1, 1])
    expect(preview.skipped.map(({ why }) => why).join(' ')).toMatch(
      /This is you.*internal.*banned.*doesn’t know.*isn’t in the list/,
    )
  })

  it('counts users who have never signed in, and excludes them on request', async () => {
    const unaffected = users
    const last_activity_on = '2001-01-01'
    users = [
      { id: 60, username: 'new', name: 'New', state: 'active', last_activity_on: null },
      { id: 61, username: 'gone', name: 'Gone', state: 'active', last_activity_on },
      { id: 62, username: 'bridge', name: 'Bridge', state: 'active', bot: true },
    ]
    const request = { selection: allUsers, action: 'deactivate' as const }
    const preview = await harness.queue.bulk.preview(request)
    const without = await harness.queue.bulk.preview({ ...request, without: ['neverActive'] })
    const activate = await harness.queue.bulk.preview({ ...request, action: 'unblock' })
    users = unaffected
    expect(preview.unusual).toEqual([
      { kind: 'bots', count: 1 },
      { kind: 'neverActive', count: 1 },
    ])
    expect(activate.unusual).toEqual([])
    expect(without).toMatchObject({ total: 3, affectedCount: 2, unusual: [{ kind: 'bots' }] })
    expect(without.skipped).toMatchObject([
      { why: 'You left out users who have never signed in.', sample: [{ username: 'new' }] },
    ])
  })

  it('counts administrators, bots and recently active users, and detects the last administrator', async () => {
    const day = new Date(harness.clock.now() - 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
    const unusualUsers: DirectoryUser[] = [
      { id: 1, username: 'ines', name: 'Ines', state: 'active', is_admin: true },
      { id: 50, username: 'chief', name: 'Chief', state: 'active', is_admin: true },
      { id: 51, username: 'bridge', name: 'Bridge', state: 'active', bot: true },
      { id: 52, username: 'project_7_bot', name: 'Deploys', state: 'active' },
      { id: 54, username: 'away', name: 'Away', state: 'active', last_activity_on: '2001-01-01' },
      { id: 53, username: 'here', name: 'Here', state: 'active', last_activity_on: day },
    ]
    const unaffected = users
    users = unusualUsers
    const request = { selection: allUsers, action: 'block' as const }
    const preview = await harness.queue.bulk.preview(request)
    const unblock = await harness.queue.bulk.preview({ ...request, action: 'unblock' })
    const bots = await harness.queue.bulk.previewUsers({
      ...request,
      kind: 'bots',
      offset: 0,
      limit: 9,
    })
    const otherUsers = await harness.queue.bulk.previewUsers({
      ...request,
      kind: 'all',
      offset: 3,
      limit: 1,
    })
    users = [
      ...unusualUsers,
      { id: 55, username: 'second', name: 'B', state: 'active', is_admin: true },
    ]
    const singleUser = { kind: 'users' as const, ids: [50] }
    const second = await harness.queue.bulk.preview({ selection: singleUser, action: 'block' })
    users = unaffected
    expect(preview.unusual).toEqual([
      { kind: 'administrators', count: 1 },
      { kind: 'bots', count: 2 },
      { kind: 'recentlyActive', count: 1 },
      { kind: 'neverActive', count: 1 },
    ])
    expect([preview.isLastAdministrator, second.isLastAdministrator]).toEqual([true, false])
    expect([unblock.unusual, unblock.isLastAdministrator]).toEqual([[], false])
    expect(bots.items.map(({ username }) => username)).toEqual(['bridge', 'project_7_bot'])
    // Users it warns about are first.
    expect(otherUsers).toMatchObject({
      total: 5,
      items: [{ username: 'here', unusual: [expect.any(String)] }],
    })
  })

  it('counts nobody who is inactive as recently active', async () => {
    vi.setSystemTime(`${utcDay(currentTime())}T12:00:00Z`)
    onTestFinished(() => void vi.useRealTimers())
    const away = (days: number): DirectoryUser => ({
      id: 50 + days,
      username: `away${days}`,
      name: 'Away',
      state: 'active',
      last_activity_on: utcDayIn(-days, currentTime()),
    })
    const unaffected = users
    users = [away(inactiveDays - 1), away(inactiveDays), away(inactiveDays + 1)]
    const block = await harness.queue.bulk.preview({ selection: allUsers, action: 'block' })
    const recent = await harness.queue.bulk.previewUsers({
      ...{ selection: allUsers, action: 'block', kind: 'recentlyActive', offset: 0, limit: 9 },
    })
    const deactivate = await harness.queue.bulk.preview({
      selection: allUsers,
      action: 'deactivate',
    })
    users = unaffected
    expect(block.unusual).toEqual([{ kind: 'recentlyActive', count: 1 }])
    expect(recent.items.map(({ username }) => username)).toEqual(['away89'])
    expect(deactivate.sample.map(({ username }) => username)).toEqual(['away90', 'away91'])
    expect(deactivate.unusual).toEqual([])
  })

  it('shows last activity, and the email confirmation and note of sign-ups', async () => {
    const newcomer = {
      id: 60,
      username: 'newcomer',
      name: 'Lena Vogt',
      state: 'blocked_pending_approval',
      email: 'lena@example.com',
      created_at: '2026-03-01T10:00:00.000Z',
      last_activity_on: null,
    }
    const unusualUsers: DirectoryUser[] = [
      { ...newcomer, email_confirmed: false, note: 'Asked by Tom' },
      { ...newcomer, id: 61, email_confirmed: null, note: null, created_at: null },
      { id: 62, username: 'away', name: 'Away', state: 'active', last_activity_on: '2001-01-01' },
      { id: 63, username: 'never', name: 'Never', state: 'active', last_activity_on: null },
    ]
    const unaffected = users
    users = unusualUsers
    const approve = await harness.queue.bulk.preview({ selection: allUsers, action: 'approve' })
    const deactivate = await harness.queue.bulk.preview({ selection: allUsers, action: 'block' })
    users = unaffected
    expect(approve.sample.map(({ signUp }) => signUp)).toEqual([
      { created: '2026-03-01T10:00:00.000Z', isEmailConfirmed: false, note: 'Asked by Tom' },
      {},
    ])
    expect(deactivate.sample.slice(-2)).toMatchObject([
      { username: 'away', lastActivity: '2001-01-01' },
      { username: 'never', lastActivity: null },
    ])
    expect(deactivate.sample.at(-1)).not.toHaveProperty('signUp')
  })

  it('lists as many users as what depends on them is read for', async () => {
    const preview = await harness.queue.bulk.preview({ selection: allUsers, action: 'block' })
    expect(preview.affectedCount).toBeGreaterThan(readUsersLimit)
    expect(preview.sample).toHaveLength(readUsersLimit)
  })

  it('rejects a start from an outdated preview', async () => {
    const request = {
      selection: allUsers,
      action: 'block' as const,
      note: false,
      affectedCount: 99,
    }
    await expect(harness.queue.bulk.start(request)).rejects.toMatchObject({
      failure: {
        kind: 'conflict',
        message: { id: 'queue.previewOutdated', values: { count: 100 } },
      },
    })
    expect(harness.runs.list().jobs).toEqual([])
  })
})

describe('bulk run', () => {
  it('pauses, resumes, and reports each user’s state', async () => {
    const request = { selection: allUsers, action: 'ban' as const, note: false, affectedCount: 100 }
    const started = await harness.queue.bulk.start({ ...request, reason: '=cmd()' })
    expect(started).toMatchObject({ state: 'running', total: 100, counts: { ready: 100 } })
    // Another administrator changes these users after the preview, so GitLab rejects the actions on them.
    const changed = users.filter((_, nth) => nth % 6 === 0).slice(0, 15)
    for (const { id } of changed) service.set(id, { state: 'deactivated' })
    await harness.until(() => runOf(started.id).counts.done > 20, 10)
    expect(harness.runs.pause(started.id).state).toBe('paused')
    await harness.until(() => runOf(started.id).counts.sending === 0)
    await harness.until(() => harness.queue.summary().counts.sending === 0)
    const { done } = runOf(started.id).counts
    expect(done).toBeLessThan(100)
    // Actions outside the run still go through.
    const single = service.someone('active', 110)
    harness.queue.sendNow([harness.enqueue('block', single).id])
    await harness.until(() => service.user(single.id)!.state === 'blocked')
    expect(runOf(started.id).counts.done - done).toBeLessThanOrEqual(
      harness.settings.requestsAtOnce,
    )
    expect(harness.runs.resume(started.id).state).toBe('running')
    const run = await waitForEnd(started)
    expect(run.counts).toMatchObject({ done: 85, conflict: 15 })

    expect(runSums(run)).toEqual([
      { part: 'done', count: 85 },
      { part: 'conflict', count: 15 },
    ])
    const [{ text, filename }] = (await report(started, 'json')) as [TextFile]
    expect(filename).toMatch(/^moderation-.*\.json$/)
    const { actions: lines, ...facts } = JSON.parse(text) as ReportFile
    expect(facts).toMatchObject({
      kind: 'moderation',
      name: 'Ban 100 users',
      actor: 'ines',
      reason: '=cmd()',
      started_at: new Date(run.firstRequest!).toISOString(),
      ended_at: new Date(run.lastAnswer!).toISOString(),
      total: 100,
      counts: { done: 85, conflict: 15 },
    })
    expect(facts.duration_seconds).toBeGreaterThanOrEqual(0)
    expect(lines).toHaveLength(100)
    for (const line of lines) {
      const { state } = service.user(Number(line['id']))!
      expect(line['after']).toBe(state)
      expect(line['outcome']).toBe(
        state === moderationRules.ban.resultingState ? 'done' : 'conflict',
      )
    }
    expect(facts.closed_at).toBeNull()
    const [table, descriptionFile] = (await report(started, 'csv')) as [TextFile, TextFile]
    const { text: csv } = table
    expect(csv.split('\r\n')).toHaveLength(102)
    expect(descriptionFile.filename).toBe(`${table.filename}.json`)
    expect(JSON.parse(descriptionFile.text)).toEqual(facts)
    expect(csv).toContain(`'=cmd()`)
    expect(harness.writes().filter((line) => line.endsWith('/ban'))).toHaveLength(85)
  })

  it('cancels only its unsent actions', async () => {
    users = users.map((user) => ({ ...user, state: service.user(user.id)!.state }))
    const preview = await harness.queue.bulk.preview({
      selection: allUsers,
      action: 'unban',
    })
    expect(preview).toMatchObject({ affectedCount: 85, skipped: [{ count: 15 }] })
    const request = {
      selection: allUsers,
      action: 'unban' as const,
      note: false,
      affectedCount: 85,
    }
    const started = await harness.queue.bulk.start(request)
    await harness.until(() => runOf(started.id).counts.done > 10)
    const cancelled = await harness.runs.cancel(started.id)
    expect(cancelled).toMatchObject({ state: 'cancelled', counts: { undoable: 0, ready: 0 } })
    await harness.until(() => runOf(started.id).counts.sending === 0)
    const { counts } = runOf(started.id)
    expect(counts.done + counts.cancelled).toBe(85)
    const active = users.filter(({ id }) => service.user(id)!.state === 'active')
    expect(active).toHaveLength(counts.done)

    const { action, ids } = await harness.queue.bulk.remaining(started.id)
    const banned = users.filter(({ id }) => service.user(id)!.state === 'banned')
    expect(action).toBe('unban')
    expect(runOf(started.id).remaining).toBe(counts.cancelled)
    expect(ids.toSorted()).toEqual(banned.map(({ id }) => id).toSorted())
    const selection = { kind: 'users' as const, ids }
    const rest = await harness.queue.bulk.preview({ selection, action: 'unban' })
    expect(rest).toMatchObject({ affectedCount: counts.cancelled, skipped: [] })
    expect(runOf(started.id).counts).toEqual(counts)
  })

  it('leaves the remaining users to a follow-up run', async () => {
    const selectedUsers = users.filter(({ id }) => service.user(id)!.state === 'active').slice(0, 5)
    const unaffected = users
    users = selectedUsers.map((user) => ({ ...user, state: 'active' }))
    const ids = selectedUsers.map(({ id }) => id)
    const start = (first: number[], more: object) =>
      harness.queue.bulk.start({
        selection: { kind: 'users', ids: first },
        action: 'block',
        note: false,
        affectedCount: first.length,
        ...more,
      })
    const reasoned = { reason: 'Left the company', note: true }
    const first = await waitForEnd(await start(ids.slice(0, 2), { whole: allUsers, ...reasoned }))
    expect(first).toMatchObject({ rest: 3, remaining: 0 })
    const remaining = await harness.queue.bulk.remaining(first.id)
    expect(remaining).toMatchObject({ action: 'block', continues: first.id, ids: ids.slice(2) })
    expect(remaining).toMatchObject(reasoned)
    await waitForEnd(await start(remaining.ids, { continues: first.id }))
    expect(runOf(first.id).rest).toBe(0)
    expect((await harness.queue.bulk.remaining(first.id)).ids).toEqual([])
    for (const { id } of selectedUsers) service.set(id, { state: 'active' })
    users = unaffected
  })

  it('retries only the refused actions', async () => {
    const selectedUsers = users
      .filter(({ id }) => service.user(id)!.state === 'banned')
      .slice(0, 20)
    const selection = { kind: 'users' as const, ids: selectedUsers.map(({ id }) => id) }
    users = selectedUsers.map((user) => ({ ...user, state: 'active' }))
    for (const { id } of selectedUsers) service.set(id, { state: 'active' })
    for (const { id } of selectedUsers.slice(0, 5)) service.set(id, { last_activity_on: dateIn(0) })
    const request = { selection, action: 'deactivate' as const, note: false, affectedCount: 20 }
    const first = await waitForEnd(await harness.queue.bulk.start(request))
    expect(first.counts).toMatchObject({ done: 15, refused: 5 })
    for (const { id } of selectedUsers) service.set(id, { last_activity_on: null })
    expect((await harness.runs.retry(first.id)).counts).toMatchObject({
      done: 15,
      ready: 5,
    })
    expect((await waitForEnd(first)).counts).toMatchObject({ done: 20, refused: 0 })
    for (const { id } of selectedUsers) expect(service.user(id)!.state).toBe('deactivated')
  })

  it('starts once when started twice at the same time', async () => {
    users = [120, 121, 122]
      .map((nth) => service.someone('active', nth))
      .map(({ two_factor_enabled: _, ...user }) => user)
    const request = { selection: allUsers, action: 'block' as const, note: false, affectedCount: 3 }
    harness.runs.pauseAll()
    const results = await Promise.allSettled([
      harness.queue.bulk.start(request),
      harness.queue.bulk.start(request),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    await harness.runs.cancel(harness.runs.list().jobs[0]!.id)
    harness.runs.resumeAll()
  })
})

describe('bulk run on thousands of users', () => {
  const userCount = 6_000
  const request = {
    selection: allUsers,
    action: 'block' as const,
    note: false,
    affectedCount: userCount,
  }
  /** Counts the event loop turns until `work` completes. */
  async function countTurnsDuring<T>(work: Promise<T>): Promise<{ value: T; turns: number }> {
    let isDone = false
    let turnCount = 0
    const count = () => {
      turnCount += 1
      if (!isDone) setImmediate(count)
    }
    setImmediate(count)
    const value = await work.finally(() => (isDone = true))
    return { value, turns: turnCount }
  }
  const prepared = async ({ id }: JobSummary) => {
    await harness.until(() => runOf(id).state !== 'preparing')
    return runOf(id)
  }
  beforeAll(() => {
    users = Array.from({ length: userCount }, (_, index) => ({
      id: 100_000 + index,
      username: `many${index}`,
      name: 'Many',
      state: 'active',
    }))
    harness.runs.pauseAll()
  })

  it('yields to other work while queueing and canceling, and reports every user', async () => {
    const preview = await harness.queue.bulk.preview({
      selection: allUsers,
      action: 'block',
    })
    expect(preview.affectedCount).toBe(userCount)
    const run = await harness.queue.bulk.start(request)
    expect(run).toMatchObject({ state: 'preparing', total: userCount, counts: { ready: 1000 } })
    expect(run.starts).toBeUndefined()
    const queued = await countTurnsDuring(prepared(run))
    expect(queued.value).toMatchObject({ state: 'paused', counts: { ready: userCount } })
    const again = await harness.queue.bulk.preview({ selection: allUsers, action: 'ban' })
    expect(again.affectedCount).toBe(0)
    const [{ text }] = (await report(run, 'json')) as [TextFile]
    expect((JSON.parse(text) as ReportFile).actions).toHaveLength(userCount)
    const cancelled = await countTurnsDuring(harness.runs.cancel(run.id))
    expect(cancelled.value.counts.cancelled).toBe(userCount)
    for (const { turns } of [queued, cancelled]) expect(turns).toBeGreaterThan(3)
  })

  it('sends nothing when canceled during preparation', async () => {
    const run = await harness.queue.bulk.start(request)
    const cancelled = await harness.runs.cancel(run.id)
    expect(cancelled.state).toBe('cancelled')
    await harness.until(() => runOf(run.id).counts.ready === 0)
    // This includes users whose actions weren't written yet.
    expect((await harness.queue.bulk.remaining(run.id)).ids).toHaveLength(userCount)
    expect(runOf(run.id).remaining).toBe(userCount)
    expect(harness.queue.summary().counts.ready).toBe(0)
  })

  it('sends nothing when “Cancel all” interrupts its preparation', async () => {
    const run = await harness.queue.bulk.start(request)
    expect((await harness.queue.cancelAll()).ids).toHaveLength(1000)
    expect((await harness.queue.bulk.remaining(run.id)).ids).toHaveLength(userCount)
    expect(runOf(run.id)).toMatchObject({ state: 'cancelled', remaining: userCount })
    expect(harness.queue.summary().counts.ready).toBe(0)
  })

  it('is canceled on the next start if the process ended during preparation', async () => {
    const run = await harness.queue.bulk.start(request)
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-queue-'))
    cpSync(harness.folder, folder, { recursive: true })
    const next = await createHarness(service, { folder, clock: harness.clock })
    await next.until(() => next.runs.get(run.id).counts.ready === 0)
    expect(next.runs.get(run.id)).toMatchObject({
      state: 'cancelled',
      counts: { ready: 0, cancelled: 1000 },
    })
    await next.end()
    await prepared(run)
    const { ids } = await harness.queue.cancelAll()
    expect(ids).toHaveLength(userCount)
    expect((await harness.queue.retry(ids)).counts.ready).toBe(userCount)
    expect((await harness.queue.cancelAll()).ids).toHaveLength(userCount)
  })
})
