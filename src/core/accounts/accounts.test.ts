import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Sandbox } from '../../sandbox/start.ts'
import { startSeededSandbox } from '../../sandbox/testing/seeded-sandbox.ts'
import type { AccountsSnapshot, KeychainState } from '../../shared/operations/accounts.ts'
import { type UnformattedFailure, FailureError } from '../platform/failure.ts'
import {
  keychainTimeoutError,
  keyringLockedError,
  serviceAbsentError,
} from '../platform/keychain/keychain-error.ts'
import type { SecretStore } from '../platform/keychain/secret-store.ts'
import { createMemorySecretStore } from '../platform/keychain/memory-secret-store.ts'
import { type SeenRequest, json, startServer } from '../testing/http-server.ts'
import { type TestLatchkey, createTestLatchkey } from '../testing/latchkey.ts'

let firstSandbox: Sandbox
let secondSandbox: Sandbox
beforeAll(async () => {
  firstSandbox = await startSeededSandbox({ users: 20, seed: 1 })
  secondSandbox = await startSeededSandbox({ users: 20, seed: 2 })
})
afterAll(() => Promise.all([firstSandbox.stop(), secondSandbox.stop()]))

const open: TestLatchkey[] = []
function latchkeyWith(...options: Parameters<typeof createTestLatchkey>): TestLatchkey {
  const latchkey = createTestLatchkey(...options)
  open.push(latchkey)
  return latchkey
}
afterEach(() => Promise.all(open.splice(0).map((latchkey) => latchkey.close())))

/** Forwards a request to the first sandbox like a reverse proxy with a subpath. */
async function relay({ url, headers }: SeenRequest, folder: string) {
  const token = String(headers['private-token'])
  const answer = await fetch(`${firstSandbox.url}${url.slice(folder.length)}`, {
    headers: { 'PRIVATE-TOKEN': token },
  })
  const type = answer.headers.get('content-type') ?? 'text/plain'
  return { status: answer.status, headers: { 'content-type': type }, body: await answer.text() }
}

const crash = async () => Promise.reject(new Error('The native module crashed.'))

const labels = ({ accounts }: AccountsSnapshot) => accounts.map(({ label }) => label)

describe('signing in', () => {
  it('verifies the token and stores it in the keychain, never in a file', async () => {
    const keychain = createMemorySecretStore()
    const latchkey = latchkeyWith({ keychain })
    const account = await latchkey.signIn(`${firstSandbox.url}/api/v4/`, firstSandbox.tokens.user)
    expect(account).toMatchObject({ baseUrl: firstSandbox.url, isAdmin: false, token: 'keychain' })
    const file = readFileSync(join(latchkey.dataFolder, 'accounts.json'), 'utf8')
    expect(file).toContain(account.user.username)
    expect(file).not.toContain(firstSandbox.tokens.user)
    const { name } = JSON.parse(file).accounts[0].secret
    expect(name).toContain(`${account.user.username} at ${account.baseUrl} (`)
    expect(await keychain.get(name)).toBe(firstSandbox.tokens.user)
  })

  it('supports administrators, multiple accounts per instance and multiple instances', async () => {
    const latchkey = latchkeyWith()
    const admin = await latchkey.signIn(firstSandbox.url, firstSandbox.tokens.admin)
    expect(admin.isAdmin).toBe(true)
    const user = await latchkey.signIn(firstSandbox.url, firstSandbox.tokens.user)
    const elsewhere = await latchkey.signIn(secondSandbox.url, secondSandbox.tokens.user)
    const { accounts } = await latchkey.value<AccountsSnapshot>('accounts.list')
    expect(accounts.map(({ id }) => id)).toEqual([admin.id, user.id, elsewhere.id])
    expect(new Set(accounts.map(({ colour }) => colour)).size).toBe(3)
  })

  it('replaces the token when the same user signs in again', async () => {
    const latchkey = latchkeyWith()
    const first = await latchkey.signIn(firstSandbox.url, firstSandbox.tokens.user)
    const again = await latchkey.signIn(firstSandbox.url, firstSandbox.tokens.user)
    expect(again.id).toBe(first.id)
  })

  it.each([
    ['wrong', 'unauthorized', 'token-unknown', 'token'],
    ['expired', 'unauthorized', 'token-expired', 'token'],
    ['revoked', 'unauthorized', 'token-revoked', 'token'],
    ['blocked', 'forbidden', 'account-unusable', 'token'],
  ])('reports a %s token next to the matching field', async (which, kind, reason, field) => {
    const latchkey = latchkeyWith()
    const token = { ...firstSandbox.tokens, wrong: 'glpat-nobody-has-this-one' }[which]
    const failure = await latchkey.failure('accounts.add', { baseUrl: firstSandbox.url, token })
    expect(failure).toMatchObject({ kind, reason })
    expect(Object.keys(failure.fields!)).toEqual([field])
  })

  it.each(['/help/gitlab', '/dev/groups', '/admin/gitlab'])(
    'finds an instance under %s from any of its page URLs',
    async (folder) => {
      const server = await startServer(async (request, response) => {
        if (!request.url.startsWith(`${folder}/api/v4/`)) return response.writeHead(404).end()
        const { headers, status, body } = await relay(request, folder)
        response.writeHead(status, headers).end(body)
      })
      const latchkey = latchkeyWith()
      for (const page of ['', '/', '/-/user_settings/profile', '/users/sign_in']) {
        const account = await latchkey.signIn(
          `${server.url}${folder}${page}`,
          firstSandbox.tokens.user,
        )
        expect(account.baseUrl).toBe(`${server.url}${folder}`)
      }
      expect(await latchkey.value('accounts.list')).toMatchObject({ accounts: [{}] })
      await server.stop()
    },
  )

  it('blames the token, not the URL, for a wrong token under /admin', async () => {
    const folder = '/admin/gitlab'
    const server = await startServer(async (request, response) => {
      if (!request.url.startsWith(`${folder}/api/v4/`)) return response.writeHead(404).end()
      const { headers, status, body } = await relay(request, folder)
      response.writeHead(status, headers).end(body)
    })
    const failure = await latchkeyWith().failure('accounts.add', {
      baseUrl: server.url + folder,
      token: 'glpat-nobody-has-this-one',
    })
    expect(failure).toMatchObject({ kind: 'unauthorized', reason: 'token-unknown' })
    expect(Object.keys(failure.fields!)).toEqual(['token'])
    await server.stop()
  })

  it("doesn't try other URLs if the most likely one responds", async () => {
    const requestedUrls: string[] = []
    const server = await startServer(async (request, response) => {
      requestedUrls.push(new URL(request.url, firstSandbox.url).pathname)
      const { headers, status, body } = await relay(request, '')
      response.writeHead(status, headers).end(body)
    })
    const latchkey = latchkeyWith()
    const account = await latchkey.signIn(`${server.url}/groups/x`, firstSandbox.tokens.user)
    expect(account.baseUrl).toBe(server.url)
    expect(requestedUrls.filter((path) => !path.startsWith('/api/v4/'))).toEqual([])
    await server.stop()
  })

  it("reports a server that isn't GitLab next to the URL field", async () => {
    const page = await startServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome</html>')
    })
    const latchkey = latchkeyWith()
    const failure = await latchkey.failure('accounts.add', { baseUrl: page.url, token: 'x' })
    expect(failure).toMatchObject({ kind: 'not-the-service' })
    expect(Object.keys(failure.fields!)).toEqual(['baseUrl'])
    await page.stop()
    expect(await latchkey.failure('accounts.add', { baseUrl: page.url, token: 'x' })).toMatchObject(
      {
        kind: 'offline',
        fields: { baseUrl: [expect.stringContaining('Can’t reach')] },
      },
    )
  })

  it.each([
    ['another service’s user', 200, { id: 7, login: 'maya' }],
    ['a 404 of another service', 404, { error: 'Not Found', path: '/api/v4/user' }],
  ])('reports an error next to the URL field for %s', async (_, status, body) => {
    const other = await startServer((__, response) => json(response, status, body))
    const latchkey = latchkeyWith()
    const failure = await latchkey.failure('accounts.add', { baseUrl: other.url, token: 'x' })
    expect(failure).toMatchObject({
      kind: 'not-the-service',
      message: 'There’s no GitLab API at this URL.',
      fields: { baseUrl: [expect.any(String)] },
    })
    await other.stop()
  })

  it("keeps a user's last readable name", async () => {
    let me: object = { id: 7, username: 'maya', name: 'Maya', is_admin: true }
    const other = await startServer((_, response) => json(response, 200, me))
    const latchkey = latchkeyWith()
    const { id } = await latchkey.signIn(other.url, 'secret')
    me = { id: 7, username: [], name: null, is_admin: true }
    expect(await latchkey.value('accounts.refresh', { id })).toMatchObject({
      user: { username: 'maya', name: 'Maya' },
      isAdmin: true,
    })
    await other.stop()
  })

  it('requires consent for plain http to another host before sending anything', async () => {
    const fetched: string[] = []
    const latchkey = latchkeyWith({
      fetch: async (input) => {
        fetched.push(String(input))
        return Response.json({ id: 1, username: 'a', name: 'A' })
      },
    })
    const input = { baseUrl: 'http://git.example.org', token: 'x' }
    expect(await latchkey.failure('accounts.add', input)).toMatchObject({ reason: 'insecure' })
    expect(fetched).toEqual([])
    await latchkey.value('accounts.add', { ...input, allowHttp: true })
    const api = 'http://git.example.org/api/v4'
    expect(fetched).toEqual([`${api}/user`, `${api}/personal_access_tokens/self`])
  })

  it('rejects a malformed token before sending anything', async () => {
    const latchkey = latchkeyWith()
    for (const token of ['', '   ', 'glpat-with\u00a0space', 'x'.repeat(2000)]) {
      expect(
        await latchkey.failure('accounts.add', { baseUrl: firstSandbox.url, token }),
      ).toMatchObject({
        kind: 'invalid',
        fields: { token: [expect.any(String)] },
      })
    }
  })
})

describe('failing keychain', () => {
  const broken = (): SecretStore => {
    const fail = async () => {
      throw new FailureError({ kind: 'keychain', message: 'The keychain is locked.' })
    }
    const describe = async () => ({ state: 'locked' as const, name: 'Keyring', message: 'Locked.' })
    return { describe, get: fail, set: fail, remove: fail }
  }

  it('keeps the token in memory for this session and reports it', async () => {
    const latchkey = latchkeyWith({ keychain: broken() })
    const account = await latchkey.signIn(firstSandbox.url, firstSandbox.tokens.user)
    expect(account.token).toBe('session')
    const { keychain } = await latchkey.value<AccountsSnapshot>('accounts.list')
    expect(keychain?.state).toBe('locked')
    expect(await latchkey.value('user.get', {}, account.id)).toHaveProperty('username')
    const next = latchkeyWith({ keychain: broken(), dataFolder: latchkey.dataFolder })
    const { accounts } = await next.value<AccountsSnapshot>('accounts.list')
    expect(accounts).toMatchObject([{ id: account.id, token: 'missing' }])
    expect(await next.failure('user.get', {}, account.id)).toMatchObject({
      kind: 'unauthorized',
      reason: 'token-missing',
    })
  })

  it('keeps accounts, and they work again once the keychain is back', async () => {
    const keychain = createMemorySecretStore()
    const first = latchkeyWith({ keychain })
    const account = await first.signIn(firstSandbox.url, firstSandbox.tokens.user)
    const { dataFolder } = first
    const locked = latchkeyWith({ keychain: broken(), dataFolder })
    expect(await locked.failure('user.get', {}, account.id)).toMatchObject({ kind: 'keychain' })
    const unlocked = latchkeyWith({ keychain, dataFolder })
    expect(await unlocked.value('user.get', {}, account.id)).toHaveProperty('username')
  })

  it('remembers an older token that was stored before the keychain was locked', async () => {
    const keychain = createMemorySecretStore()
    const first = latchkeyWith({ keychain })
    const { id } = await first.signIn(firstSandbox.url, firstSandbox.tokens.user)
    const { dataFolder } = first
    const { name } = JSON.parse(readFileSync(join(dataFolder, 'accounts.json'), 'utf8')).accounts[0]
      .secret
    const locked = latchkeyWith({ keychain: broken(), dataFolder })
    await locked.value('accounts.replaceToken', { id, token: firstSandbox.tokens.user })
    expect(await keychain.get(name)).toBe(firstSandbox.tokens.user)
    const unlocked = latchkeyWith({ keychain, dataFolder })
    await unlocked.value('accounts.signOut', { id })
    expect(await keychain.get(name)).toBeUndefined()
  })

  it.each(['accounts.signOut', 'device.forgetAll'])(
    "doesn't block %s, and lists the remaining entry",
    async (operation) => {
      const keychain = createMemorySecretStore()
      const first = latchkeyWith({ keychain })
      const { id } = await first.signIn(firstSandbox.url, firstSandbox.tokens.user)
      const { dataFolder } = first
      const { secret } = JSON.parse(readFileSync(join(dataFolder, 'accounts.json'), 'utf8'))
        .accounts[0]
      const bugs: SecretStore = { ...broken(), get: crash, remove: crash }
      const locked = latchkeyWith({ keychain: bugs, dataFolder })
      const failures: UnformattedFailure[] = []
      locked.on('unsaved', (failure) => failures.push(failure))
      const input = operation === 'accounts.signOut' ? { id } : {}
      expect(await locked.value(operation, input)).toMatchObject({ accounts: [] })
      expect(failures).toMatchObject([{ kind: 'keychain' }])
      expect(failures[0]!.hint).toContain(secret.name)
      const next = latchkeyWith({ dataFolder })
      expect(await next.value('accounts.list')).toMatchObject({ accounts: [] })
    },
  )

  it('deletes an entry even after failing to read it', async () => {
    const keychain = createMemorySecretStore()
    const first = latchkeyWith({ keychain })
    const { id } = await first.signIn(firstSandbox.url, firstSandbox.tokens.user)
    const { dataFolder } = first
    const { name } = JSON.parse(readFileSync(join(dataFolder, 'accounts.json'), 'utf8')).accounts[0]
      .secret
    const next = latchkeyWith({ keychain: { ...keychain, get: crash }, dataFolder })
    const failures: UnformattedFailure[] = []
    next.on('unsaved', (failure) => failures.push(failure))
    await next.value('accounts.signOut', { id })
    expect(await keychain.get(name)).toBeUndefined()
    expect(failures).toEqual([])
  })

  it.each([
    ['locked', keyringLockedError()],
    ['silent', keychainTimeoutError('linux', 60_000)],
  ])(
    'is called only once by “Delete everything” if %s, and all leftover entries are listed',
    async (_, error) => {
      const first = latchkeyWith({ keychain: createMemorySecretStore() })
      await first.signIn(firstSandbox.url, firstSandbox.tokens.user)
      await first.signIn(firstSandbox.url, firstSandbox.tokens.admin)
      await first.signIn(secondSandbox.url, secondSandbox.tokens.user)
      const { dataFolder } = first
      const { accounts } = JSON.parse(readFileSync(join(dataFolder, 'accounts.json'), 'utf8'))
      const requestedUrls: string[] = []
      const refuse = async (name: string) => {
        requestedUrls.push(name)
        throw error
      }
      const keychain = { ...broken(), get: refuse, set: refuse, remove: refuse }
      const locked = latchkeyWith({ keychain, dataFolder })
      const failures: UnformattedFailure[] = []
      locked.on('unsaved', (failure) => failures.push(failure))
      expect(await locked.value('device.forgetAll')).toMatchObject({ accounts: [] })
      const names: string[] = accounts.map(
        ({ secret }: { secret: { name: string } }) => secret.name,
      )
      expect(requestedUrls).toEqual(names.slice(0, 1))
      expect(failures).toHaveLength(1)
      for (const name of names) expect(failures[0]!.hint).toContain(name)
    },
  )

  it("doesn't block signing out if only the deletion fails", async () => {
    const latchkey = latchkeyWith({ keychain: { ...createMemorySecretStore(), remove: crash } })
    const { id } = await latchkey.signIn(firstSandbox.url, firstSandbox.tokens.user)
    expect(await latchkey.value('accounts.signOut', { id })).toMatchObject({ accounts: [] })
  })

  it("isn't reported as containing leftover tokens if it is absent", async () => {
    const absent = async () => Promise.reject(serviceAbsentError())
    const keychain = { ...broken(), get: absent, set: absent, remove: absent }
    const latchkey = latchkeyWith({ keychain })
    const failures: UnformattedFailure[] = []
    latchkey.on('unsaved', (failure) => failures.push(failure))
    const { id } = await latchkey.signIn(firstSandbox.url, firstSandbox.tokens.user)
    expect(await latchkey.value('accounts.signOut', { id })).toMatchObject({ accounts: [] })
    expect(failures).toEqual([])
  })
})

describe('accounts', () => {
  it('keep their new labels, colors, and order', async () => {
    const latchkey = latchkeyWith()
    const a = await latchkey.signIn(firstSandbox.url, firstSandbox.tokens.user)
    const b = await latchkey.signIn(secondSandbox.url, secondSandbox.tokens.user)
    await latchkey.value('accounts.update', { id: a.id, label: 'Work', colour: 'pink' })
    await latchkey.value('accounts.update', { id: b.id, label: 'Home' })
    await latchkey.value('accounts.reorder', { ids: [b.id, a.id] })
    const next = latchkeyWith({ dataFolder: latchkey.dataFolder })
    const snapshot = await next.value<AccountsSnapshot>('accounts.list')
    expect(labels(snapshot)).toEqual(['Home', 'Work'])
    expect(snapshot.accounts[1]!.colour).toBe('pink')
    expect(await next.failure('accounts.update', { id: a.id, label: '  ' })).toMatchObject({
      fields: { label: ['can’t be empty'] },
    })
  })

  it('survive concurrent changes without lost updates or duplicates', async () => {
    const keychain = createMemorySecretStore()
    const slow: SecretStore = {
      ...keychain,
      async set(name, secret) {
        await new Promise((resolve) => setImmediate(resolve))
        await keychain.set(name, secret)
      },
    }
    const latchkey = latchkeyWith({ keychain: slow })
    const [a, b] = await Promise.all([
      latchkey.signIn(firstSandbox.url, firstSandbox.tokens.user),
      latchkey.signIn(firstSandbox.url, firstSandbox.tokens.user),
    ])
    expect(a.id).toBe(b.id)
    const { id } = a
    await Promise.all([
      latchkey.value('accounts.replaceToken', { id, token: firstSandbox.tokens.user }),
      latchkey.value('accounts.update', { id, label: 'Renamed' }),
    ])
    const snapshot = await latchkey.value<AccountsSnapshot>('accounts.list')
    expect(labels(snapshot)).toEqual(['Renamed'])
    const replaced = latchkey.invoke('accounts.replaceToken', {
      id,
      token: firstSandbox.tokens.user,
    })
    await latchkey.value('accounts.signOut', { id })
    expect(await replaced).toMatchObject({ ok: false, failure: { reason: 'unknown-account' } })
    expect((await latchkey.value<AccountsSnapshot>('accounts.list')).accounts).toEqual([])
  })

  it('are listed before the keychain responds, then updated by an event', async () => {
    const { promise: answer, resolve } = Promise.withResolvers<KeychainState>()
    const latchkey = latchkeyWith({
      keychain: { ...createMemorySecretStore(), describe: () => answer },
    })
    const seen: unknown[] = []
    latchkey.on('accounts', ({ keychain }) => seen.push(keychain?.state))
    expect(await latchkey.value('accounts.list')).not.toHaveProperty('keychain')
    expect(seen).toEqual([])
    resolve({ state: 'locked', name: 'Keyring', message: 'Locked.' })
    await vi.waitUntil(() => seen.length > 0)
    expect(seen).toEqual(['locked'])
    expect(await latchkey.value('accounts.list')).toHaveProperty('keychain.state', 'locked')
  })

  it('send an event for every change', async () => {
    const latchkey = latchkeyWith()
    // By now the keychain state is known, so it doesn't trigger an event.
    await latchkey.value('accounts.list')
    const seen: number[] = []
    latchkey.on('accounts', ({ accounts }) => seen.push(accounts.length))
    const { id } = await latchkey.signIn(firstSandbox.url, firstSandbox.tokens.user)
    await latchkey.value('accounts.signOut', { id })
    expect(seen).toEqual([1, 0])
  })

  it('accept a new token only if it belongs to the same user', async () => {
    const latchkey = latchkeyWith()
    const { id } = await latchkey.signIn(firstSandbox.url, firstSandbox.tokens.user)
    const input = { id, token: firstSandbox.tokens.admin }
    expect(await latchkey.failure('accounts.replaceToken', input)).toMatchObject({
      kind: 'conflict',
      reason: 'wrong-account',
    })
    await latchkey.value('accounts.replaceToken', { id, token: firstSandbox.tokens.user })
  })

  it('have their token deleted at sign-out', async () => {
    const keychain = createMemorySecretStore()
    const removed: string[] = []
    const latchkey = latchkeyWith({
      keychain: { ...keychain, remove: async (name) => void removed.push(name) },
    })
    const { id } = await latchkey.signIn(firstSandbox.url, firstSandbox.tokens.user)
    await latchkey.value('accounts.signOut', { id })
    expect(removed).toHaveLength(1)
    expect(await latchkey.failure('user.get', {}, id)).toMatchObject({ reason: 'unknown-account' })
  })
})

describe('account refresh', () => {
  it('keeps the user if the token now belongs to someone else', async () => {
    let user = { id: 1, username: 'ada', name: 'Ada' }
    const service = await startServer((_, response) => json(response, 200, user))
    const latchkey = latchkeyWith()
    const { id } = await latchkey.signIn(service.url, 'x')
    user = { id: 2, username: 'maya', name: 'Maya' }
    const failure = await latchkey.failure('accounts.refresh', { id })
    expect(failure).toMatchObject({ reason: 'wrong-account' })
    expect(await latchkey.value('accounts.list')).toMatchObject({ accounts: [{ user: { id: 1 } }] })
    await service.stop()
  })

  it('updates is_admin at startup and after each 403', async () => {
    let isAdmin = true
    const service = await startServer(({ url }, response) => {
      if (url.endsWith('/user')) {
        json(response, 200, {
          id: 1,
          username: 'ada',
          name: 'Ada',
          ...(isAdmin && { is_admin: true }),
        })
      } else json(response, 403, { message: '403 Forbidden' })
    })
    const keychain = createMemorySecretStore()
    const latchkey = latchkeyWith({ keychain })
    const { id } = await latchkey.signIn(service.url, 'x')
    const admins = async () =>
      (await latchkey.value<AccountsSnapshot>('accounts.list')).accounts.map((a) => a.isAdmin)
    isAdmin = false
    await latchkey.failure('user.counts', {}, id)
    await expect.poll(admins).toEqual([false])
    isAdmin = true
    const next = latchkeyWith({ keychain, dataFolder: latchkey.dataFolder })
    const changed = new Promise<void>((resolve) =>
      next.on('accounts', ({ accounts: [account] }) => account?.isAdmin && resolve()),
    )
    await next.value('accounts.list')
    await changed
    await service.stop()
  })
})
