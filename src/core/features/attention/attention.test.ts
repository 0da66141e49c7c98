import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Sandbox } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import { currentTime } from '../../../shared/rules/clock.ts'
import type { Attention } from '../../../shared/operations/attention.ts'
import { statusEndpoints } from '../../../shared/gitlab/current-user.ts'
import { emails } from '../../../shared/gitlab/emails.ts'
import { sshKeys } from '../../../shared/gitlab/ssh-keys.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import { signedIn } from '../keys/ssh/testing/account-service.ts'
import { handMade, keygen, tempFolder } from '../keys/ssh/testing/key-material.ts'
import { dateIn } from '../../testing/dates.ts'
import { json, startServer } from '../../testing/http-server.ts'
import { createTestLatchkey } from '../../testing/latchkey.ts'
import { readAttention } from './attention.ts'

const day = 24 * 60 * 60 * 1000

beforeAll(() => vi.setSystemTime('2026-05-04T09:00:00Z'))
afterAll(() => vi.useRealTimers())

interface Token {
  id: number
  name: string
  scopes?: string[]
  expires_at: string
}

function attentionWith(tokens: Token[] = [], now = currentTime) {
  const ports = {
    ownTokens: { unrevoked: () => Promise.resolve({ tokens, isWhole: true }) },
    accessTokens: { items: async () => [] },
    otherAccounts: () => [],
    now,
  }
  return { get: (gitlab: GitLabClient) => readAttention(gitlab, ports) }
}

describe('account attention', () => {
  let sandbox: Sandbox
  let gitlab: GitLabClient
  beforeAll(async () => {
    sandbox = await startSeededSandbox({ users: 0, flavor: 'gitlab' })
    gitlab = await signedIn(sandbox.url, sandbox.tokens.user)
    for (const { id } of await gitlab.all(sshKeys.list, {})) {
      await gitlab.call(sshKeys.remove, { key_id: id })
    }
    for (const { id, confirmed_at } of await gitlab.all(emails.list, {})) {
      if (!confirmed_at) await gitlab.call(emails.remove, { email_id: id })
    }
    await gitlab.call(statusEndpoints.set, {})
  })
  afterAll(() => sandbox.stop())

  it('reports missing SSH keys', async () => {
    expect(await attentionWith().get(gitlab)).toMatchObject({
      items: [{ kind: 'ssh-keys-missing' }],
      counts: expect.objectContaining({ todos: expect.any(Number) }),
      failures: [],
    })
  })

  it('lists what will soon break before what has expired', async () => {
    const folder = tempFolder()
    const add = (title: string, days?: number) =>
      gitlab.call(sshKeys.add, {
        title,
        key: keygen(`${folder.path}/${title}`),
        expires_at: days && new Date(currentTime() + days * day).toISOString(),
      } as never)
    await add('week', 6.5)
    await add('month', 29.5)
    await add('later', 31)
    await add('never')
    folder.remove()
    await gitlab.call(emails.add, { email: 'waiting@example.com' })
    await gitlab.call(statusEndpoints.set, {
      emoji: 'coffee',
      message: 'Tea',
      clear_status_after: '30_minutes',
    })
    const tokenIn = (id: number, days: number, scopes = ['k8s_proxy']): Token => ({
      id,
      name: `token ${id}`,
      scopes,
      expires_at: dateIn(days),
    })
    const tokens = [
      ...[tokenIn(1, -40), tokenIn(2, -2), tokenIn(3, 3), tokenIn(4, 20)],
      ...[tokenIn(5, 20, ['api', 'k8s_proxy']), tokenIn(6, 31, ['api'])],
    ]

    const { items, failures } = await attentionWith(tokens).get(gitlab)
    expect(failures).toEqual([])
    expect(items.map((item) => ('daysLeft' in item ? item.daysLeft : item.kind))).toEqual([
      3,
      6,
      20,
      29,
      'token-expired',
      'email-unconfirmed',
    ])
    expect(items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'token-expired', tokenId: 2 }),
        expect.objectContaining({ kind: 'token-expiring', tokenId: 3, daysLeft: 3 }),
        expect.objectContaining({ kind: 'token-expiring', tokenId: 5, daysLeft: 20 }),
        expect.objectContaining({ title: 'week', daysLeft: 6 }),
        expect.objectContaining({ title: 'month', daysLeft: 29 }),
        expect.objectContaining({ email: 'waiting@example.com' }),
      ]),
    )
    const later = await attentionWith([], () => currentTime() + 7 * day).get(gitlab)
    expect(later.items).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: 'ssh-key-expired', title: 'week' })]),
    )
  })
})

// Services reject new weak keys but keep the ones they have.
it('reports why a key is weak in addition to its expiry', async () => {
  const folder = tempFolder()
  const keys = [
    { id: 1, title: 'good', key: keygen(`${folder.path}/good`) },
    {
      id: 2,
      title: 'dsa',
      key: handMade()['ssh-dss'],
      expires_at: new Date(currentTime() + 2.5 * day).toISOString(),
    },
    { id: 3, title: 'rsa', key: keygen(`${folder.path}/rsa`, 'rsa', '-b', '1024') },
  ]
  folder.remove()
  const server = await startServer((request, response) => {
    const path = request.url.replace(/^\/api\/v4|\?.*$/g, '')
    if (path === '/user/keys') json(response, 200, keys)
    else if (path === '/user/emails') json(response, 200, [{ id: 1, email: 'a@b.example' }])
    else json(response, 200, { id: 1, username: 'ada', name: 'Ada' })
  })
  const { items } = await attentionWith().get(await signedIn(server.url))
  expect(items).toEqual([
    expect.objectContaining({ kind: 'ssh-key-expiring', keyId: 2, daysLeft: 2 }),
    { kind: 'ssh-key-weak', keyId: 2, title: 'dsa', message: expect.stringContaining('DSA') },
    { kind: 'ssh-key-weak', keyId: 3, title: 'rsa', message: expect.stringContaining('1024') },
  ])
  await server.stop()
})

describe('attention when one part fails', () => {
  const answers: Record<string, unknown> = {
    '/user': { id: 1, username: 'ada', name: 'Ada' },
    '/user_counts': { todos: 3 },
    '/user/keys': [{ id: 1, title: 'old', key: 'nonsense', expires_at: '2020-01-01T00:00:00Z' }],
    '/user/emails': [{ id: 1, email: 'a@b.example', confirmed_at: null }],
  }
  it.each([
    ['/user/keys', 'sshKeys'],
    ['/user/emails', 'emails'],
    ['/user', 'twoFactor'],
    ['/user_counts', 'counts'],
  ])('keeps the results of other parts if %s fails', async (broken, part) => {
    let isSignedIn = false
    const server = await startServer((request, response) => {
      const path = request.url.replace(/^\/api\/v4|\?.*$/g, '')
      if (isSignedIn && path === broken)
        json(response, 500, { message: '500 Internal Server Error' })
      else json(response, 200, answers[path])
    })
    const gitlab = await signedIn(server.url)
    isSignedIn = true
    const attention = await attentionWith().get(gitlab)
    expect(attention.failures).toMatchObject([{ part, failure: { kind: 'service-error' } }])
    expect(attention.counts === undefined).toBe(part === 'counts')
    expect(attention.items).toHaveLength(part.endsWith('s') && part !== 'counts' ? 1 : 2)
    await server.stop()
  })

  it('keeps known tokens and the other parts if the token list fails', async () => {
    const server = await startServer((request, response) =>
      json(response, 200, answers[request.url.replace(/^\/api\/v4|\?.*$/g, '')]),
    )
    const failure = { kind: 'offline', message: 'Gone.' } as const
    const tokens = [{ id: 1, name: 'cluster', expires_at: dateIn(3) }]
    const attention = await readAttention(await signedIn(server.url), {
      ownTokens: { unrevoked: () => Promise.resolve({ tokens, isWhole: false, failure }) },
      accessTokens: { items: async () => [] },
      otherAccounts: () => [],
      now: currentTime,
    })
    expect(attention.failures).toEqual([{ part: 'tokens', failure }])
    expect(attention.items.map(({ kind }) => kind)).toEqual([
      'token-expiring',
      'ssh-key-expired',
      'email-unconfirmed',
    ])
    await server.stop()
  })
})

describe('the account’s own tokens', () => {
  it.each([
    ['every token is listed', { flavor: 'gitlab' }, 'user', true],
    ['the instance has no list', { flavor: 'interface' }, 'user', false],
    ['the token lacks the scope for the list', { flavor: 'gitlab' }, 'read_user', false],
  ] as const)(
    'are marked as complete only if every token could be listed: %s',
    async (_, options, token, expected) => {
      const sandbox = await startSeededSandbox({ users: 0, ...options })
      const latchkey = createTestLatchkey({ now: currentTime })
      const { id } = await latchkey.signIn(sandbox.url, sandbox.tokens[token])
      const { areTokensListed } = await latchkey.value<Attention>('attention.get', {}, id)
      expect(areTokensListed).toBe(expected)
      await latchkey.close()
      await sandbox.stop()
    },
  )

  it.each([
    ['a failing list', 500, {}],
    ['an unreadable entry', 200, [{ name: 'no ID' }]],
  ] as const)('are not marked as complete with %s', async (_, status, body) => {
    const server = await startServer((request, response) => {
      const path = request.url.replace(/^\/api\/v4|\?.*$/g, '')
      if (path === '/user') return json(response, 200, { id: 1, username: 'ada', name: 'Ada' })
      if (path !== '/personal_access_tokens') return json(response, 200, [])
      return json(response, status, body)
    })
    const latchkey = createTestLatchkey({ now: currentTime })
    const { id } = await latchkey.signIn(server.url, 'glpat-of-ada')
    const attention = await latchkey.value<Attention>('attention.get', {}, id)
    expect(attention.areTokensListed).toBe(false)
    await latchkey.close()
    await server.stop()
  })

  it('are listed before they expire, except Latchkey’s token and revoked tokens', async () => {
    const sandbox = await startSeededSandbox({ users: 0, flavor: 'gitlab' })
    const latchkey = createTestLatchkey({ now: currentTime })
    const post = async (path: string, body: object) => {
      const answer = await fetch(`${sandbox.url}/api/v4${path}`, {
        method: 'POST',
        headers: { 'private-token': sandbox.tokens.admin, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return (await answer.json()) as { id: number; token: string }
    }
    const create = (name: string, days: number) =>
      post('/users/2/personal_access_tokens', {
        name,
        scopes: ['api'],
        expires_at: dateIn(days),
      })
    const { token } = await create('with which Latchkey is signed in', 3)
    await create('in three days', 3)
    await create('next month', 30)
    const revoked = await create('revoked', 3)
    const { id } = await latchkey.signIn(sandbox.url, token)
    await latchkey.value('ownTokens.revoke', { id: revoked.id }, id)
    const { items } = await latchkey.value<Attention>('attention.get', {}, id)
    const tokens = items.filter((item) => 'tokenId' in item)
    expect(tokens.map(({ kind, name }) => [kind, name])).toEqual([
      ['token-expiring', 'in three days'],
      ['token-expiring', 'CI deploy preview'],
      ['token-expiring', 'next month'],
      ['token-expired', 'Old laptop'],
      ['token-expired', 'Changelog script'],
      ['token-unused', 'Tile importer'],
    ])
    await latchkey.close()
    await sandbox.stop()
  })
})
