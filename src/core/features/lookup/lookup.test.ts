import { generateKeyPairSync, hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
  vi,
} from 'vitest'
import { type OtherTokenKind, otherTokenPrefixes } from '../../../sandbox/database/other-tokens.ts'
import { gpgKeySamples } from '../../../sandbox/seed/gpg-key-samples.ts'
import { otherTokenSecret } from '../../../sandbox/seed/other-tokens.ts'
import { tokenSecret } from '../../../sandbox/seed/random.ts'
import { deployKeySample, sshKeySamples } from '../../../sandbox/seed/ssh-key-samples.ts'
import { parseFault } from '../../../sandbox/faults.ts'
import type { Sandbox, SandboxOptions } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import { applications } from '../../../shared/gitlab/applications.ts'
import { sshKeys } from '../../../shared/gitlab/ssh-keys.ts'
import { currentTime } from '../../../shared/rules/clock.ts'
import type { CreatedToken } from '../../../shared/gitlab/tokens.ts'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { AuditLogEntry } from '../../../shared/operations/audit-log.ts'
import type { JobSummary } from '../../../shared/operations/jobs.ts'
import type { LookupAnswer, RevocationAnswer } from '../../../shared/operations/lookup.ts'
import type { ReviewState } from '../../../shared/operations/review.ts'
import { createTokenClient } from '../../gitlab/testing/token-client.ts'
import { createNodeFetch } from '../../platform/network/node-fetch.ts'
import { dateIn } from '../../testing/dates.ts'
import { json, startServer } from '../../testing/http-server.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'
import { readAll } from '../directory/testing/sync.ts'
import { keygen, tempFolder } from '../keys/ssh/testing/key-material.ts'

let latchkey: TestLatchkey
let sandbox: Sandbox
let ines: Account
/** How far (ms) the clock of the computer is ahead. */
let ahead: number
beforeEach(() => {
  ahead = 0
  latchkey = createTestLatchkey({ now: () => currentTime() + ahead })
})
afterEach(() => latchkey.close())

const find = (text: string) => latchkey.value<LookupAnswer>('lookup.find', { text }, ines.id)
const findFailure = (text: string) => latchkey.failure('lookup.find', { text }, ines.id)
const revoke = (text: string, kind: string, id?: number) =>
  latchkey.value<RevocationAnswer>('lookup.revoke', { text, kind, id }, ines.id)
/** Queues the revocation of a token by its ID, and waits until it was done. */
async function revokeById(text: string, kind: string, id: number): Promise<void> {
  const answer = await revoke(text, kind, id)
  if (answer.outcome !== 'queued') expect.fail(JSON.stringify(answer))
  const { run: job } = answer
  ahead += 31_000
  await latchkey.value('jobs.resumeAll', {}, ines.id)
  await expect
    .poll(() => latchkey.value<JobSummary>('jobs.get', { job }, ines.id), { timeout: 20_000 })
    .toMatchObject({ state: 'finished' })
}
const maya = { id: 2, username: 'maya.lindqvist', name: 'Maya Lindqvist', state: 'active' }

async function newest(): Promise<AuditLogEntry | undefined> {
  const { items } = await latchkey.value<{ items: AuditLogEntry[] }>('auditLog.list', {}, ines.id)
  return items[0]
}

async function createToken(operation: 'createPersonal' | 'createImpersonation', user_id = 2) {
  const input = {
    user_id,
    name: 'robot',
    scopes: ['read_user'],
    expires_at: dateIn(10),
    reason: 'Test',
  }
  const created = await latchkey.value<CreatedToken>(`adminTokens.${operation}`, input, ines.id)
  return { id: created.id!, token: created.token }
}

async function credentialOf(text: string) {
  const answer = await find(text)
  if (answer.outcome !== 'found') expect.fail(JSON.stringify(answer))
  return answer.credential
}

function shared(options: SandboxOptions = {}) {
  beforeAll(async () => {
    sandbox = await startSeededSandbox({ users: 0, flavor: 'gitlab', ...options })
  })
  afterAll(() => sandbox.stop())
  beforeEach(async () => {
    ines = await latchkey.signIn(sandbox.url, sandbox.tokens.admin)
  })
}

describe('a token that is looked up', () => {
  shared()

  it('is described with its owner, scopes, dates, and addresses', async () => {
    const purpose = 'personal maya.lindqvist CI deploy preview'
    expect(await find(`  ${tokenSecret('1', purpose)}\n`)).toEqual({
      outcome: 'found',
      subject: 'token',
      credential: {
        kind: 'personal',
        id: expect.any(Number),
        name: 'CI deploy preview',
        owner: { ...maya, isBot: false },
        scopes: ['read_api', 'read_repository', 'read_registry'],
        created_at: expect.any(String),
        last_used_at: expect.any(String),
        last_used_ips: ['198.51.100.40', '198.51.100.41'],
        expires_at: dateIn(12),
        state: 'active',
        revocation: { by: 'id', effect: 'revokes' },
      },
    })
  })

  it('is told apart from an impersonation token', async () => {
    const { token } = await createToken('createImpersonation')
    expect(await credentialOf(token)).toMatchObject({ kind: 'impersonation', owner: maya })
  })

  it('is a project access token if its owner is a bot of a project', async () => {
    const token = tokenSecret('1', 'personal project_17_bot_9f2c Release notes')
    expect(await credentialOf(token)).toMatchObject({
      kind: 'project',
      resource: { type: 'project', id: 17 },
      owner: { username: 'project_17_bot_9f2c', isBot: true },
      revocation: { by: 'id' },
    })
  })

  it('can’t be revoked if it already is, or has expired', async () => {
    const nothing = { by: 'nothing', reason: 'inactive' }
    const { revoked, expired } = sandbox.tokens
    expect(await credentialOf(revoked)).toMatchObject({ state: 'revoked', revocation: nothing })
    expect(await credentialOf(expired)).toMatchObject({ state: 'expired', revocation: nothing })
  })

  it.each<[OtherTokenKind, object]>([
    ['deploy', { kind: 'deploy', name: 'Registry mirror', scopes: expect.any(Array) }],
    ['feed', { kind: 'feed', id: 2, name: '', owner: maya }],
    ['incoming_email', { kind: 'incomingEmail', owner: maya }],
    ['cluster_agent', { kind: 'clusterAgent', owner: maya, resource: { type: 'agent', id: 4 } }],
    ['trigger', { kind: 'trigger', name: 'Nightly tiles', owner: maya, expires_at: null }],
    ['job', { kind: 'job', id: 4711, owner: maya, resource: { type: 'project', id: 17 } }],
    ['feature_flags', { kind: 'featureFlags', name: '' }],
    ['session', { kind: 'session', owner: maya }],
  ])('is described if it is of the kind %s', async (kind, expected) => {
    const credential = await credentialOf(otherTokenSecret('1', kind))
    expect(credential).toMatchObject({ ...expected, state: 'active' })
    expect(credential.owner !== undefined).toBe('owner' in expected)
    const by = kind === 'job' ? 'nothing' : 'token'
    expect(credential.revocation.by).toBe(by)
  })

  it('is described if it belongs to a runner or an application', async () => {
    const gitlab = createTokenClient(sandbox.url, sandbox.tokens.admin)
    const input = { runner_type: 'instance_type', description: 'shared-linux' }
    const runner = await latchkey.value<{ token: string }>('user.createRunner', input, ines.id)
    expect(await credentialOf(runner.token)).toMatchObject({
      kind: 'runner',
      name: 'shared-linux',
      runnerType: 'instance_type',
      revocation: { by: 'token', effect: 'replacesRunnerToken' },
    })
    const { secret } = await gitlab.call(applications.create, {
      name: 'Wiki',
      redirect_uri: 'http://127.0.0.1/',
      scopes: 'api',
      confidential: false,
    })
    expect(await credentialOf(secret!)).toMatchObject({
      kind: 'applicationSecret',
      name: 'Wiki',
      revocation: { by: 'token', effect: 'replacesApplicationSecret' },
    })
  })

  it('isn’t found if the instance doesn’t know it, or can’t look up such tokens', async () => {
    expect(await find('glpat-aaaaaaaaaaaaaaaaaaaa')).toEqual({
      outcome: 'notFound',
      subject: 'token',
    })
    for (const prefix of Object.values(otherTokenPrefixes)) {
      expect((await find(`${prefix}aaaaaaaaaaaaaaaaaaaa`)).outcome).toBe('notFound')
    }
    expect((await find('aaaaaaaaaaaaaaaaaaaaaaaa')).outcome).toBe('kindNotSupported')
  })

  it('is recognized if Latchkey is signed in with it, without a request', async () => {
    const other = await latchkey.signIn(sandbox.url, sandbox.tokens.user)
    await sandbox.stop()
    expect(await find(sandbox.tokens.admin)).toMatchObject({
      outcome: 'latchkeys',
      account: ines.id,
    })
    expect(await find(sandbox.tokens.user)).toMatchObject({
      outcome: 'latchkeys',
      account: other.id,
    })
    sandbox = await startSeededSandbox({ users: 0, flavor: 'gitlab' })
  })

  it('is refused if it isn’t a token or a key', async () => {
    for (const text of ['short', 'two words and more', `glpat-é${'a'.repeat(20)}`]) {
      expect((await findFailure(text)).kind).toBe('invalid')
    }
    const two = `${sshKeySamples.ed25519}\n${sshKeySamples.rsa2048}`
    expect((await findFailure(two)).message).toContain('several keys')
  })
})

describe('a personal access token', () => {
  const token = { id: 41, user_id: 7, name: 'CI', scopes: ['api'], revoked: false }
  type Case = [kind: string, more: { username?: string; impersonation?: boolean }, answer: Answer]
  type Answer = [status: number, body: object]
  const missing: Answer = [404, { message: '404 Not found' }]

  it.each<Case>([
    ['personal', {}, missing],
    ['impersonation', {}, [200, { ...token, impersonation: true }]],
    ['personal', { impersonation: false }, [500, {}]],
    ['impersonation', { impersonation: true }, missing],
    ['personalOrImpersonation', {}, [403, { message: '403 Forbidden' }]],
    ['group', { username: 'group_5_bot_9f2c' }, missing],
    ['project', { username: 'project_17_bot' }, missing],
  ])('is of the kind %s: %o, %o', async (kind, { username = 'bob', ...more }, answer) => {
    const server = await startServer(({ method, url }, response) => {
      if (method === 'POST') return json(response, 200, { ...token, ...more })
      if (url.includes('/impersonation_tokens/')) return json(response, ...answer)
      const id = url.endsWith('/users/7') ? 7 : 1
      json(response, 200, { id, username, name: 'Bob', state: 'active', is_admin: true })
    })
    ines = await latchkey.signIn(server.url, 'glpat-administrator')
    const { revocation, ...credential } = await credentialOf('glpat-aaaaaaaaaaaaaaaaaaaa')
    expect(credential).toMatchObject({ kind, id: 41, owner: { id: 7, username } })
    expect(revocation.by).toBe('id')
    await server.stop()
  })
})

describe('an SSH key that is looked up', () => {
  shared()
  const sha256 = 'SHA256:'

  it('is found by its line, its SHA256 fingerprint, and its MD5 fingerprint', async () => {
    const byLine = await find(`${sshKeySamples.ed25519} maya@laptop`)
    expect(byLine).toMatchObject({
      outcome: 'found',
      subject: 'sshKey',
      fingerprint: expect.stringContaining(sha256),
      credential: {
        kind: 'sshKey',
        name: 'Work laptop',
        owner: maya,
        last_used_at: expect.any(String),
        revocation: { by: 'sshKey', effect: 'removesKey' },
      },
    })
    const { fingerprint } = byLine
    expect(await find(fingerprint!)).toEqual(byLine)
    expect(await find(`256 ${fingerprint} maya@laptop (ED25519)`)).toEqual(byLine)
    const blob = Buffer.from(sshKeySamples.ed25519.split(' ')[1]!, 'base64')
    const md5 = hash('md5', blob).match(/../g)!.join(':')
    for (const text of [md5, `MD5:${md5}`, `256 MD5:${md5.toUpperCase()} maya@laptop (ED25519)`]) {
      expect(await find(text)).toEqual({ ...byLine, fingerprint: md5 })
    }
  })

  it('has projects if it is a deploy key, and can’t be removed', async () => {
    expect(await credentialOf(deployKeySample)).toMatchObject({
      kind: 'deployKey',
      name: 'Preview server',
      owner: maya,
      projects: [
        { id: 17, canPush: true },
        { id: 3, canPush: false },
      ],
      revocation: { by: 'nothing', reason: 'kind' },
    })
  })

  it('isn’t found if nobody has it', async () => {
    const fingerprint = `SHA256:${'a'.repeat(43)}`
    expect(await find(fingerprint)).toEqual({ outcome: 'notFound', subject: 'sshKey', fingerprint })
  })
})

describe('a private key that is looked up', () => {
  shared()

  it('is found by the fingerprint of its public part, even with a passphrase', async () => {
    const { path: folder, remove } = tempFolder()
    for (const [name, passphrase] of Object.entries({ open: '', closed: 'a passphrase' })) {
      const line = keygen(`${folder}/${name}`, 'ed25519', '-N', passphrase)
      const privateKey = readFileSync(`${folder}/${name}`, 'utf8')
      const missing = { outcome: 'notFound', subject: 'sshKey', isPrivateKey: true }
      expect(await find(privateKey)).toMatchObject(missing)
      const key = { id: 2, key: line, title: name }
      await createTokenClient(sandbox.url, sandbox.tokens.admin).call(sshKeys.addFor, key)
      expect(await find(privateKey)).toMatchObject({
        outcome: 'found',
        isPrivateKey: true,
        credential: { name, owner: maya },
      })
    }
    remove()
  })

  it('is refused without a request if its public part is hidden', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const pem = privateKey.export({ type: 'pkcs1', format: 'pem' })
    expect(await find(String(pem))).toEqual({
      outcome: 'privateKey',
      subject: 'sshKey',
      isPrivateKey: true,
    })
  })
})

describe('a key of the newest review', () => {
  let isOffline = false
  const send = createNodeFetch()
  beforeEach(async () => {
    isOffline = false
    sandbox = await startSeededSandbox({ users: 0, flavor: 'gitlab' })
    await latchkey.close()
    latchkey = createTestLatchkey({
      fetch: (...request) =>
        isOffline ? Promise.reject(new TypeError('fetch failed')) : send(...request),
    })
    ines = await latchkey.signIn(sandbox.url, sandbox.tokens.admin)
  })
  afterEach(() => sandbox.stop())

  async function review() {
    await readAll(latchkey, ines.id)
    const selection = { kind: 'users', ids: [2] }
    const { id } = await latchkey.value<ReviewState>('review.start', { selection }, ines.id)
    await vi.waitUntil(async () => {
      const state = await latchkey.value<ReviewState>('review.state', {}, ines.id)
      return state.phase === 'done'
    })
    return id
  }

  it('is found offline by its SHA256 fingerprint, with its age', async () => {
    const id = await review()
    isOffline = true
    expect(await find(sshKeySamples.ed25519)).toMatchObject({
      outcome: 'found',
      credential: { kind: 'sshKey', name: 'Work laptop', owner: maya, state: 'unknown' },
      fromReview: { review: id, asOf: expect.any(Number), failure: { kind: 'offline' } },
    })
    expect(await find(`SHA256:${'a'.repeat(43)}`)).toMatchObject({
      outcome: 'notFound',
      fromReview: { review: id },
    })
    expect((await findFailure('ba:81:59:68:d7:6c:cd:02:02:bf:6a:9b:55:4e:af:d1')).kind).toBe(
      'offline',
    )
    expect((await findFailure('glpat-aaaaaaaaaaaaaaaaaaaa')).kind).toBe('offline')
  })

  it('is the only way to find a GPG key', async () => {
    const { armored, fingerprint } = gpgKeySamples[0]!
    expect(await find(armored)).toEqual({ outcome: 'noReview', subject: 'gpgKey', fingerprint })
    const id = await review()
    const answer = await find(armored)
    expect(answer).toMatchObject({
      outcome: 'found',
      credential: { kind: 'gpgKey', owner: maya, fingerprint, revocation: { by: 'gpgKey' } },
      fromReview: { review: id },
    })
    expect(await find(fingerprint.replaceAll(/(.{4})/g, '$1 '))).toEqual(answer)
  })

  it('doesn’t hide that the instance can’t be reached if there is no review', async () => {
    isOffline = true
    expect((await findFailure(sshKeySamples.ed25519)).kind).toBe('offline')
  })
})

describe('an instance without the lookup', () => {
  it.each([{ hasLookup: false }, { flavor: 'interface' }] as const)(
    'is told from one that doesn’t know the token: %o',
    async (options) => {
      sandbox = await startSeededSandbox({ users: 0, flavor: 'gitlab', ...options })
      ines = await latchkey.signIn(sandbox.url, sandbox.tokens.admin)
      expect((await find('glpat-aaaaaaaaaaaaaaaaaaaa')).outcome).toBe('notSupported')
      expect((await find(sshKeySamples.ed25519)).outcome).toBe('notSupported')
      await sandbox.stop()
    },
  )

  it('finds SSH keys, but no tokens, in version 16.4', async () => {
    sandbox = await startSeededSandbox({ users: 0, flavor: 'gitlab', version: '16.4' })
    ines = await latchkey.signIn(sandbox.url, sandbox.tokens.admin)
    expect((await find(sandbox.tokens.user)).outcome).toBe('notSupported')
    expect((await find(sshKeySamples.ed25519)).outcome).toBe('found')
    await sandbox.stop()
  })

  it('is told from one that refuses', async () => {
    const faults = ['* /admin/token * status=403', 'GET /keys * status=403'].map(parseFault)
    sandbox = await startSeededSandbox({ users: 0, flavor: 'gitlab', faults })
    ines = await latchkey.signIn(sandbox.url, sandbox.tokens.admin)
    expect(await findFailure('glpat-aaaaaaaaaaaaaaaaaaaa')).toMatchObject({ status: 403 })
    expect(await findFailure(sshKeySamples.ed25519)).toMatchObject({ status: 403 })
    const user = await latchkey.signIn(sandbox.url, sandbox.tokens.user)
    expect(
      await latchkey.failure('lookup.find', { text: 'glpat-aaaaaaaa' }, user.id),
    ).toMatchObject({ kind: 'forbidden' })
    await sandbox.stop()
  })
})

describe('revoking a token that was looked up', () => {
  shared()
  const revoked = { outcome: 'revoked' }

  it.each([
    ['personal', 'createPersonal'],
    ['impersonation', 'createImpersonation'],
  ] as const)('is a run with an undo period for the kind %s', async (kind, operation) => {
    const { token, id } = await createToken(operation)
    const answer = await revoke(token, kind, id)
    if (answer.outcome !== 'queued') expect.fail(JSON.stringify(answer))
    expect(await credentialOf(token)).toMatchObject({ state: 'active' })
    const again = await latchkey.failure('lookup.revoke', { text: token, kind, id }, ines.id)
    expect(again.message).toContain('already being revoked')
    await latchkey.value('jobs.cancel', { job: answer.run }, ines.id)
    await revokeById(token, kind, id)
    expect(await newest()).toMatchObject({
      action: 'personalAccessTokens.revoke',
      target: { id: 2, username: 'maya.lindqvist' },
      object: 'robot',
      outcome: 'done',
    })
    expect(await credentialOf(token)).toMatchObject({ state: 'revoked' })
  })

  it('isn’t stopped by an exception, because it was selected by hand', async () => {
    const exception = { id: 2, username: 'maya.lindqvist', reason: 'On leave' }
    await latchkey.value('exceptions.set', exception, ines.id)
    const { token, id } = await createToken('createPersonal')
    await revokeById(token, 'personal', id)
    expect(await credentialOf(token)).toMatchObject({ state: 'revoked' })
    await latchkey.value('exceptions.remove', { id: 2 }, ines.id)
  })

  it.each<[OtherTokenKind, string, number | undefined]>([
    ['deploy', 'deploy', 1],
    ['feed', 'feed', 2],
    ['incoming_email', 'incomingEmail', 2],
    ['cluster_agent', 'clusterAgent', 1],
    ['trigger', 'trigger', 1],
    ['feature_flags', 'featureFlags', undefined],
    ['session', 'session', 2],
  ])('sends the token itself for the kind %s', async (kind, shown, id) => {
    const token = otherTokenSecret('1', kind)
    expect(await revoke(token, shown, id)).toEqual(revoked)
    expect(await newest()).toMatchObject({
      action: 'anyTokens.revoke',
      ...(id !== undefined && { object: `#${id}` }),
      outcome: 'done',
    })
    const answer = await find(token)
    if (answer.outcome === 'found') {
      expect(['revoked', 'expired']).toContain(answer.credential.state)
    } else expect(answer.outcome).toBe('notFound')
  })

  it('replaces a runner’s token', async () => {
    const input = { runner_type: 'instance_type' }
    const { id, token } = await latchkey.value<{ id: number; token: string }>(
      'user.createRunner',
      input,
      ines.id,
    )
    expect(await revoke(token, 'runner', id)).toEqual(revoked)
    expect((await find(token)).outcome).toBe('notFound')
  })

  it('is refused for what it can’t revoke', async () => {
    const job = otherTokenSecret('1', 'job')
    const calls = [
      { text: job, kind: 'job', id: 4711 },
      {
        text: sandbox.tokens.revoked,
        kind: 'personal',
        id: (await credentialOf(sandbox.tokens.revoked)).id,
      },
      { text: sshKeySamples.ed25519, kind: 'sshKey', id: 1 },
    ]
    for (const call of calls) {
      expect((await latchkey.failure('lookup.revoke', call, ines.id)).message).toContain('revoked')
    }
    expect(await newest()).toBeUndefined()
  })

  it('is explained if the version can only look tokens up', async () => {
    const old = await startSeededSandbox({ users: 0, flavor: 'gitlab', version: '17' })
    onTestFinished(() => old.stop())
    const account = await latchkey.signIn(old.url, old.tokens.admin)
    const call = { text: otherTokenSecret('1', 'deploy'), kind: 'deploy', id: 1 }
    const { message, status } = await latchkey.failure('lookup.revoke', call, account.id)
    expect(message).toContain('no API to revoke this token')
    expect(status).toBe(405)
  })

  it('counts under the ceiling', async () => {
    const ceiling = { action: 'revoke_tokens', limit: 1, reason: 'Test' }
    await latchkey.value('limits.set', ceiling, ines.id)
    const tokens = [await createToken('createPersonal'), await createToken('createPersonal')]
    await revokeById(tokens[0]!.token, 'personal', tokens[0]!.id)
    const { token: text, id } = tokens[1]!
    const call = { text, kind: 'personal', id }
    expect((await latchkey.failure('lookup.revoke', call, ines.id)).reason).toBe('ceiling')
    const runner = await latchkey.value<{ id: number; token: string }>(
      'user.createRunner',
      { runner_type: 'instance_type' },
      ines.id,
    )
    const other = { text: runner.token, kind: 'runner', id: runner.id }
    expect((await latchkey.failure('lookup.revoke', other, ines.id)).reason).toBe('ceiling')
  })
})

describe('a revocation whose response is lost', () => {
  const start = async (...faults: string[]) => {
    sandbox = await startSeededSandbox({
      users: 0,
      flavor: 'gitlab',
      faults: faults.map(parseFault),
    })
    onTestFinished(() => sandbox.stop())
    ines = await latchkey.signIn(sandbox.url, sandbox.tokens.admin)
  }

  it('is settled by another lookup if it was done', async () => {
    await start('DELETE /** * reset-after')
    const feed = otherTokenSecret('1', 'feed')
    expect(await revoke(feed, 'feed', 2)).toEqual({ outcome: 'revoked' })
    expect((await newest())!.outcome).toBe('done')
  })

  it('is reported as not done if the token still works', async () => {
    await start('DELETE /** 1 reset-before')
    expect(await revoke(otherTokenSecret('1', 'deploy'), 'deploy', 1)).toMatchObject({
      outcome: 'notRevoked',
      failure: { message: expect.stringContaining('still works') },
    })
    expect((await newest())!.outcome).toBe('refused')
  })

  it('is reported as unknown if the token can’t be looked up again', async () => {
    await start('DELETE /admin/token * reset-after', 'POST /admin/token 2+ status=500')
    expect(await revoke(otherTokenSecret('1', 'deploy'), 'deploy', 1)).toMatchObject({
      outcome: 'unknown',
      failure: { kind: 'unknown-outcome' },
    })
    expect((await newest())!.outcome).toBe('unknown')
  })
})
