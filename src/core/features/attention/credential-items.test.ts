import { execFileSync } from 'node:child_process'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Sandbox } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { Attention, AttentionItem } from '../../../shared/operations/attention.ts'
import { ed448Key } from '../keys/gpg/testing/ed448-key.ts'
import { keygen, tempHome } from '../keys/ssh/testing/key-material.ts'
import { createNodeFetch } from '../../platform/network/node-fetch.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'

let clock: number
let home: ReturnType<typeof tempHome>
let latchkey: TestLatchkey
let requests: string[]
const sandboxes: Sandbox[] = []

beforeEach(() => {
  home = tempHome()
  requests = []
  clock = Date.UTC(2026, 4, 4, 9)
  const request = createNodeFetch()
  latchkey = createTestLatchkey({
    home: home.home,
    now: () => clock,
    fetch(input, init) {
      requests.push(input instanceof Request ? input.url : String(input))
      return request(input, init)
    },
  })
})
afterEach(async () => {
  await latchkey.close()
  home.remove()
  await Promise.all(sandboxes.splice(0).map((sandbox) => sandbox.stop()))
})

async function open(seed = 'home', flavor: 'gitlab' | 'interface' = 'gitlab'): Promise<Sandbox> {
  const sandbox = await startSeededSandbox({ users: 0, flavor, seed, now: () => new Date(clock) })
  sandboxes.push(sandbox)
  return sandbox
}

async function findItem({ id }: Account, kind: AttentionItem['kind']) {
  const { items } = await latchkey.value<Attention>('attention.get', {}, id)
  return items.filter((item) => item.kind === kind)
}

/** Sends a request as the account's user, bypassing Latchkey. */
async function send<T = unknown>(
  { url }: Sandbox,
  token: string,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const answer = await fetch(`${url}/api/v4${path}`, {
    method,
    headers: { 'private-token': token, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  })
  expect(answer.status).toBeLessThan(300)
  return (await answer.json()) as T
}

describe('two-factor authentication', () => {
  it('is reported with the sign-in providers when disabled', async () => {
    const sandbox = await open()
    const maya = await latchkey.signIn(sandbox.url, sandbox.tokens.user)
    expect(await findItem(maya, 'two-factor-off')).toEqual([])
    const path = `/users/${maya.user.id}/disable_two_factor`
    await fetch(`${sandbox.url}/api/v4${path}`, {
      method: 'PATCH',
      headers: { 'private-token': sandbox.tokens.admin },
    })
    expect(await findItem(maya, 'two-factor-off')).toMatchObject([
      { kind: 'two-factor-off', providers: ['ldapmain'] },
    ])
  })
})

describe('private key without a passphrase', () => {
  it('is reported until a passphrase is set, if its public key is on the account', async () => {
    const sandbox = await open()
    const { user } = sandbox.tokens
    const maya = await latchkey.signIn(sandbox.url, user)
    const add = (title: string, key: string) =>
      send<{ id: number }>(sandbox, user, 'POST', '/user/keys', { title, key })
    const { id } = await add('Open', keygen(`${home.ssh}/it's open`))
    const closed = `${home.ssh}/closed`
    await add('Closed', keygen(closed))
    execFileSync('ssh-keygen', ['-q', '-p', '-P', '', '-N', 'secret', '-f', closed])
    keygen(`${home.ssh}/elsewhere`)

    const items = await findItem(maya, 'local-key-unprotected')
    expect(items).toMatchObject([{ keyId: id, title: 'Open', file: "~/.ssh/it's open" }])
    const [command] = items.flatMap((item) => ('command' in item ? item.command : []))
    execFileSync('sh', ['-c', `${command} -P '' -N secret`], { stdio: 'ignore' })
    expect(await findItem(maya, 'local-key-unprotected')).toEqual([])
  })
})

describe('key on two accounts', () => {
  let accounts: { sandbox: Sandbox; token: string; account: Account }[]
  beforeEach(async () => {
    accounts = []
    for (const user of ['user', 'admin'] as const) {
      const sandbox = await open(user)
      const token = sandbox.tokens[user]
      accounts.push({ sandbox, token, account: await latchkey.signIn(sandbox.url, token) })
    }
  })

  const read = (account: Account) => latchkey.value('attention.get', {}, account.id)

  it('is reported with the other account’s label without requesting its keys', async () => {
    const [work, other] = accounts as [(typeof accounts)[0], (typeof accounts)[0]]
    const key = keygen(`${home.ssh}/shared`)
    const add = ({ sandbox, token }: typeof work, title: string, line: string) =>
      send<{ id: number }>(sandbox, token, 'POST', '/user/keys', { title, key: line })
    await add(work, 'Own', keygen(`${home.ssh}/own`))
    const { id } = await add(work, 'Shared', key)
    await add(other, 'Same', key)
    requests = []
    expect(await findItem(work.account, 'key-on-two-accounts')).toEqual([])
    expect(requests.filter((url) => !url.startsWith(work.sandbox.url))).toEqual([])

    await read(other.account)
    requests = []
    const { label } = other.account
    expect(await findItem(work.account, 'key-on-two-accounts')).toMatchObject([
      {
        kind: 'key-on-two-accounts',
        type: 'ssh',
        keyId: id,
        title: 'Shared',
        others: [{ id: other.account.id, label }],
      },
    ])
    expect(requests.filter((url) => !url.startsWith(work.sandbox.url))).toEqual([])
  })

  it('is also reported for GPG keys', async () => {
    const [work, other] = accounts as [(typeof accounts)[0], (typeof accounts)[0]]
    const key = ed448Key('Maya <maya@example.com>', 4)
    for (const { sandbox, token } of accounts) {
      await send(sandbox, token, 'POST', '/user/gpg_keys', { key })
    }
    await latchkey.value('localGpgKeys.list', {}, other.account.id)
    expect(await findItem(work.account, 'key-on-two-accounts')).toMatchObject([
      { type: 'gpg', others: [{ id: other.account.id }] },
    ])
  })

  it('is not reported if both are the same account under two URLs of one instance', async () => {
    const [work] = accounts as [(typeof accounts)[0]]
    const { url } = work.sandbox
    const baseUrl = url.replace('127.0.0.1', 'localhost')
    const signIn = { baseUrl, token: work.token, allowHttp: true }
    const alias = await latchkey.value<Account>('accounts.add', signIn)
    expect(alias.id).not.toBe(work.account.id)
    await read(alias)
    await latchkey.value('localGpgKeys.list', {}, alias.id)
    expect(await findItem(work.account, 'key-on-two-accounts')).toEqual([])
  })
})

describe('token', () => {
  it('is reported after 90 days without use while active', async () => {
    const sandbox = await open()
    const maya = await latchkey.signIn(sandbox.url, sandbox.tokens.user)
    expect(await findItem(maya, 'token-unused')).toMatchObject([
      { name: 'Tile importer', wasUsed: true, days: 140 },
    ])
  })

  it('is not reported as unused if the service doesn’t return the last use', async () => {
    const sandbox = await open('home', 'interface')
    const maya = await latchkey.signIn(sandbox.url, sandbox.tokens.user)
    const token = { name: 'Cluster', scopes: ['k8s_proxy'] }
    await latchkey.value('ownTokens.createLimited', token, maya.id)
    clock += 100 * 24 * 60 * 60_000
    expect(await findItem(maya, 'token-unused')).toEqual([])
  })
})
