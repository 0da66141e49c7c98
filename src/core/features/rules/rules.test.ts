import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Sandbox } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { AdminAttention } from '../../../shared/operations/attention.ts'
import type { JobSummary } from '../../../shared/operations/jobs.ts'
import type { RuleFields, UserRule } from '../../../shared/operations/rules.ts'
import { rulesLimit } from '../../../shared/rules/limits.ts'
import { createNodeFetch } from '../../platform/network/node-fetch.ts'
import { noPolicy } from '../../platform/policy/policy.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'
import { startUsersServer } from '../directory/testing/users-server.ts'

const dayMs = 86_400_000
let folder: string
let sandbox: Sandbox
let database: DatabaseSync
let app: TestLatchkey
let me: Account
/** Replaces responses to requests for the list of users. */
let instead: ((response: Response) => Response | Promise<Response>) | undefined

beforeAll(async () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  // A Monday.
  vi.setSystemTime('2026-06-01T12:00:00Z')
  folder = mkdtempSync(join(tmpdir(), 'latchkey-rules-'))
  const data = join(folder, 'sandbox')
  mkdirSync(data)
  sandbox = await startSeededSandbox({ users: 150, version: '18', data })
  database = new DatabaseSync(join(data, 'sandbox.db'))
})
afterAll(async () => {
  database.close()
  await sandbox.stop()
  rmSync(folder, { recursive: true })
  vi.useRealTimers()
  vi.unstubAllEnvs()
})
beforeEach(async () => {
  vi.setSystemTime('2026-06-01T12:00:00Z')
  instead = undefined
  app = openApp()
  me = await app.signIn(sandbox.url, sandbox.tokens.admin)
})
afterEach(() => app.close())

function openApp(dataFolder?: string): TestLatchkey {
  const fetch = createNodeFetch()
  return createTestLatchkey({
    ...(dataFolder && { dataFolder }),
    async fetch(request, init) {
      const response = await fetch(request, init)
      const { pathname } = new URL(request instanceof Request ? request.url : request)
      return instead && pathname.endsWith('/api/v4/users') ? instead(response) : response
    },
  })
}

const call = <T>(name: string, input: object = {}) => app.value<T>(name, input, me.id)
const list = () => call<UserRule[]>('rules.list')
const mondayRule: RuleFields = {
  name: 'Inactive',
  view: 'Inactive for 90 days',
  filter: { states: ['active'], humans: true, external: false, inactive_days: 90 },
  order_by: 'id',
  sort: 'asc',
  action: 'deactivate',
  days: [1],
  at: '07:00',
  atMost: 7,
}

async function save(fields: Partial<RuleFields> & { id?: string } = {}): Promise<UserRule> {
  const rules = await call<UserRule[]>('rules.save', { ...mondayRule, ...fields })
  return rules.find(({ id }) => id === fields.id) ?? rules.at(-1)!
}

/** Sets the clock and waits until the rules that are due have been checked. */
async function passTo(time: number | string): Promise<UserRule> {
  const [before] = await list()
  vi.setSystemTime(time)
  await list()
  return vi.waitFor(
    async () => {
      const [rule] = await list()
      expect(rule!.history[0]?.at).not.toBe(before!.history[0]?.at)
      expect(rule!.isChecking).toBe(false)
      return rule!
    },
    { timeout: 10_000, interval: 5 },
  )
}

/** Checks the rule now, and returns it. */
async function checkNow({ id }: UserRule): Promise<UserRule> {
  await call('rules.runNow', { id })
  return vi.waitFor(async () => {
    const rule = (await list()).find((other) => other.id === id)!
    expect(rule.isChecking).toBe(false)
    return rule
  })
}

const sql = (query: string, ...values: (string | number)[]) =>
  database.prepare(query).all(...values) as Record<string, number | string>[]
const change = (query: string, ...values: (string | number)[]) =>
  database.prepare(query).run(...values)
const utcDay = (time: number) => new Date(time).toISOString().slice(0, 10)

/** The users of the Monday rule, from the instance’s own tables. */
function inactiveUsers(now: number): number[] {
  const query = `
    SELECT id FROM users
    WHERE state = 'active' AND kind = 'human' AND external = 0
      AND coalesce(last_activity_on, substr(created_at, 1, 10)) <= ?
    ORDER BY id`
  return sql(query, utcDay(now - 90 * dayMs)).map(({ id }) => Number(id))
}

const mondayAt = (week: number, time = '07:00') =>
  new Date(2026, 5, 8 + 7 * week, ...(time.split(':').map(Number) as [number, number])).getTime()

describe('a rule for each Monday', () => {
  it('proposes the users whom a query of the tables finds, for a year with missed weeks, failures, and exceptions', async () => {
    const missedWeeks = new Set([3, 4, 11, 20, 21, 22, 37, 51])
    const unreadableWeeks = new Set([8, 29])
    await save()
    let last: number[] | undefined
    let missed = 0
    let proposedCount = 0
    let exceptedCount = 0
    const excepted = new Map<number, string>()
    for (let week = 0; week < 53; week += 1) {
      if (missedWeeks.has(week)) {
        missed += 1
        continue
      }
      const isLate = missed > 0 && week % 2 === 0
      const time = mondayAt(week) + (isLate ? 2 * dayMs : 1000)
      if (isLate) missed += 1
      vary(week, time)
      if (week % 10 === 5) {
        const [id = 0] = inactiveUsers(time)
        const until = utcDay(time + 30 * dayMs)
        vi.setSystemTime(time - 60_000)
        await call('exceptions.set', { id, username: 'exempt', reason: 'On leave', until })
        excepted.set(id, until)
      }
      instead = unreadableWeeks.has(week) ? withUnreadableUser : undefined
      const checked = await passTo(time)
      const [entry] = checked.history
      expect(entry).toMatchObject({ at: time, ...(missed > 0 && { missed }) })
      expect(entry!.missed).toBe(missed || undefined)
      // Neither daylight saving change moves it.
      expect(new Date(checked.next).toTimeString()).toMatch(/^07:00:00/)
      expect(new Date(checked.next).getDay()).toBe(1)
      missed = 0
      if (unreadableWeeks.has(week)) {
        expect(entry).toMatchObject({ outcome: 'failed', why: '1 user couldn’t be read.' })
        continue
      }
      const matching = inactiveUsers(time).filter((id) => id !== me.user.id)
      const expected = matching.filter((id) => !isExcepted(excepted.get(id), time))
      const { proposal } = checked
      expect(proposal, `week ${week}`).toMatchObject({
        at: time,
        ids: expected.slice(0, 7),
        left: expected.length - 7,
      })
      const since = last
      expect(proposal!.difference?.added.count).toBe(
        since && proposal!.ids.filter((id) => !since.includes(id)).length,
      )
      expect(proposal!.difference?.gone.count).toBe(
        since && since.filter((id) => !proposal!.ids.includes(id)).length,
      )
      const skipped = matching.length - expected.length
      const onLeave = proposal!.skipped.filter(({ why }) => why.includes('On leave'))
      expect(onLeave.reduce((sum, { count }) => sum + count, 0)).toBe(skipped)
      exceptedCount += skipped
      last = proposal!.ids
      proposedCount += 1
    }
    expect(proposedCount).toBe(43)
    // Makes sure that exceptions applied, and ended.
    expect(exceptedCount).toBeGreaterThan(5)
    expect(exceptedCount).toBeLessThan(proposedCount)
    expect(await call('jobs.list')).toMatchObject({ jobs: [] })
  })
})

describe('a proposal', () => {
  it('is started by a person, and records the run', async () => {
    const { proposal, id } = await checkNow(await save({ atMost: 3 }))
    const { ids, at } = proposal!
    expect(ids).toHaveLength(3)
    expect(await attention()).toMatchObject({ proposals: 1 })
    expect(await call('jobs.list')).toMatchObject({ jobs: [] })
    const started = await call<JobSummary>('bulk.start', {
      selection: { kind: 'users', ids },
      action: 'deactivate',
      affectedCount: 3,
    })
    const noted = { id, at, run: started.id, count: 3 }
    const [rule] = await call<UserRule[]>('rules.noteStarted', noted)
    expect(rule!.proposal).toBeUndefined()
    expect(rule!.history[0]).toMatchObject({ outcome: 'started', run: started.id, count: 3 })
    expect(await attention()).toMatchObject({ proposals: 0 })
    // The queued users are skipped, and others come first.
    vi.setSystemTime('2026-06-01T12:01:00Z')
    const { proposal: next } = await checkNow(rule!)
    const queued = next!.skipped.find(({ why }) => why.includes('already queued'))
    expect(queued).toMatchObject({ count: 3 })
    expect(next!.difference).toMatchObject({ added: { count: 3 }, gone: { count: 3 } })
    expect(next!.difference!.gone.sample.map((user) => user.id)).toEqual(ids)
    expect(next!.difference!.gone.sample.every(({ username }) => username)).toBe(true)
    await call('jobs.cancel', { job: started.id })
  })

  it('replaces the one before, which can’t be dismissed anymore, but whose run is recorded', async () => {
    const first = await checkNow(await save())
    vi.setSystemTime('2026-06-01T12:01:00Z')
    const second = await checkNow(first)
    const old = { id: first.id, at: first.proposal!.at }
    await call('rules.dismiss', old)
    const [rule] = await call<UserRule[]>('rules.noteStarted', { ...old, run: 1, count: 1 })
    expect(rule!.proposal).toEqual(second.proposal)
    expect(rule!.history.map(({ outcome }) => outcome)).toEqual(['started', 'proposed', 'proposed'])
    const [dismissed] = await call<UserRule[]>('rules.dismiss', { ...old, at: second.proposal!.at })
    expect(dismissed!.proposal).toBeUndefined()
    expect(dismissed!.history[0]).toMatchObject({ outcome: 'dismissed' })
  })

  it('shows for how many users the limit of the day has room', async () => {
    await call('limits.set', { action: 'deactivate', limit: 2, reason: 'Slowly' })
    const { proposal } = await checkNow(await save({ atMost: 5 }))
    expect(proposal!.room).toBe(2)
    expect(proposal!.ids).toHaveLength(5)
  })

  it('isn’t made if no user matches', async () => {
    const { proposal, history } = await checkNow(await save({ filter: { username: 'nobody' } }))
    expect(proposal).toBeUndefined()
    expect(history).toMatchObject([{ outcome: 'nobody', count: 0, skipped: 0 }])
  })

  it('survives a restart', async () => {
    const { dataFolder } = app
    const { proposal } = await checkNow(await save())
    const other = openApp(dataFolder)
    const [rule] = await other.value<UserRule[]>('rules.list', {}, me.id)
    await other.close()
    expect(rule!.proposal).toEqual(proposal)
  })
})

const attention = () => call<AdminAttention>('attention.administration')

describe('a rule', () => {
  it('keeps its filter when the view that it was made from changes', async () => {
    const { filter } = mondayRule
    const view = { name: 'Mine', filter, order_by: 'id', sort: 'asc', columns: ['name'] }
    const [saved] = await call<{ id: string }[]>('directory.saveView', view)
    await save({ view: 'Mine' })
    await call('directory.saveView', { ...view, id: saved!.id, filter: { admins: true } })
    const [rule] = await list()
    expect(rule).toMatchObject({ view: 'Mine', filter })
  })

  it('drops its proposal when other users or another action are chosen, but not for a new name', async () => {
    const checked = await checkNow(await save())
    const { id } = checked
    expect((await save({ id, name: 'Quiet' })).proposal).toEqual(checked.proposal)
    expect((await save({ id, action: 'block' })).proposal).toBeUndefined()
    // Another task can't be compared with the last one.
    expect((await checkNow(checked)).proposal).not.toHaveProperty('difference')
  })

  it('isn’t caught up on times before it was saved', async () => {
    const { id } = await save()
    // Another day of last week is chosen on Wednesday.
    vi.setSystemTime('2026-06-03T12:00:00Z')
    await save({ id, days: [2] })
    const checked = await passTo(mondayAt(0) + dayMs)
    expect(checked.history).toHaveLength(1)
    expect(checked.history[0]!.missed).toBeUndefined()
  })

  it('is restored with its history after it was removed', async () => {
    const first = await save({ name: 'First' })
    await save({ name: 'Second' })
    const checked = await checkNow(first)
    const names = (rules: UserRule[]) => rules.map(({ name }) => name)
    expect(names(await call('rules.remove', { id: first.id }))).toEqual(['Second'])
    const restored = await call<UserRule[]>('rules.restore', { id: first.id })
    expect(names(restored)).toEqual(['First', 'Second'])
    expect(restored[0]).toEqual(checked)
  })

  it('is refused beyond the limit', async () => {
    for (let count = 0; count < rulesLimit; count += 1) await save()
    expect(await app.failure('rules.save', mondayRule, me.id)).toMatchObject({
      message: 'You can save up to 30 rules.',
    })
  })
})

describe('a check that can’t know all users', () => {
  it('proposes nothing if the instance doesn’t send a field that the filter compares', async () => {
    instead = async (response) => {
      const users = (await response.json()) as Record<string, unknown>[]
      const kept = users.map(({ external: _, ...user }) => user)
      return Response.json(kept, { headers: response.headers })
    }
    const { proposal, history } = await checkNow(await save())
    expect(proposal).toBeUndefined()
    expect(history).toMatchObject([
      { outcome: 'failed', why: 'The instance doesn’t send “External” for all users.' },
    ])
  })

  it('proposes nothing if the instance ignores one of the filters', async () => {
    const server = await startUsersServer(20)
    me = await app.signIn(server.url, 'secret')
    const { proposal, history } = await checkNow(await save({ filter: { saml_provider_id: 10 } }))
    await server.stop()
    expect(proposal).toBeUndefined()
    expect(history).toMatchObject([
      { outcome: 'failed', why: expect.stringContaining('SAML') as string },
    ])
  })

  it('proposes nothing while the instance is unreachable, and catches up once afterwards', async () => {
    await save()
    instead = () => Promise.reject(new TypeError('fetch failed'))
    const failed = await passTo(mondayAt(0))
    expect(failed.history).toMatchObject([{ outcome: 'failed', due: mondayAt(0) }])
    // Tried again after a while, with one entry.
    const again = await passTo(mondayAt(0) + 11 * 60_000)
    expect(again.history).toMatchObject([{ outcome: 'failed', due: mondayAt(0) }])
    instead = undefined
    const caughtUp = await passTo(mondayAt(0) + 30 * 60_000)
    expect(caughtUp.history).toMatchObject([
      { outcome: 'proposed', due: mondayAt(0), missed: 1 },
      { outcome: 'failed' },
    ])
    expect(caughtUp.proposal).toBeDefined()
  })

  it('proposes nothing if the sync is stopped', async () => {
    const rule = await save()
    const asked = Promise.withResolvers<void>()
    instead = async (response) => {
      await call('directory.stop')
      asked.resolve()
      return response
    }
    const checked = await checkNow(rule)
    await asked.promise
    expect(checked.proposal).toBeUndefined()
    expect(checked.history).toMatchObject([
      { outcome: 'failed', why: 'The user list wasn’t loaded completely.' },
    ])
  })

  it('keeps the open proposal', async () => {
    const { proposal, ...rule } = await checkNow(await save())
    instead = withUnreadableUser
    vi.setSystemTime('2026-06-01T12:01:00Z')
    const checked = await checkNow(rule)
    expect(checked.history[0]).toMatchObject({ outcome: 'failed' })
    expect(checked.proposal).toEqual(proposal)
  })
})

it('neither checks nor offers rules if the company has disabled runs', async () => {
  await checkNow(await save())
  const { dataFolder } = app
  const policy = { ...noPolicy, values: { disabledFeatures: ['bulk' as const] } }
  const managed = createTestLatchkey({ dataFolder, policy })
  expect(await managed.failure('rules.list', {}, me.id)).toMatchObject({ reason: 'managed' })
  const tasks = await managed.value<AdminAttention>('attention.administration', {}, me.id)
  expect(tasks.proposals).toBe(0)
  await managed.close()
})

const isExcepted = (until: string | undefined, time: number) =>
  until !== undefined && until >= utcDay(time)

/** Some users come back, and some are promoted, made external, or blocked. */
function vary(week: number, time: number): void {
  const [first = 0, second = 0, third = 0] = inactiveUsers(time).slice(week % 5)
  const now = new Date(time - 3_600_000).toISOString()
  change(
    'UPDATE users SET last_activity_on = ?, updated_at = ? WHERE id = ?',
    utcDay(time),
    now,
    first,
  )
  if (week % 3 === 0)
    change('UPDATE users SET external = 1, updated_at = ? WHERE id = ?', now, second)
  if (week % 4 === 0)
    change(`UPDATE users SET state = 'blocked', updated_at = ? WHERE id = ?`, now, third)
}

/** Breaks the first user of a page. */
async function withUnreadableUser(response: Response): Promise<Response> {
  const page = (await response.json()) as object[]
  const users = page.map((user) => ('id' in user && user.id === 5 ? { id: 'five' } : user))
  return new Response(JSON.stringify(users), response)
}
