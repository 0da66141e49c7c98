import { afterEach, expect, it } from 'vitest'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import type { AccountsSnapshot } from '../../../shared/operations/accounts.ts'
import { startServer } from '../../testing/http-server.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function startService(options: Parameters<typeof startSeededSandbox>[0] = {}) {
  const sandbox = await startSeededSandbox({ users: 20, flavor: 'gitlab', ...options })
  ends.push(() => sandbox.stop())
  return sandbox
}

function startLatchkey(): TestLatchkey {
  const latchkey = createTestLatchkey()
  ends.push(() => latchkey.close())
  return latchkey
}

/** Forwards requests to a service, but drops the responses that `lose` selects. */
async function startGateway(url: string, lose: (method: string) => boolean) {
  const gateway = await startServer(
    async ({ method, url: path, headers }, response) => {
      const answer = await fetch(url + path, {
        method,
        headers: { 'PRIVATE-TOKEN': String(headers['private-token']) },
      })
      if (lose(method)) return void response.socket?.destroy()
      const type = answer.headers.get('content-type') ?? 'text/plain'
      response.writeHead(answer.status, { 'content-type': type })
      response.end(answer.status === 204 ? undefined : await answer.text())
    },
    { ownToken: false },
  )
  ends.push(() => gateway.stop())
  return gateway
}

async function isStillValid(url: string, token: string): Promise<boolean> {
  return (await fetch(`${url}/api/v4/user`, { headers: { 'PRIVATE-TOKEN': token } })).ok
}

it('revokes the token before removing it, and only on request', async () => {
  const { url, tokens } = await startService()
  const latchkey = startLatchkey()
  for (const revokeToken of [false, true]) {
    const { id } = await latchkey.signIn(url, tokens.user)
    expect(await latchkey.value('accounts.signOut', { id, revokeToken })).toMatchObject({
      accounts: [],
    })
    expect(await isStillValid(url, tokens.user)).toBe(!revokeToken)
  }
})

it('signs out if the token was already revoked', async () => {
  const { url, tokens } = await startService()
  const latchkey = startLatchkey()
  const { id } = await latchkey.signIn(url, tokens.user)
  const headers = { 'PRIVATE-TOKEN': tokens.user }
  await fetch(`${url}/api/v4/personal_access_tokens/self`, { method: 'DELETE', headers })
  const snapshot = await latchkey.value('accounts.signOut', { id, revokeToken: true })
  expect(snapshot).toMatchObject({ accounts: [] })
})

it("keeps the account if the instance can't revoke tokens, unless asked to sign out anyway", async () => {
  const { url, tokens } = await startService({ flavor: 'interface' })
  const latchkey = startLatchkey()
  const { id } = await latchkey.signIn(url, tokens.user)
  const failure = await latchkey.failure('accounts.signOut', { id, revokeToken: true })
  expect(failure.message).toBe('This instance doesn’t let Latchkey revoke its token.')
  expect(await latchkey.value('accounts.list')).toMatchObject({ accounts: [{ id }] })
  expect(await latchkey.value('accounts.signOut', { id })).toMatchObject({ accounts: [] })
})

it('checks the outcome after a lost response', async () => {
  const { url, tokens } = await startService()
  const gateway = await startGateway(url, (method) => method === 'DELETE')
  const latchkey = startLatchkey()
  const { id } = await latchkey.signIn(gateway.url, tokens.user)
  const snapshot = await latchkey.value('accounts.signOut', { id, revokeToken: true })
  expect(snapshot).toMatchObject({ accounts: [] })
  expect(await isStillValid(url, tokens.user)).toBe(false)
})

it('reports an unknown outcome and keeps the account if the instance stops responding', async () => {
  const { url, tokens } = await startService()
  let isDown = false
  const gateway = await startGateway(url, (method) => (isDown ||= method === 'DELETE'))
  const latchkey = startLatchkey()
  const { id } = await latchkey.signIn(gateway.url, tokens.user)
  const failure = await latchkey.failure('accounts.signOut', { id, revokeToken: true })
  expect(failure).toMatchObject({ kind: 'unknown-outcome' })
  expect(failure.message).toContain('It’s not known whether the token was revoked.')
  const { accounts } = await latchkey.value<AccountsSnapshot>('accounts.list')
  expect(accounts).toMatchObject([{ id, token: 'keychain' }])
})

it.each([
  ['its own JSON', 'application/json', '{"detail":"session expired"}'],
  ["JSON that resembles GitLab's", 'application/json', '{"message":"Unauthorized"}'],
  ['a text', 'text/plain', 'Session expired'],
  ['nothing', 'text/plain', ''],
])('keeps the account if a gateway returns 401 with %s', async (_, type, body) => {
  const { url, tokens } = await startService()
  let isOver = false
  const gateway = await startServer(
    async ({ method, url: path, headers }, response) => {
      isOver ||= method === 'DELETE'
      if (isOver) return void response.writeHead(401, { 'content-type': type }).end(body)
      const answer = await fetch(url + path, {
        headers: { 'PRIVATE-TOKEN': String(headers['private-token']) },
      })
      const content = { 'content-type': answer.headers.get('content-type') ?? 'text/plain' }
      response.writeHead(answer.status, content).end(await answer.text())
    },
    { ownToken: false },
  )
  ends.push(() => gateway.stop())
  const latchkey = startLatchkey()
  const { id } = await latchkey.signIn(gateway.url, tokens.user)
  expect(await latchkey.failure('accounts.signOut', { id, revokeToken: true })).toMatchObject({
    kind: 'unauthorized',
  })
  expect(await latchkey.value('accounts.list')).toMatchObject({ accounts: [{ id }] })
  expect(await isStillValid(url, tokens.user)).toBe(true)
})

it('writes an audit log entry without the token if an administrator keeps the log', async () => {
  const { url, tokens } = await startService()
  const latchkey = startLatchkey()
  const { id } = await latchkey.signIn(url, tokens.admin)
  await latchkey.value('accounts.signOut', { id, revokeToken: true, keepAuditLog: true })
  const storedText = latchkey.kept()
  expect(storedText.filter((text) => text.includes('accounts.revokeToken'))).not.toEqual([])
  expect(storedText.filter((text) => text.includes(tokens.admin))).toEqual([])
})

it('lists other accounts with the same token', async () => {
  const { url, tokens } = await startService()
  const alias = url.replace('127.0.0.1', 'localhost')
  const latchkey = startLatchkey()
  const { id } = await latchkey.signIn(url, tokens.user)
  expect(await latchkey.value('accounts.tokenUses', { id })).toEqual({ places: [], accounts: [] })
  const other = await latchkey.value<{ id: string; label: string }>('accounts.add', {
    baseUrl: alias,
    token: tokens.user,
    allowHttp: true,
  })
  await latchkey.value('accounts.update', { id: other.id, label: 'The same elsewhere' })
  expect(await latchkey.value('accounts.tokenUses', { id })).toEqual({
    places: [],
    accounts: ['The same elsewhere'],
  })
})
