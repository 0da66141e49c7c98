import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../database/database.ts'
import type { FlavourName } from '../flavours.ts'
import { sshKeySamples } from '../seed/ssh-key-samples.ts'
import { startTestSandbox } from '../testing/harness.ts'
import type { TestSandbox } from '../testing/harness.ts'

const spare = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIE/2qnEJIDgJGw/U4OYV1CK8GB3ClQnD8kcFxuvUcKJp'
const weak =
  'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAgQDhvEduvSCQ02rfgotLeKpOaMDo3QYRgtuP95551QLyCdI+ArzDVNGQJ+f4UIOpQz2UrI7tbzaRjBadWcpcqOGj6aR2sbWwd1cMvxsc+WWdcKMCtmgaVsDZHfBcqA0C6sXqoCsiftVIWvMGQAvXNvv8yknHOGnTqruhXRicTI3PFQ=='
const invalid = { key: ['is invalid'], fingerprint_sha256: ['cannot be generated'] }

describe.each<FlavourName>(['interface', 'gitlab'])('SSH keys in flavour %s', (flavour) => {
  let sandbox: TestSandbox
  beforeEach(async () => {
    sandbox = await startTestSandbox({ flavour })
  })
  afterEach(() => sandbox.stop())

  const asUser = (method: string, path: string, body?: object) =>
    sandbox.ask(method, path, { token: sandbox.tokens.user, body })
  const asAdmin = (method: string, path: string, body?: object) =>
    sandbox.ask(method, path, { token: sandbox.tokens.admin, body })
  const add = (body: object) => asUser('POST', '/user/keys', body)
  const titles = async (path = '/user/keys') =>
    ((await asUser('GET', path)).body as { title: string }[]).map(({ title }) => title)

  it('are listed with exactly these fields', async () => {
    const { body, headers } = await asUser('GET', '/user/keys')
    expect(headers.get('x-total')).toBe('2')
    expect(body).toEqual([
      {
        id: 1,
        title: 'Work laptop',
        key: `${sshKeySamples.ed25519} Maya Lindqvist (127.0.0.1)`,
        created_at: expect.stringMatching(/^20\d\d-.*\.\d{3}Z$/),
        expires_at: null,
        usage_type: 'auth_and_signing',
      },
      {
        id: 2,
        title: 'Build machine',
        key: `${sshKeySamples.rsa3072} Maya Lindqvist (127.0.0.1)`,
        created_at: expect.any(String),
        expires_at: '2025-07-04T00:00:00.000Z',
        usage_type: 'auth',
      },
    ])
  })

  it('are the same for everybody, by id or username, one by one too', async () => {
    const { body } = await asUser('GET', '/user/keys')
    for (const who of ['2', 'maya.lindqvist', 'MAYA.lindqvist']) {
      expect((await sandbox.ask('GET', `/users/${who}/keys`)).body).toEqual(body)
    }
    const one = (body as object[])[1]
    expect((await sandbox.ask('GET', '/users/2/keys/2')).body).toEqual(one)
    expect((await asUser('GET', '/user/keys/2')).body).toEqual(one)
    expect((await sandbox.ask('GET', '/users/x/keys')).body).toEqual([])
  })

  it('come in pages', async () => {
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => sandbox.ask('GET', `/users/wordy/keys?page=${page}`)),
    )
    expect(pages.map(({ body }) => (body as []).length)).toEqual([20, 20, 5, 0])
    expect(pages[2]!.headers.get('x-next-page')).toBe('')
    expect(pages[0]!.headers.get('link')).toContain(
      `<${sandbox.url}/api/v4/users/wordy/keys?page=2&per_page=20>; rel="next"`,
    )
    const all = await sandbox.ask('GET', '/users/wordy/keys?per_page=1000')
    expect(all.body).toHaveLength(45)
    expect(all.headers.get('x-per-page')).toBe('100')
    const beyond = await sandbox.ask('GET', `/users/wordy/keys?page=${Number.MAX_SAFE_INTEGER}`)
    expect(beyond).toMatchObject({ status: 200, body: [] })
    expect((await sandbox.ask('GET', '/users/wordy/keys?page=x')).body).toEqual({
      error: 'page is invalid',
    })
  })

  it('are added, and lose their comment', async () => {
    const answer = await add({ title: 'Spare', key: `${spare} maya@home.example.com` })
    expect(answer).toMatchObject({
      status: 201,
      body: {
        title: 'Spare',
        key: `${spare} Maya Lindqvist (127.0.0.1)`,
        created_at: '2025-07-01T12:00:00.000Z',
        expires_at: null,
        usage_type: 'auth_and_signing',
      },
    })
    const { id } = answer.body as { id: number }
    expect((await asUser('GET', `/user/keys/${id}`)).body).toEqual(answer.body)
    expect(await titles()).toEqual(['Work laptop', 'Build machine', 'Spare'])
  })

  it('may hold white space', async () => {
    const key = `${spare.slice(0, 30)}\n${spare.slice(30, 50)} ${spare.slice(50)}\n`
    expect((await add({ title: 'Pasted', key })).body).toMatchObject({
      key: `${spare} Maya Lindqvist (127.0.0.1)`,
    })
  })

  it.each([
    ['2025-12-24T10:30:00Z', '2025-12-24T10:30:00.000Z'],
    ['2025-12-24T10:30:00.123+02:00', '2025-12-24T08:30:00.123Z'],
    ['2025-12-24', '2025-12-24T00:00:00.000Z'],
    ['', null],
    [null, null],
  ])('may end at %j', async (given, expires_at) => {
    const answer = await add({ title: 'T', key: spare, expires_at: given, usage_type: 'signing' })
    expect(answer.body).toMatchObject({ expires_at, usage_type: 'signing' })
  })

  it.each<[string, object, object]>([
    ['nothing', {}, { error: 'title is missing, key is missing' }],
    ['no title', { key: spare }, { error: 'title is missing' }],
    ['no key', { title: 'T' }, { error: 'key is missing' }],
    ['a list', { title: 'T', key: [spare] }, { error: 'key is invalid' }],
    ['no text', { title: { a: 1 }, key: 'a\0b' }, { error: 'title is invalid, key is invalid' }],
    [
      'an unknown usage',
      { title: 'T', key: spare, usage_type: 'all' },
      { error: 'usage_type does not have a valid value' },
    ],
    ['no time', { title: 'T', key: spare, expires_at: 'soon' }, { error: 'expires_at is invalid' }],
    [
      'no day',
      { title: 'T', key: spare, expires_at: '2026-02-30' },
      { error: 'expires_at is invalid' },
    ],
    ['an empty title', { title: ' ', key: spare }, { message: { title: [`can't be blank`] } }],
    [
      'a long title',
      { title: 'x'.repeat(256), key: spare },
      { message: { title: ['is too long (maximum is 255 characters)'] } },
    ],
    [
      'an empty key',
      { title: 'T', key: '' },
      { message: { ...invalid, key: [`can't be blank`, 'is invalid'] } },
    ],
    ['nonsense', { title: 'T', key: 'hello' }, { message: invalid }],
    [
      'a private key',
      { title: 'T', key: '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaA==\n-----END' },
      { message: invalid },
    ],
    ['a truncated key', { title: 'T', key: spare.slice(0, -4) }, { message: invalid }],
    [
      'a mislabelled key',
      { title: 'T', key: spare.replace('ssh-ed25519', 'ssh-rsa') },
      { message: invalid },
    ],
    [
      'a huge key',
      { title: 'T', key: `ssh-rsa ${'A'.repeat(100_000)}` },
      {
        message: { ...invalid, key: ['is invalid', 'is too long (maximum is 5000 characters)'] },
      },
    ],
    [
      'a long comment',
      { title: 'T', key: `${spare} ${'c'.repeat(5000)}` },
      { message: { key: ['is too long (maximum is 5000 characters)'] } },
    ],
    ['a weak key', { title: 'T', key: weak }, { message: { key: ['must be at least 2048 bits'] } }],
    [
      'a compromised key',
      { title: 'T', key: sshKeySamples.compromised },
      {
        message: {
          key: [
            'cannot be used because it belongs to a compromised private key. Stop using this key and generate a new one.',
          ],
        },
      },
    ],
    [
      'a key that has ended',
      { title: 'T', key: spare, expires_at: '2025-07-01T12:00:00Z' },
      { message: { key: ['has expired'] } },
    ],
    [
      'all of it wrong',
      { title: '', key: weak, expires_at: '2020-01-01' },
      {
        message: {
          title: [`can't be blank`],
          key: ['must be at least 2048 bits', 'has expired'],
        },
      },
    ],
  ])('are refused with %s, for oneself and for others', async (_, body, refusal) => {
    const refused = { status: 400, body: refusal }
    expect(await add(body)).toMatchObject(refused)
    expect((await add(body)).body).toEqual(refusal)
    expect((await asAdmin('POST', '/users/2/keys', body)).body).toEqual(refusal)
    expect(await titles()).toHaveLength(2)
  })

  it('of type DSA are forbidden', async () => {
    const [{ id }] = (await asAdmin('GET', '/user/keys?sudo=dev_singh')).body as [{ id: number }]
    expect((await asAdmin('DELETE', `/user/keys/${id}?sudo=dev_singh`)).status).toBe(204)
    const answer = await add({ title: 'T', key: sshKeySamples.dsa })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      message: { key: ['type is forbidden. Must be RSA, ECDSA, or ED25519'] },
    })
  })

  it('belong to one person only', async () => {
    const taken = ['has already been taken']
    const message =
      flavour === 'gitlab' ? { fingerprint_sha256: taken } : { fingerprint: taken, key: taken }
    for (const key of [sshKeySamples.ed25519, `${sshKeySamples.rsa4096} of somebody else`]) {
      const answer = await add({ title: 'Again', key })
      expect(answer.status).toBe(400)
      expect(answer.body).toEqual({ message })
    }
  })

  it('may be added again after they were deleted', async () => {
    expect(await asUser('DELETE', '/user/keys/1')).toMatchObject({ status: 204, body: undefined })
    expect(await titles()).toEqual(['Build machine'])
    const { body } = await add({ title: 'Back', key: sshKeySamples.ed25519 })
    expect((body as { id: number }).id).toBeGreaterThan(2)
  })

  it('are added and deleted by administrators', async () => {
    const answer = await asAdmin('POST', '/users/1/keys', { title: 'Given', key: spare })
    expect(answer).toMatchObject({
      status: 201,
      body: { key: `${spare} Ines Okafor (127.0.0.1)` },
    })
    const { id } = answer.body as { id: number }
    expect((await asAdmin('DELETE', `/users/1/keys/${id}`)).status).toBe(204)
    expect(await titles('/users/1/keys')).not.toContain('Given')
  })

  it('of others are nothing one has', async () => {
    const noKey = { status: 404, body: { message: '404 Key Not Found' } }
    expect(await asUser('GET', '/user/keys/3')).toMatchObject(noKey)
    expect(await asAdmin('GET', '/user/keys/1')).toMatchObject(noKey)
    expect(await asUser('DELETE', '/user/keys/3')).toMatchObject(noKey)
    expect(await sandbox.ask('GET', '/users/2/keys/3')).toMatchObject(noKey)
    expect(await asAdmin('DELETE', '/users/2/keys/3')).toMatchObject(noKey)
    expect(await asUser('GET', '/user/keys/999999999999')).toMatchObject(noKey)
  })

  it('of nobody are not found', async () => {
    const nobody = { status: 404, body: { message: '404 User Not Found' } }
    for (const who of ['nobody', '99999', 'a%2Fb']) {
      expect(await sandbox.ask('GET', `/users/${who}/keys`)).toMatchObject(nobody)
    }
    expect(await sandbox.ask('GET', '/users/99999/keys/1')).toMatchObject(nobody)
    expect(await asAdmin('DELETE', '/users/99999/keys/1')).toMatchObject(nobody)
    const body = { title: 'T', key: spare }
    expect(await asAdmin('POST', '/users/99999/keys', body)).toMatchObject(nobody)
    // Parameters come first.
    expect((await asAdmin('POST', '/users/99999/keys', {})).status).toBe(400)
  })

  it('have ids that are integers', async () => {
    const wrong = { status: 400, body: { error: 'key_id is invalid' } }
    for (const id of ['x', '1.5', '..%2F1', '99999999999999999999']) {
      expect(await asUser('GET', `/user/keys/${id}`)).toMatchObject(wrong)
      expect(await asUser('DELETE', `/user/keys/${id}`)).toMatchObject(wrong)
      expect(await asAdmin('DELETE', `/users/2/keys/${id}`)).toMatchObject(wrong)
      expect(await sandbox.ask('GET', `/users/2/keys/${id}`)).toMatchObject(wrong)
    }
  })

  it('are deleted only if they are as old as thought', async () => {
    await add({ title: 'Spare', key: spare })
    const [, , { id }] = (await asUser('GET', '/user/keys')).body as { id: number }[] as [
      unknown,
      unknown,
      { id: number },
    ]
    const remove = (since: string) =>
      sandbox.ask('DELETE', `/user/keys/${id}`, {
        token: sandbox.tokens.user,
        headers: { 'if-unmodified-since': since },
      })
    expect(await remove('Tue, 01 Jul 2025 11:59:59 GMT')).toMatchObject({
      status: 412,
      body: { message: '412 Precondition Failed' },
    })
    expect((await remove('Tue, 01 Jul 2025 12:00:00 GMT')).status).toBe(204)
  })

  it('need a token, and an administrator for those of others', async () => {
    for (const [method, path] of [
      ['GET', '/user/keys'],
      ['GET', '/user/keys/1'],
      ['DELETE', '/user/keys/1'],
      ['DELETE', '/users/2/keys/1'],
    ] as const) {
      expect((await sandbox.ask(method, path)).status).toBe(401)
    }
    const body = { title: 'T', key: spare }
    expect((await sandbox.ask('POST', '/user/keys', { body })).status).toBe(401)
    const forbidden = { status: 403, body: { message: '403 Forbidden' } }
    expect(await asUser('POST', '/users/2/keys', body)).toMatchObject(forbidden)
    expect(await asUser('DELETE', '/users/2/keys/1')).toMatchObject(forbidden)
    const reader = await sandbox.ask('POST', '/user/keys', {
      token: sandbox.tokens.read_user,
      body,
    })
    expect(reader).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } })
  })
})

describe('an administrator who adds keys', () => {
  it('is written down', async () => {
    const data = await mkdtemp(join(tmpdir(), 'sandbox-'))
    const sandbox = await startTestSandbox({ data })
    const ask = (path: string, body: object) =>
      sandbox.ask('POST', path, { token: sandbox.tokens.admin, body })
    await ask('/user/keys', { title: 'Own', key: spare })
    await ask('/users/2/keys', { title: 'Refused', key: spare })
    await sandbox.ask('DELETE', '/users/2/keys/1', { token: sandbox.tokens.admin })
    const { body } = await ask('/users/3/keys', { title: 'Given', key: sshKeySamples.ed25519 })
    await sandbox.stop()

    const db = openDatabase(data)
    expect(db.all('SELECT * FROM audit_events')).toEqual([
      {
        id: 1,
        author_id: 1,
        entity_id: 3,
        event: 'ssh_key_added',
        details: JSON.stringify({
          key_id: (body as { id: number }).id,
          title: 'Given',
          fingerprint: 'W77RNr82wqgcaqXUFJZ1J7hMEaiJYxgr67G4KXpInK4',
        }),
        created_at: '2025-07-01T12:00:00.000Z',
      },
    ])
    db.close()
    await rm(data, { recursive: true })
  })
})
