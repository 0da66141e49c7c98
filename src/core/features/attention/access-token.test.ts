import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Sandbox } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import type { Account, AccountsSnapshot } from '../../../shared/operations/accounts.ts'
import type { Attention, AttentionItem } from '../../../shared/operations/attention.ts'
import { createNodeFetch } from '../../platform/network/node-fetch.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'

const day = 24 * 60 * 60_000
const start = Date.UTC(2026, 4, 4, 9)

let clock: number
let sandbox: Sandbox
let latchkey: TestLatchkey
let requests: string[]

async function startSandboxWith(flavor: 'gitlab' | 'interface'): Promise<void> {
  clock = start
  requests = []
  sandbox = await startSeededSandbox({ users: 0, flavor, now: () => new Date(clock) })
  const send = createNodeFetch()
  latchkey = createTestLatchkey({
    now: () => clock,
    fetch(input, init) {
      requests.push(new URL(input instanceof Request ? input.url : input).pathname)
      return send(input, init)
    },
  })
}
afterEach(async () => {
  await latchkey.close()
  await sandbox.stop()
})

const dateIn = (days: number) => new Date(start + days * day).toISOString().slice(0, 10)
const tokenReads = () => requests.filter((path) => path.endsWith('/self')).length

async function signInFor(days: number): Promise<Account> {
  const answer = await fetch(`${sandbox.url}/api/v4/users/2/personal_access_tokens`, {
    method: 'POST',
    headers: { 'private-token': sandbox.tokens.admin, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Latchkey', scopes: ['api'], expires_at: dateIn(days) }),
  })
  return latchkey.signIn(sandbox.url, ((await answer.json()) as { token: string }).token)
}

async function tokenItems({ id }: Account): Promise<AttentionItem[]> {
  const { items } = await latchkey.value<Attention>('attention.get', {}, id)
  return items
    .filter(({ kind }) => kind.startsWith('access-token'))
    .map(({ key: _, ...item }) => item)
}

describe('access token on GitLab', () => {
  beforeEach(() => startSandboxWith('gitlab'))

  it('is reported starting two weeks before it expires', async () => {
    const me = await signInFor(30)
    expect(me.accessToken?.expiresAt).toBe(dateIn(30))
    clock = start + 15 * day
    expect(await tokenItems(me)).toEqual([])
    clock = start + 16 * day
    expect(await tokenItems(me)).toEqual([
      { kind: 'access-token-expiring', at: dateIn(30), daysLeft: 14 },
    ])
    clock = start + 30 * day
    expect(await tokenItems(me)).toEqual([{ kind: 'access-token-expired', at: dateIn(30) }])
  })

  it('is listed first when expired, even if all other requests fail', async () => {
    const me = await signInFor(2)
    clock = start + 3 * day
    const { items, failures } = await latchkey.value<Attention>('attention.get', {}, me.id)
    expect(items[0]).toMatchObject({ kind: 'access-token-expired' })
    expect(failures).not.toEqual([])
  })

  it('is checked no more than twice a day', async () => {
    const me = await signInFor(5)
    for (let count = 0; count < 3; count += 1) await tokenItems(me)
    expect(tokenReads()).toBe(2)
    clock += 13 * 60 * 60_000
    await tokenItems(me)
    expect(tokenReads()).toBe(3)
  })

  it('is not reported if it never expires', async () => {
    const me = await latchkey.signIn(sandbox.url, sandbox.tokens.user)
    expect(me.accessToken).toEqual({ id: expect.any(Number), canRotate: true })
    expect(await tokenItems(me)).toEqual([])
  })
})

describe('access token on a service without token details', () => {
  beforeEach(() => startSandboxWith('interface'))

  it('is never reported, and is requested only once', async () => {
    const me = await signInFor(5)
    for (let count = 0; count < 3; count += 1) expect(await tokenItems(me)).toEqual([])
    expect(tokenReads()).toBe(2)
    const { accounts } = await latchkey.value<AccountsSnapshot>('accounts.list')
    expect(accounts[0]!.accessToken).toBeUndefined()
  })
})
