import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../database/database.ts'
import type { FlavorName } from '../flavors.ts'
import { sshKeySamples } from '../seed/ssh-key-samples.ts'
import { startTestSandbox } from '../testing/harness.ts'
import type { TestSandbox } from '../testing/harness.ts'

const spare = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIE/2qnEJIDgJGw/U4OYV1CK8GB3ClQnD8kcFxuvUcKJp'
const weak =
  'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAgQDhvEduvSCQ02rfgotLeKpOaMDo3QYRgtuP95551QLyCdI+ArzDVNGQJ+f4UIOpQz2UrI7tbzaRjBadWcpcqOGj6aR2sbWwd1cMvxsc+WWdcKMCtmgaVsDZHfBcqA0C6sXqoCsiftVIWvMGQAvXNvv8yknHOGnTqruhXRicTI3PFQ=='
const invalid = { key: ['is invalid'], fingerprint_sha256: ['cannot be generated'] }

let sandbox: TestSandbox
const add = (body: object) => sandbox.asUser('POST', '/user/keys', body)
const titles = async () =>
  ((await sandbox.asUser('GET', '/user/keys')).body as { title: string }[]).map(
    ({ title }) => title,
  )

describe.each<FlavorName>(['interface', 'gitlab'])('adding SSH keys in flavor %s', (flavor) => {
  beforeEach(async () => void (sandbox = await startTestSandbox({ flavor })))
  afterEach(() => sandbox.stop())

  it('rejects a key that another user has', async () => {
    const taken = ['has already been taken']
    const message =
      flavor === 'gitlab' ? { fingerprint_sha256: taken } : { fingerprint: taken, key: taken }
    for (const key of [sshKeySamples.ed25519, `${sshKeySamples.rsa4096} of somebody else`]) {
      const answer = await add({ title: 'Again', key })
      expect(answer.status).toBe(400)
      expect(answer.body).toEqual({ message })
    }
  })
})

describe('adding SSH keys', () => {
  beforeEach(async () => void (sandbox = await startTestSandbox()))
  afterEach(() => sandbox.stop())

  it('stores the key without its comment', async () => {
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
    expect((await sandbox.asUser('GET', `/user/keys/${id}`)).body).toEqual(answer.body)
    expect(await titles()).toEqual(['Work laptop', 'Build machine', 'Spare'])
  })

  it('accepts whitespace inside the key', async () => {
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
  ])('accepts the expiry date %j', async (given, expires_at) => {
    const answer = await add({ title: 'T', key: spare, expires_at: given, usage_type: 'signing' })
    expect(answer.body).toMatchObject({ expires_at, usage_type: 'signing' })
  })

  it('rejects DSA keys', async () => {
    const [{ id }] = (await sandbox.asAdmin('GET', '/user/keys?sudo=dev_singh')).body as [
      { id: number },
    ]
    expect((await sandbox.asAdmin('DELETE', `/user/keys/${id}?sudo=dev_singh`)).status).toBe(204)
    const answer = await add({ title: 'T', key: sshKeySamples.dsa })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      message: { key: ['type is forbidden. Must be RSA, ECDSA, or ED25519'] },
    })
  })
})

describe('adding an invalid SSH key', () => {
  beforeAll(async () => void (sandbox = await startTestSandbox()))
  afterAll(() => sandbox.stop())

  it.each<[string, object, object]>([
    ['missing parameters', {}, { error: 'title is missing, key is missing' }],
    ['a key that is a list', { title: 'T', key: [spare] }, { error: 'key is invalid' }],
    [
      'values that aren’t text',
      { title: { a: 1 }, key: 'a\0b' },
      { error: 'title is invalid, key is invalid' },
    ],
    [
      'an unknown usage',
      { title: 'T', key: spare, usage_type: 'all' },
      { error: 'usage_type does not have a valid value' },
    ],
    [
      'an invalid expiry date',
      { title: 'T', key: spare, expires_at: 'soon' },
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
      'a mislabeled key',
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
      'an expiry date in the past',
      { title: 'T', key: spare, expires_at: '2025-07-01T12:00:00Z' },
      { message: { key: ['has expired'] } },
    ],
    [
      'several invalid fields',
      { title: '', key: weak, expires_at: '2020-01-01' },
      {
        message: {
          title: [`can't be blank`],
          key: ['must be at least 2048 bits', 'has expired'],
        },
      },
    ],
  ])('rejects %s for the caller and for other users', async (_, body, refusal) => {
    const refused = { status: 400, body: refusal }
    expect(await add(body)).toMatchObject(refused)
    expect((await add(body)).body).toEqual(refusal)
    expect((await sandbox.asAdmin('POST', '/users/2/keys', body)).body).toEqual(refusal)
    expect(await titles()).toHaveLength(2)
  })
})

describe('adding SSH keys as administrator', () => {
  it('records an audit event', async () => {
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
