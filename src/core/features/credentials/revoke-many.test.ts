import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { AuditLogEntry } from '../../../shared/operations/audit-log.ts'
import type {
  InstanceCredential,
  RevocationPreview,
} from '../../../shared/operations/credentials.ts'
import type { JobSummary } from '../../../shared/operations/jobs.ts'
import type { QueueItem } from '../../../shared/operations/queue.ts'
import type { Sandbox } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import { currentTime } from '../../../shared/rules/clock.ts'
import { createNodeFetch } from '../../platform/network/node-fetch.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'
import { waitForCredentials } from './testing/load.ts'

interface Token {
  id: number
  name: string
  revoked: boolean
}

let sandbox: Sandbox
let app: TestLatchkey
let me: Account
/** The methods and paths of requests that change something. */
let writes: string[]
/** How far (ms) the clock of the computer is ahead. */
let ahead: number
/** May respond in place of the service, before or after it has handled the request. */
let intercept: (method: string, path: string, send: () => Promise<Response>) => Promise<Response>
const fetch = createNodeFetch()
beforeEach(async () => {
  writes = []
  intercept = (_method, _path, send) => send()
  sandbox = await startSeededSandbox({ users: 0, flavor: 'gitlab' })
  ahead = 0
  app = createTestLatchkey({
    now: () => currentTime() + ahead,
    fetch: (async (request, init) => {
      const sent = new Request(request, init)
      const path = new URL(sent.url).pathname.replace('/api/v4', '')
      if (sent.method !== 'GET') writes.push(`${sent.method} ${path}`)
      return intercept(sent.method, path, () => fetch(sent))
    }) as typeof fetch,
  })
  me = await app.signIn(sandbox.url, sandbox.tokens.admin)
  const ended = waitForCredentials(app)
  await call('sync')
  await ended
})
afterEach(async () => {
  await app.close()
  await sandbox.stop()
})

// Split in two, so that the catalog test still finds unused messages with this name.
const call = <T>(name: string, input: object = {}) =>
  app.value<T>(['credentials', name].join('.'), input, me.id)
const list = async (query: object = {}) =>
  (await call<{ items: InstanceCredential[] }>('list', query)).items
const idOf = async (title: string) => (await list({ search: title }))[0]!.id
const preview = (selection: object) => call<RevocationPreview>('preview', { selection })
const only = (...ids: number[]) => ({ kind: 'tokens', ids })
async function revoke(selection: object, more: object = {}): Promise<JobSummary> {
  const { affectedCount } = await preview(selection)
  return call<JobSummary>('revoke', { selection, affectedCount, ...more })
}
const started = async (selection: object) => (await revoke(selection)).id
async function finished(job: number): Promise<void> {
  ahead += 31_000
  await app.value('jobs.resumeAll', {}, me.id)
  await expect
    .poll(() => app.value<JobSummary>('jobs.get', { job }, me.id), { timeout: 20_000 })
    .toMatchObject({ state: 'finished' })
}
const itemsOf = async (job: number) =>
  (await app.value<{ items: QueueItem[] }>('jobs.items', { job }, me.id)).items

/** Sends a request as the administrator, bypassing Latchkey. */
async function request<T>(path: string, method = 'GET'): Promise<T> {
  const answer = await fetch(`${sandbox.url}/api/v4${path}`, {
    method,
    headers: { 'PRIVATE-TOKEN': sandbox.tokens.admin },
  })
  return (answer.status === 204 ? undefined : await answer.json()) as T
}
const token = (id: number) => request<Token>(`/personal_access_tokens/${id}`)

describe('revoking many tokens', () => {
  it('previews who, last use, and addresses, and revokes exactly the previewed tokens', async () => {
    const selection = { kind: 'matching', search: 'maya', filters: ['active'] }
    const { affectedCount, owners, sample, usedRecently, skipped } = await preview(selection)
    const expected = (await list({ search: 'maya', filters: ['active'] })).map(({ id }) => id)
    expect([affectedCount, owners, skipped]).toEqual([expected.length, 1, []])
    expect(sample[0]).toMatchObject({ title: 'glab on laptop', last_used_ips: '192.0.2.17' })
    expect(usedRecently).toBeGreaterThan(2)
    const { id } = await revoke(selection, { reason: 'Laptop stolen' })
    await finished(id)
    for (const tokenId of expected) expect((await token(tokenId)).revoked).toBe(true)
    expect(writes.toSorted()).toEqual(
      expected.map((one) => `DELETE /personal_access_tokens/${one}`).toSorted(),
    )
    expect(await list({ search: 'maya', filters: ['active'] })).toEqual([])
    const { items } = await app.value<{ items: AuditLogEntry[] }>('auditLog.list', {}, me.id)
    expect(items.filter(({ action }) => action === 'personalAccessTokens.revoke')).toHaveLength(
      expected.length,
    )
    expect(items[0]).toMatchObject({ reason: 'Laptop stolen', run: id, outcome: 'done' })
  })

  it('waits for the undo period, in which it can be canceled', async () => {
    const { id, starts, created } = await revoke(only(await idOf('Tile importer')))
    expect(starts! - created).toBeGreaterThanOrEqual(5_000)
    await app.value('jobs.cancel', { job: id }, me.id)
    expect((await itemsOf(id)).map(({ state }) => state)).toEqual(['cancelled'])
    expect(writes).toEqual([])
  })

  it('never includes keys, inactive tokens, or the tokens that Latchkey uses', async () => {
    const other = await app.signIn(sandbox.url, sandbox.tokens.user)
    await app.value('ownTokens.list', {}, other.id)
    const own = (await list({ search: 'Latchkey' })).filter(({ isLatchkeys }) => isLatchkeys)
    expect(own.map(({ username }) => username).toSorted()).toEqual(['ines', 'maya.lindqvist'])
    const { affectedCount, skipped } = await preview(
      only(...own.map(({ id }) => id), await idOf('Conference demo'), 999_999),
    )
    expect(affectedCount).toBe(0)
    expect(skipped.map(({ why, count }) => [why, count])).toEqual([
      ['Latchkey is signed in with this token.', 2],
      ['The token is already revoked or expired.', 1],
      ['The token or its owner isn’t in the lists on this computer.', 1],
    ])
  })

  it('leaves out the tokens of exceptions, even if they were added after the start', async () => {
    const [tile] = await list({ search: 'Tile importer' })
    const [other] = (await list({ filters: ['active'] })).filter(
      ({ user, isLatchkeys }) => user !== tile!.user && !isLatchkeys,
    )
    const selection = only(tile!.id, other!.id)
    const { id } = await revoke(selection)
    const exception = { id: tile!.user, username: tile!.username, reason: 'On leave' }
    await app.value('exceptions.set', exception, me.id)
    await finished(id)
    const items = await itemsOf(id)
    expect(items.find(({ target }) => target.id === tile!.user)).toMatchObject({
      state: 'refused',
      failure: { kind: 'conflict', message: expect.stringContaining('On leave') },
    })
    expect(writes).toEqual([`DELETE /personal_access_tokens/${other!.id}`])
    expect(await preview(only(tile!.id))).toMatchObject({
      affectedCount: 0,
      skipped: [{ why: expect.stringContaining('On leave'), count: 1 }],
    })
  })

  it('refuses its own token even if it wasn’t known when the run started', async () => {
    const tile = await idOf('Tile importer')
    intercept = async (_method, path, send) =>
      path === '/personal_access_tokens/self'
        ? Response.json({ id: tile, name: 'Tile importer', active: true })
        : send()
    const { id } = await revoke(only(tile))
    await finished(id)
    expect((await itemsOf(id))[0]).toMatchObject({
      state: 'refused',
      failure: { message: expect.stringContaining('is signed in with this token') },
    })
    expect(writes).toEqual([])
  })

  it('fails if the selection no longer matches the preview', async () => {
    const selection = { kind: 'matching', filters: ['active'] }
    expect(
      await app.failure('credentials.revoke', { selection, affectedCount: 1 }, me.id),
    ).toMatchObject({ kind: 'conflict', message: expect.stringContaining('not 1.') })
  })

  it.each([
    ['belongs to another user', { user_id: 3 }],
    ['has another name', { name: 'Another' }],
    ['was created at another time', { created_at: '2020-01-01T00:00:00Z' }],
  ])('refuses a token that %s than when it was selected', async (_, change) => {
    const tile = await idOf('Tile importer')
    const run = await started(only(tile))
    intercept = async (_method, path, send) => {
      const answer = await send()
      return path === `/personal_access_tokens/${tile}`
        ? Response.json({ ...((await answer.json()) as object), ...change })
        : answer
    }
    await finished(run)
    expect((await itemsOf(run))[0]).toMatchObject({
      state: 'refused',
      failure: { kind: 'conflict', message: expect.stringContaining('has changed') },
    })
    expect(writes).toEqual([])
  })

  it('refuses a token that was used after it was selected as unused', async () => {
    const selection = { kind: 'matching', filters: ['unused'], search: 'Tile importer' }
    const run = await started(selection)
    intercept = async (_method, path, send) => {
      const answer = await send()
      return /^\/personal_access_tokens\/\d+$/.test(path)
        ? Response.json({
            ...((await answer.json()) as object),
            last_used_at: '2026-01-01T00:00:00Z',
          })
        : answer
    }
    await finished(run)
    expect((await itemsOf(run))[0]).toMatchObject({
      state: 'refused',
      failure: { message: expect.stringContaining('it was used') },
    })
    expect(writes).toEqual([])
  })

  it('sends nothing for a token that was revoked in the meantime', async () => {
    const tile = await idOf('Tile importer')
    const run = await started(only(tile))
    await request(`/personal_access_tokens/${tile}`, 'DELETE')
    await finished(run)
    expect((await itemsOf(run))[0]).toMatchObject({ state: 'done', after: 'revoked' })
    expect(writes).toEqual([])
  })

  it.each([
    ['after GitLab has revoked it', true, 1],
    ['before it reached GitLab', false, 2],
  ])('revokes a token once if the response was lost %s', async (_, arrives, sent) => {
    const tile = await idOf('Tile importer')
    let isLost = false
    intercept = async (method, _path, send) => {
      if (method !== 'DELETE' || isLost) return send()
      isLost = true
      if (arrives) await send()
      throw new TypeError('fetch failed', {
        cause: Object.assign(new Error(), { code: 'ECONNRESET' }),
      })
    }
    const { id } = await revoke(only(tile))
    await expect
      .poll(
        async () => {
          ahead += 31_000
          await app.value('jobs.resumeAll', {}, me.id)
          return (await itemsOf(id))[0]!.state
        },
        { timeout: 30_000 },
      )
      .toBe('done')
    expect((await token(tile)).revoked).toBe(true)
    expect(writes).toHaveLength(sent)
  })

  it('stops at the ceiling for revoking tokens, counted per token', async () => {
    await app.value('limits.set', { action: 'revoke_tokens', limit: 2, reason: 'Careful' }, me.id)
    const ids = (await list({ search: 'maya', filters: ['active'] })).map(({ id }) => id)
    const selection = only(...ids.slice(0, 3))
    expect(await preview(selection)).toMatchObject({ affectedCount: 3, ceiling: { left: 2 } })
    const refused = await app.failure('credentials.revoke', { selection, affectedCount: 3 }, me.id)
    expect(refused).toMatchObject({ reason: 'ceiling' })
    const { id } = await revoke(only(...ids.slice(0, 2)))
    await finished(id)
    expect(writes).toHaveLength(2)
    expect(await preview(only(ids[2]!))).toMatchObject({ ceiling: { left: 0 } })
  })
})
