import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { encodePng } from '../../../sandbox/seed/png.ts'
import type { Sandbox } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import type { UserPreferences } from '../../../shared/gitlab/current-user.ts'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { Envelope } from '../../../shared/rules/failure.ts'
import { createMemorySecretStore } from '../../platform/keychain/memory-secret-store.ts'
import { json, startServer } from '../../testing/http-server.ts'
import { emails } from '../../../shared/gitlab/emails.ts'
import { createOfflineClient } from './cached-client.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'
import { type FaultyProxy, type ProxyFault, startFaultyProxy } from '../../testing/proxy-server.ts'
import { testFolder } from '../../testing/folder.ts'

const start = Date.UTC(2026, 10, 1, 9)

let sandbox: Sandbox
let proxy: FaultyProxy
let folder: string
let clock: number
let keychain: ReturnType<typeof createMemorySecretStore>
let app: TestLatchkey
let me: Account
const now = () => clock
const open = () => createTestLatchkey({ dataFolder: folder, now, keychain })

beforeAll(async () => {
  // Its clock stands still, because a profile contains the user's local time.
  sandbox = await startSeededSandbox({ users: 130, now: () => new Date(start) })
})
afterAll(() => sandbox.stop())
beforeEach(async () => {
  clock = start
  proxy = await startFaultyProxy(sandbox.url)
  folder = testFolder()
  keychain = createMemorySecretStore()
  app = open()
  me = await app.signIn(proxy.url, sandbox.tokens.admin)
})
afterEach(async () => {
  await app.close()
  await proxy.stop()
})

type SuccessEnvelope = Extract<Envelope, { ok: true }>
async function read(name: string, input: object = {}): Promise<SuccessEnvelope> {
  const answer = await app.invoke(name, input, me.id)
  if (!answer.ok) expect.fail(`${name}: ${answer.failure.message}`)
  return answer
}
const later = (hours: number) => (clock += hours * 3_600_000)

const shown: [string, object][] = [
  ['user.get', {}],
  ['user.counts', {}],
  ['emails.list', {}],
  ['preferences.get', {}],
  ['status.get', {}],
  ['users.get', { id: 7, with_custom_attributes: true }],
  ['users.list', { search: 'a' }],
  ['associations.count', { id: 7 }],
  ['following.list', { id: 7 }],
  ['impersonationTokens.list', { user_id: 7 }],
  ['sshKeys.listOf', { id_or_username: 7 }],
  ['ownStatus.get', {}],
  ['localSshKeys.list', {}],
  ['localSshKeys.listFor', { user_id: 7 }],
  ['localGpgKeys.list', {}],
  ['attention.get', {}],
  ['user.activities', { from: '2026-05-01' }],
]

it('returns cached responses and their age while offline, and fresh ones online', async () => {
  const before = new Map<string, unknown>()
  for (const [name, input] of shown) {
    const { ok: _, value, ...age } = await read(name, input)
    expect(age, name).toEqual({})
    before.set(name, value)
  }
  const asOf = clock
  later(2)
  await app.close()
  app = open()
  proxy.fault = 'reset'
  for (const [name, input] of shown) {
    const answer = await read(name, input)
    expect(answer.value, name).toEqual(before.get(name))
    expect(answer, name).toMatchObject({ asOf, failure: { kind: 'offline' } })
  }
  expect(await app.value('connectivity.list')).toMatchObject([
    { account: me.id, state: 'offline', lastGoodAt: asOf },
  ])
  proxy.fault = 'none'
  for (const [name, input] of shown) {
    const { ok: _, value, ...age } = await read(name, input)
    expect(age, name).toEqual({})
    expect(value, name).toEqual(before.get(name))
  }
})

it('remembers when GitLab last responded across a restart, even to requests that aren’t cached', async () => {
  later(1)
  const lastResponse = clock
  const status = { emoji: 'tea', message: 'Tea', busy: true, clear: '30_minutes' }
  await app.value('ownStatus.set', status, me.id)
  later(2)
  await app.close()
  app = open()
  proxy.fault = 'reset'
  await app.invoke('user.get', {}, me.id)
  expect(await app.value('connectivity.list')).toMatchObject([
    { account: me.id, state: 'offline', lastGoodAt: lastResponse },
  ])
  proxy.fault = 'none'
})

it('returns a status set in Latchkey while GitLab can’t be reached', async () => {
  const status = { emoji: 'tea', message: 'Tea', busy: true, clear: '30_minutes' }
  await app.value('ownStatus.set', status, me.id)
  const asOf = clock
  later(1 / 4)
  proxy.fault = 'reset'
  expect(await read('ownStatus.get')).toMatchObject({ value: { message: 'Tea' }, asOf })
  proxy.fault = 'none'
  await app.value('ownStatus.clear', {}, me.id)
  proxy.fault = 'reset'
  expect((await read('ownStatus.get')).value).toMatchObject({ message: null })
})

it('returns preferences that were saved here after a restart without GitLab', async () => {
  const { value } = await read('preferences.get')
  const isOn = (value as UserPreferences).view_diffs_file_by_file === true
  later(1)
  const asOf = clock
  const changes = { view_diffs_file_by_file: !isOn }
  const base = { view_diffs_file_by_file: isOn }
  await app.value('ownPreferences.save', { base, changes }, me.id)
  later(1)
  await app.close()
  app = open()
  proxy.fault = 'reset'
  expect(await read('preferences.get')).toMatchObject({ value: changes, asOf })
})

it('returns the profile with a new avatar after a restart without GitLab', async () => {
  const profile = { id: 1, username: 'ada', name: 'Ada', bio: 'Likes tides', avatar_url: null }
  const avatar_url = 'https://gitlab.example.com/new.png'
  const service = await startServer(({ method }, response) =>
    json(response, 200, method === 'PUT' ? { avatar_url } : profile),
  )
  const { id } = await app.signIn(service.url, 'glpat-x')
  await app.value('user.get', {}, id)
  const asOf = clock
  later(1)
  const base64 = Buffer.from(encodePng(4, 4, [1], () => 0)).toString('base64')
  await app.value('avatars.set', { filename: 'me.png', type: 'image/png', base64 }, id)
  await app.close()
  app = open()
  await service.stop()
  const answer = await app.invoke('user.get', {}, id)
  expect(answer).toMatchObject({ ok: true, value: { ...profile, avatar_url }, asOf })
})

it('gives no reason for the age of a response that was only asked of the cache', async () => {
  const answer = { asOf: start, answer: [{ id: 1, email: 'maya@example.com' }] }
  const client = createOfflineClient('a', {
    answers: { find: () => answer, writeCount: () => 0, store: () => undefined },
    onCachedAnswer: () => undefined,
  })
  expect(await client.call(emails.list, {})).toEqual(answer.answer)
  expect(client.age()).toEqual({ asOf: start })
})

it('reports the age of the oldest of several cached responses, in any order', async () => {
  const times = [start + 1, start, start + 2]
  const remaining = [...times]
  const client = createOfflineClient('a', {
    answers: {
      find: () => ({ asOf: remaining.shift()!, answer: [{ id: 1, email: 'maya@example.com' }] }),
      writeCount: () => 0,
      store: () => undefined,
    },
    onCachedAnswer: () => undefined,
  })
  for (const _ of times) await client.call(emails.list, {})
  expect(remaining).toEqual([])
  expect(client.age()).toEqual({ asOf: start })
})

describe('cache.read', () => {
  const cached = (name: string, input?: object) =>
    app.value<{ answer?: { value: unknown; asOf: number } }>('cache.read', { name, input }, me.id)

  it('returns the last response without a request', async () => {
    const asOf = clock
    const before = new Map<string, unknown>()
    for (const [name, input] of shown) before.set(name, (await read(name, input)).value)
    later(2)
    const requestCount = proxy.requests.length
    for (const [name, input] of shown) {
      expect(await cached(name, input), name).toEqual({ answer: { value: before.get(name), asOf } })
    }
    expect(proxy.requests.length).toBe(requestCount)
  })

  it.each([
    ['an operation that was never read', 'user.counts', {}],
    ['an operation that is never cached', 'emails.get', { email_id: 1 }],
    ['a write', 'preferences.set', { view_diffs_file_by_file: true }],
    ['an audited write', 'impersonationTokens.revoke', { user_id: 7, impersonation_token_id: 1 }],
    ['an operation that changes something', 'queue.cancelAll', {}],
    ['itself', 'cache.read', { name: 'user.get' }],
  ])('has no response for %s', async (_, name, input) => {
    const requestCount = proxy.requests.length
    expect(await cached(name, input)).toEqual({})
    expect(proxy.requests.length).toBe(requestCount)
    expect(await app.value('auditLog.list', {}, me.id)).toMatchObject({ total: 0 })
  })

  it('rejects operations the account may not use, and all operations while locked', async () => {
    await read('users.list', { search: 'a' })
    expect((await app.failure('cache.read', { name: 'no.such' }, me.id)).kind).toBe('invalid')
    const member = await app.signIn(proxy.url, sandbox.tokens.user)
    const asAdmin = { name: 'impersonationTokens.list', input: { user_id: 7 } }
    expect(await app.failure('cache.read', asAdmin, member.id)).toMatchObject({
      reason: 'administrators-only',
    })
    await app.value('lock.lock')
    expect(await app.failure('cache.read', { name: 'users.list' }, me.id)).toMatchObject({
      reason: 'locked',
    })
  })
})

describe('unreachable instance', () => {
  beforeEach(async () => void (await read('emails.list')))

  it.each<[ProxyFault, string]>([
    ['reset', 'offline'],
    ['html', 'not-the-service'],
    ['redirect', 'refused-redirect'],
    [429, 'rate-limited'],
    [500, 'service-error'],
    [502, 'service-error'],
  ])('falls back to the cached response on %s', async (fault, kind) => {
    proxy.fault = fault
    expect(await read('emails.list')).toMatchObject({ asOf: clock, failure: { kind } })
  })

  it.each<[ProxyFault, string]>([
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'not-found'],
  ])('shows no cached response on %s', async (fault, kind) => {
    proxy.fault = fault
    expect(await app.failure('emails.list', {}, me.id)).toMatchObject({ kind })
    proxy.fault = 'reset'
    expect(await read('emails.list')).toMatchObject({ asOf: clock })
  })
})

it('tries a previously unreachable instance only once', async () => {
  await read('user.get')
  proxy.fault = 502
  await read('user.get')
  const before = proxy.requests.length
  await read('user.get')
  expect(proxy.requests.length - before).toBe(1)
})

it("doesn't use the cache for fresh reads, reads as another user, or first reads", async () => {
  const { value } = await read('emails.list')
  const [{ id }] = (value as { items: { id: number }[] }).items as [{ id: number }]
  await read('emails.get', { email_id: id })
  await read('user.get')
  expect((await app.invoke('viewAs.get', { id: 7 }, me.id)).ok).toBe(true)
  proxy.fault = 'reset'
  for (const [name, input] of [
    ['emails.get', { email_id: id }],
    ['viewAs.get', { id: 7 }],
    ['users.get', { id: 8 }],
    ['emails.list', { cursor: 'page=2' }],
  ] as const) {
    expect((await app.failure(name, input, me.id)).kind, name).toBe('offline')
  }
})

it('returns cached pages only if they were read together', async () => {
  const first = (await read('users.list', {})).value as { next: string }
  const second = await read('users.list', { cursor: first.next })
  proxy.fault = 'reset'
  // The first page on the screen is fresh.
  const list = { cursor: first.next }
  expect((await app.failure('users.list', list, me.id)).kind).toBe('offline')
  await read('users.list', {})
  expect((await read('users.list', list)).value).toEqual(second.value)
  proxy.fault = 'none'
  later(1)
  await read('users.list', {})
  proxy.fault = 'reset'
  await read('users.list', {})
  expect((await app.failure('users.list', list, me.id)).kind).toBe('offline')
})

describe('write', () => {
  it('invalidates older responses if it succeeds', async () => {
    await read('emails.list')
    await read('user.get')
    await read('preferences.get')
    await read('emails.add', { email: 'second@ada.example' })
    proxy.fault = 'reset'
    expect((await app.failure('emails.list', {}, me.id)).kind).toBe('offline')
    expect((await app.failure('user.get', {}, me.id)).kind).toBe('offline')
    expect(await read('preferences.get')).toHaveProperty('asOf')
  })

  it('invalidates older responses if its response is lost, but not if it was never sent', async () => {
    await read('following.list', { id: 7 })
    await read('ownStatus.get')
    proxy.fault = 502
    expect((await app.failure('following.follow', { id: 7 }, me.id)).kind).toBe('unknown-outcome')
    const kind = (await app.failure('following.list', { id: 7 }, me.id)).kind
    expect(kind).toBe('service-error')
    await proxy.stop()
    proxy = await startFaultyProxy(sandbox.url)
    // Only a new connection guarantees that nothing was sent.
    await app.failure('user.counts', {}, me.id)
    const draft = { emoji: 'coffee', message: '', busy: false, clear: 'never' }
    expect((await app.failure('ownStatus.set', draft, me.id)).kind).toBe('offline')
    expect(await read('ownStatus.get')).toHaveProperty('asOf')
  })

  it('keeps older responses if GitLab refuses it', async () => {
    await read('emails.list')
    proxy.fault = 404
    const refused = await app.failure('emails.add', { email: 'second@ada.example' }, me.id)
    expect(refused.kind).toBe('not-found')
    expect(proxy.requests.some(({ method }) => method === 'POST')).toBe(true)
    proxy.fault = 'reset'
    expect(await read('emails.list')).toHaveProperty('asOf')
  })

  it('reads the current state for an import, not a cached response', async () => {
    const text =
      'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGaKNBxYlZJLyHmcdUYKBKTHwcyxDRLHVAvL1C7Ysi4x home'
    const [key] = await app.value<{ localKeyId: string }[]>('localSshKeys.read', {
      files: [{ name: 'id.pub', text }],
    })
    await read('localSshKeys.list')
    proxy.fault = 'reset'
    const keys = [{ localKeyId: key!.localKeyId }]
    expect((await app.failure('localSshKeys.import', { keys }, me.id)).kind).toBe('offline')
    expect(proxy.requests.some(({ method }) => method === 'POST')).toBe(false)
  })
})

it('deletes the responses of signed-out accounts, cleared caches, and lost admin rights', async () => {
  const containsName = () => app.kept().some((text) => text.includes('"username":"maya.lindqvist"'))
  await read('users.list', { username: 'maya.lindqvist' })
  expect(containsName()).toBe(true)
  await app.value('device.resetCaches')
  expect(containsName()).toBe(false)

  await read('users.list', { username: 'maya.lindqvist' })
  expect(containsName()).toBe(true)
  await app.value('accounts.signOut', { id: me.id })
  expect(containsName()).toBe(false)
})

it("replaces a file that isn't a database without failing reads", async () => {
  await read('user.get')
  await app.close()
  const path = join(folder, 'accounts', me.id, 'reads.db')
  writeFileSync(path, 'This is no database, whatever it is called.'.repeat(200))
  app = open()
  await read('user.get')
  proxy.fault = 'reset'
  expect(await read('user.get')).toHaveProperty('asOf')
  expect(app.logged.join()).toContain('recreated')
})

it("doesn't store tokens", async () => {
  for (const [name, input] of shown) await read(name, input)
  await app.close()
  const storedText = app.kept().join()
  for (const token of Object.values(sandbox.tokens)) expect(storedText).not.toContain(token)
  app = open()
})
