import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateKey } from 'openpgp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../database/database.ts'
import type { FlavorName } from '../flavors.ts'
import { gpgKeySamples } from '../seed/gpg-key-samples.ts'
import { noon, startTestSandbox } from '../testing/harness.ts'
import type { TestSandbox } from '../testing/harness.ts'

const noBlock =
  `is invalid. A valid public GPG key begins with '-----BEGIN PGP PUBLIC KEY BLOCK-----' ` +
  `and ends with '-----END PGP PUBLIC KEY BLOCK-----'`
const blank = `can't be blank`
const [mine, ines] = gpgKeySamples.map(({ armored }) => armored) as [string, string]
let spare: string
let secret: string
beforeAll(async () => {
  const pair = await generateKey({
    userIDs: [{ name: 'Spare', email: 'spare@example.com' }],
    date: noon,
  })
  spare = pair.publicKey.trim().replaceAll('\r', '')
  secret = pair.privateKey
})

let sandbox: TestSandbox
const add = (key: unknown) => sandbox.asUser('POST', '/user/gpg_keys', { key })
const own = async () => (await sandbox.asUser('GET', '/user/gpg_keys')).body as { id: number }[]

describe.each<FlavorName>(['interface', 'gitlab'])('GPG keys API in flavor %s', (flavor) => {
  beforeEach(async () => void (sandbox = await startTestSandbox({ flavor })))
  afterEach(() => sandbox.stop())

  /** Flavor `interface` returns a list containing the key, `gitlab` the key itself. */
  const only = (body: unknown) =>
    (flavor === 'gitlab' ? body : (body as [unknown])[0]) as { id: number }

  it('adds a key', async () => {
    const { status, body } = await add(`\n ${spare}\n\n`)
    expect(status).toBe(201)
    expect(Array.isArray(body)).toBe(flavor === 'interface')
    expect(only(body)).toEqual({ id: 5, key: spare, created_at: '2025-07-01T12:00:00.000Z' })
    expect(await own()).toHaveLength(2)
  })

  it('adds and deletes keys for administrators, requiring only the key', async () => {
    const { status, body } = await sandbox.asAdmin('POST', '/users/3/gpg_keys', { key: spare })
    expect(status).toBe(201)
    const { id } = only(body)
    expect((await sandbox.ask('GET', `/users/3/gpg_keys/${id}`)).body).toEqual(only(body))
    expect((await sandbox.asAdmin('DELETE', `/users/3/gpg_keys/${id}`)).status).toBe(204)
    expect((await sandbox.ask('GET', '/users/3/gpg_keys')).body).toEqual([])
  })

  it('deletes a key only if it is unchanged since If-Unmodified-Since', async () => {
    const { id } = only((await add(spare)).body)
    const remove = (path: string, token: string, since: string) =>
      sandbox.ask('DELETE', path, { token, headers: { 'if-unmodified-since': since } })
    const before = 'Tue, 01 Jul 2025 11:59:59 GMT'
    for (const [path, token] of [
      [`/user/gpg_keys/${id}`, sandbox.tokens.user],
      [`/users/2/gpg_keys/${id}`, sandbox.tokens.admin],
    ] as const) {
      expect((await remove(path, token, before)).status).toBe(412)
    }
    const after = 'Tue, 01 Jul 2025 12:00:00 GMT'
    expect((await remove(`/user/gpg_keys/${id}`, sandbox.tokens.user, after)).status).toBe(204)
  })
})

describe('GPG keys API', () => {
  beforeEach(async () => void (sandbox = await startTestSandbox()))
  afterEach(() => sandbox.stop())

  it('lists keys with exactly these fields, for all callers', async () => {
    const list = [{ id: 1, key: mine, created_at: expect.stringMatching(/^20\d\d-.*\.\d{3}Z$/) }]
    const { body, headers } = await sandbox.asUser('GET', '/user/gpg_keys')
    expect(body).toEqual(list)
    expect(headers.get('x-total')).toBe('1')
    expect((await sandbox.ask('GET', '/users/2/gpg_keys')).body).toEqual(body)
    expect((await sandbox.ask('GET', '/users/2/gpg_keys/1')).body).toEqual(list[0])
    expect((await sandbox.asUser('GET', '/user/gpg_keys/1')).body).toEqual(list[0])
    expect((await sandbox.ask('GET', '/users/3/gpg_keys')).body).toEqual([])
  })

  it('rejects huge keys quickly', async () => {
    const key = `-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n${'A'.repeat(1_000_000)}\n-----END PGP PUBLIC KEY BLOCK-----`
    expect((await add(key)).status).toBe(400)
  })

  it('adds a key once, even with two concurrent requests', async () => {
    const answers = await Promise.all([add(spare), add(spare)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400])
    expect(await own()).toHaveLength(2)
  })

  it('deletes keys', async () => {
    expect(await sandbox.asUser('DELETE', '/user/gpg_keys/1')).toMatchObject({
      status: 204,
      body: undefined,
    })
    expect(await own()).toEqual([])
  })

  it('returns 404 for keys of other users', async () => {
    const noKey = { status: 404, body: { message: '404 GPG Key Not Found' } }
    expect(await sandbox.asUser('GET', '/user/gpg_keys/2')).toMatchObject(noKey)
    expect(await sandbox.asAdmin('GET', '/user/gpg_keys/1')).toMatchObject(noKey)
    expect(await sandbox.asUser('DELETE', '/user/gpg_keys/2')).toMatchObject(noKey)
    expect(await sandbox.ask('GET', '/users/2/gpg_keys/2')).toMatchObject(noKey)
    expect(await sandbox.asAdmin('DELETE', '/users/2/gpg_keys/2')).toMatchObject(noKey)
  })

  it('returns 404 for unknown users', async () => {
    const nobody = { status: 404, body: { message: '404 User Not Found' } }
    expect(await sandbox.ask('GET', '/users/99999/gpg_keys')).toMatchObject(nobody)
    expect(await sandbox.ask('GET', '/users/99999/gpg_keys/1')).toMatchObject(nobody)
    expect(await sandbox.asAdmin('DELETE', '/users/99999/gpg_keys/1')).toMatchObject(nobody)
    expect(await sandbox.asAdmin('POST', '/users/99999/gpg_keys', { key: spare })).toMatchObject(
      nobody,
    )
    expect((await sandbox.asAdmin('POST', '/users/99999/gpg_keys', {})).status).toBe(400)
    expect(await sandbox.ask('GET', '/users/maya/gpg_keys')).toMatchObject({
      status: 404,
      body: { error: '404 Not Found' },
    })
  })

  it('requires a token, and an administrator for other users', async () => {
    const body = { key: spare }
    for (const [method, path] of [
      ['GET', '/user/gpg_keys'],
      ['GET', '/user/gpg_keys/1'],
      ['DELETE', '/user/gpg_keys/1'],
      ['DELETE', '/users/2/gpg_keys/1'],
    ] as const) {
      expect((await sandbox.ask(method, path)).status).toBe(401)
    }
    expect((await sandbox.ask('POST', '/user/gpg_keys', { body })).status).toBe(401)
    const forbidden = { status: 403, body: { message: '403 Forbidden' } }
    expect(await sandbox.asUser('POST', '/users/2/gpg_keys', body)).toMatchObject(forbidden)
    expect(await sandbox.asUser('DELETE', '/users/2/gpg_keys/1')).toMatchObject(forbidden)
  })
})

describe('adding an invalid GPG key', () => {
  beforeAll(async () => void (sandbox = await startTestSandbox()))
  afterAll(() => sandbox.stop())

  it.each<[string, () => unknown, object]>([
    ['a missing key', () => undefined, { error: 'key is missing' }],
    ['a map', () => ({ a: 1 }), { error: 'key is invalid' }],
    ['blank text', () => ' ', { message: { key: [blank, noBlock] } }],
    ['nonsense', () => 'hello', { message: { key: [noBlock] } }],
    ['a private block', () => secret, { message: { key: [noBlock] } }],
    ['two blocks', () => `${spare}\n${ines}`, { message: { key: [noBlock] } }],
    ['an unterminated block', () => spare.slice(0, -5), { message: { key: [noBlock] } }],
    ['a block after other text', () => `my key:\n${spare}`, { message: { key: [noBlock] } }],
    [
      'an empty block',
      () => '-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n-----END PGP PUBLIC KEY BLOCK-----',
      { message: { fingerprint: [blank], primary_keyid: [blank] } },
    ],
    [
      'a private key labeled as public',
      () => secret.replaceAll('PRIVATE', 'PUBLIC'),
      { message: { fingerprint: [blank], primary_keyid: [blank] } },
    ],
    ['the caller’s own key', () => mine, { message: { key: ['has already been taken'] } }],
    ['another user’s key', () => ines, { message: { key: ['has already been taken'] } }],
    [
      'another user’s key with other armor',
      () => ines.replace('\n\n', '\nComment: mine now\n\n'),
      {
        message: {
          fingerprint: ['has already been taken'],
          primary_keyid: ['has already been taken'],
        },
      },
    ],
  ])('rejects %s for the caller and for other users', async (_, key, refusal) => {
    for (const answer of [
      await add(key()),
      await sandbox.asAdmin('POST', '/users/3/gpg_keys', { key: key() }),
    ]) {
      expect(answer.status).toBe(400)
      expect(answer.body).toEqual(refusal)
    }
    expect(await own()).toHaveLength(1)
  })
})

describe('adding a GPG key as administrator', () => {
  it('records an audit event', async () => {
    const data = await mkdtemp(join(tmpdir(), 'sandbox-'))
    const sandbox = await startTestSandbox({ data })
    const ask = (path: string) =>
      sandbox.ask('POST', path, { token: sandbox.tokens.admin, body: { key: spare } })
    await ask('/users/3/gpg_keys')
    await ask('/users/2/gpg_keys')
    await sandbox.stop()

    const db = openDatabase(data)
    expect(db.all('SELECT author_id, entity_id, event, created_at FROM audit_events')).toEqual([
      {
        author_id: 1,
        entity_id: 3,
        event: 'gpg_key_added',
        created_at: '2025-07-01T12:00:00.000Z',
      },
    ])
    db.close()
    await rm(data, { recursive: true })
  })
})
