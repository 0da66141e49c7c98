import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseFault } from '../../../sandbox/faults.ts'
import type { Sandbox } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { DirectoryEntry } from '../../../shared/operations/directory.ts'
import type { AuditLogEntry } from '../../../shared/operations/audit-log.ts'
import type { BulkPreview } from '../../../shared/operations/bulk.ts'
import type { QueuedAction } from '../../../shared/operations/queue.ts'
import type { UserForAdmins } from '../../../shared/gitlab/user-fields.ts'
import type { ViewedActivity } from '../../../shared/rules/viewed-activity.ts'
import { readAll } from '../directory/testing/sync.ts'
import type { SecretStore } from '../../platform/keychain/secret-store.ts'
import { createMemorySecretStore } from '../../platform/keychain/memory-secret-store.ts'
import { json, startServer } from '../../testing/http-server.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'

const dayMs = 24 * 60 * 60 * 1000
const dormant = { inactive_days: 90 }

let dataFolder: string
let keychain: SecretStore
let now: number
let sandbox: Sandbox
let app: TestLatchkey
let me: Account
let user: UserForAdmins

beforeEach(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-view-as-'))
  keychain = createMemorySecretStore()
  now = Date.parse('2026-05-04T09:00:00Z')
  await start()
})
afterEach(async () => {
  await app.close()
  await sandbox.stop()
  rmSync(dataFolder, { recursive: true })
})

async function start(...faults: string[]): Promise<void> {
  sandbox = await startSeededSandbox({
    users: 20,
    flavor: 'gitlab',
    now: () => new Date(now),
    faults: faults.map(parseFault),
  })
  open()
  me = await app.signIn(sandbox.url, sandbox.tokens.admin)
  user = await readFromService('long-gone')
}

async function restart(...faults: string[]): Promise<void> {
  await app.close()
  await sandbox.stop()
  await start(...faults)
}

function open(): void {
  app = createTestLatchkey({ dataFolder, keychain, now: () => now })
}

const call = <T>(name: string, input: object) => app.value<T>(name, input, me.id)
const today = () => new Date(now).toISOString().slice(0, 10)
const asAdmin = async (path: string, method = 'GET', body?: object) => {
  const headers = { 'PRIVATE-TOKEN': sandbox.tokens.admin, 'content-type': 'application/json' }
  const answer = await fetch(`${sandbox.url}/api/v4${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  return (await answer.json()) as unknown
}

/** The user as the service has stored them, bypassing Latchkey. */
async function readFromService(username: string): Promise<UserForAdmins> {
  const [{ id }] = (await asAdmin(`/users?username=${username}`)) as [UserForAdmins]
  return (await asAdmin(`/users/${id}`)) as UserForAdmins
}

const view = (id = user.id) => call<{ username: string }>('viewAs.get', { id })
const activity = async () =>
  (await call<{ viewed?: ViewedActivity }>('viewAs.activity', { id: user.id })).viewed
const row = async () =>
  (await call<{ user: DirectoryEntry }>('directory.user', { id: user.id })).user
async function isDormant(): Promise<boolean> {
  const filter = { ...dormant, username: user.username }
  const { total } = await call<{ total: number }>('directory.search', { filter })
  return total === 1
}
async function entries(): Promise<AuditLogEntry[]> {
  return (await call<{ items: AuditLogEntry[] }>('auditLog.list', {})).items
}

/** Sends a request as the user, with their own token. */
async function userReturns(): Promise<void> {
  const path = `/users/${user.id}/impersonation_tokens`
  const expires = new Date(now + 30 * dayMs).toISOString().slice(0, 10)
  const tokenRequest = { name: 'own', scopes: ['api'], expires_at: expires }
  const { token } = (await asAdmin(path, 'POST', tokenRequest)) as { token: string }
  const answer = await fetch(`${sandbox.url}/api/v4/user`, { headers: { 'PRIVATE-TOKEN': token } })
  expect(answer.status).toBe(200)
}

describe('view as a dormant user', () => {
  it('reads the user’s view, which GitLab records as their activity', async () => {
    expect(user.last_activity_on! < today()).toBe(true)
    expect(await view()).toMatchObject({ username: 'long-gone' })
    expect((await readFromService('long-gone')).last_activity_on).toBe(today())
  })

  it('is recorded with its reason, if there is one', async () => {
    await call('viewAs.get', { id: user.id, reason: ' Ticket 4711 ' })
    await view()
    const views = (await entries()).filter(({ action }) => action === 'users.viewAs')
    expect(views.map(({ reason }) => reason)).toEqual([undefined, 'Ticket 4711'])
  })

  it('is recorded in the audit log', async () => {
    await view()
    expect(await entries()).toMatchObject([
      {
        action: 'users.viewAs',
        actor: { username: 'ines' },
        target: { id: user.id, username: 'long-gone' },
        outcome: 'done',
      },
    ])
  })

  it('leaves them dormant in the directory, even after a full sync', async () => {
    await readAll(app, me.id)
    expect(await isDormant()).toBe(true)
    await view()
    expect(await isDormant()).toBe(true)
    await readAll(app, me.id)
    expect(await isDormant()).toBe(true)
    expect((await row()).last_activity_on).toBe(user.last_activity_on)
  })

  it('leaves them inactive in access reviews', async () => {
    await readAll(app, me.id)
    await view()
    await call('review.start', { selection: { kind: 'users', ids: [user.id] } })
    await vi.waitUntil(
      async () => (await call<{ phase: string }>('review.state', {})).phase === 'done',
    )
    expect(await call('review.ids', { filters: ['inactive'] })).toEqual([user.id])
  })

  it('is remembered after a restart, after sign-out, and without the directory copy', async () => {
    await view()
    await app.close()
    open()
    const expected = { before: user.last_activity_on, first: today(), last: today() }
    expect(await activity()).toEqual(expected)
    await app.value('device.resetCaches')
    await readAll(app, me.id)
    expect(await isDormant()).toBe(true)
    await app.value('accounts.signOut', { id: me.id })
    me = await app.signIn(sandbox.url, sandbox.tokens.admin)
    await readAll(app, me.id)
    expect(await isDormant()).toBe(true)
  })

  it('keeps the date before the first view when they are viewed again', async () => {
    await view()
    const first = today()
    now += 3 * dayMs
    await view()
    expect(await activity()).toEqual({ before: user.last_activity_on, first, last: today() })
    await readAll(app, me.id)
    expect(await isDormant()).toBe(true)
  })

  it('still offers Deactivate, in bulk and individually, even if GitLab rejects it', async () => {
    await readAll(app, me.id)
    await view()
    const selection = { kind: 'users', ids: [user.id] }
    const preview = await call<BulkPreview>('bulk.preview', { action: 'deactivate', selection })
    expect(preview).toMatchObject({ affectedCount: 1, skipped: [] })

    const { username, name, state } = user
    const seen = { username, name, state }
    const { id } = await call<QueuedAction>('queue.enqueue', {
      action: 'deactivate',
      id: user.id,
      seen,
      note: false,
    })
    await call('queue.sendNow', { ids: [id] })
    const ended = await vi.waitUntil(async () => {
      const action = await call<QueuedAction>('queue.get', { id })
      return action.state === 'refused' && action
    })
    expect(ended.failure).toMatchObject({
      status: 403,
      message: expect.stringContaining('has been active in the past 90 days'),
    })
  })

  it('is disregarded once they are active on a later day', async () => {
    await readAll(app, me.id)
    await view()
    now += dayMs
    await userReturns()
    await readAll(app, me.id)
    expect(await isDormant()).toBe(false)
    expect((await row()).last_activity_on).toBe(today())
    expect(await view()).toMatchObject({ username: 'long-gone' })
    expect((await row()).last_activity_on).toBe(today())
  })

  it('is deleted with “Delete everything”', async () => {
    await view()
    await app.value('device.forgetAll')
    me = await app.signIn(sandbox.url, sandbox.tokens.admin)
    expect(await activity()).toBeUndefined()
  })
})

describe('failed view', () => {
  it('is recorded as refused without side effects if the token lacks the scope', async () => {
    const expires = new Date(now + 30 * dayMs).toISOString().slice(0, 10)
    const tokenRequest = { name: 'no sudo', scopes: ['api'], expires_at: expires }
    const path = '/users/1/personal_access_tokens'
    const { token } = (await asAdmin(path, 'POST', tokenRequest)) as { token: string }
    await app.value('accounts.replaceToken', { id: me.id, token, allowFewerScopes: true })
    expect(await app.failure('viewAs.get', { id: user.id }, me.id)).toMatchObject({
      reason: 'insufficient-scope',
    })
    expect(await entries()).toMatchObject([{ action: 'users.viewAs', outcome: 'refused' }])
    expect(await activity()).toBeUndefined()
    await userReturns()
    await readAll(app, me.id)
    expect(await isDormant()).toBe(false)
  })

  it('is recorded as unknown if the response is lost, and the user stays dormant', async () => {
    await restart('GET /user 2+ reset-after')
    expect(await app.failure('viewAs.get', { id: user.id }, me.id)).toMatchObject({
      kind: 'offline',
    })
    expect(await entries()).toMatchObject([{ action: 'users.viewAs', outcome: 'unknown' }])
    expect((await readFromService('long-gone')).last_activity_on).toBe(today())
    await readAll(app, me.id)
    expect(await isDormant()).toBe(true)
  })

  it('sends no requests for a user who doesn’t exist', async () => {
    expect((await app.failure('viewAs.get', { id: 999_999 }, me.id)).kind).toBe('not-found')
    expect(await entries()).toEqual([])
  })

  it('sends no requests if the last activity can’t be saved', async () => {
    mkdirSync(join(dataFolder, 'viewed-users.json'))
    await app.failure('viewAs.get', { id: user.id }, me.id)
    expect((await readFromService('long-gone')).last_activity_on).toBe(user.last_activity_on)
    expect(await entries()).toEqual([])
  })
})

it('uses GitLab’s date for a view in another time zone', async () => {
  const serverDay = new Date(now - dayMs).toISOString().slice(0, 10)
  let wasViewed = false
  const server = await startServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://x')
    const ines = { id: 1, username: 'ines', name: 'Ines', is_admin: true }
    const kim = { id: 7, username: 'kim', name: 'Kim', state: 'active', web_url: 'http://x/kim' }
    wasViewed ||= searchParams.has('sudo')
    const last_activity_on = wasViewed ? serverDay : '2025-03-03'
    json(response, 200, pathname.endsWith('/7') ? { ...kim, last_activity_on } : ines)
  })
  me = await app.signIn(server.url, 'glpat-of-ines')
  user = { ...user, id: 7 }
  await view(7)
  expect(await activity()).toEqual({ before: '2025-03-03', first: serverDay, last: serverDay })
  await server.stop()
})

it('is the only operation that acts as another user', async () => {
  const inputs = { sudo: user.id }
  for (const [name, input] of [
    ['user.get', inputs],
    ['users.list', inputs],
    ['users.list', { ...inputs, cursor: 'page=2' }],
    ['user.get', { sudo: undefined }],
  ] as const) {
    expect(await app.failure(name, input, me.id), name).toMatchObject({
      kind: 'invalid',
      message: 'This isn’t available here.',
    })
  }
  expect((await readFromService('long-gone')).last_activity_on).toBe(user.last_activity_on)
})
