import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Sandbox } from '../../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../../sandbox/testing/seeded-sandbox.ts'
import { currentTime } from '../../../../shared/rules/clock.ts'
import { type LocalSshKey, localSshKeys } from '../../../../shared/operations/local-keys.ts'
import { sshKeys } from '../../../../shared/gitlab/ssh-keys.ts'
import type { GitLabClient } from '../../../gitlab/gitlab-client.ts'
import { type TestAudit, testAudit } from '../../../audit-log/testing/audit.ts'
import { failureOf } from '../../../gitlab/testing/client.ts'
import { json } from '../../../testing/http-server.ts'
import { SshKeys, type RemoteSshKeys, ownSshKeys, sshKeysOfUser } from '../ssh.ts'
import { signedIn } from './testing/account-service.ts'
import { keygen, tempHome } from './testing/key-material.ts'
import { type KeysServer, onNext, startKeysServer } from '../testing/keys-server.ts'
import { importOne } from '../testing/import-one.ts'

/** Someone other than the two signed-in users. */
const piotr = 3
const action = 'sshKeys.addFor'

let home: ReturnType<typeof tempHome>
let others: GitLabClient[]
let auditLog: TestAudit
let keys: SshKeys
beforeEach(() => {
  home = tempHome()
  others = []
  auditLog = testAudit()
  keys = new SshKeys({
    home: home.home,
    hostName: 'laptop',
    now: currentTime,
    otherAccounts: () => others,
  })
})
afterEach(() => home.remove())

/** A new key, in the form that the UI passes. */
async function freshKey(name = 'id'): Promise<LocalSshKey> {
  const text = `${keygen(`${home.ssh}/${name}`)} ${name}@laptop`
  const [key] = await keys.read([{ name: `${name}.pub`, text }])
  return key as LocalSshKey
}

describe('importing SSH keys for another user', () => {
  let sandbox: Sandbox
  let admin: GitLabClient
  let user: GitLabClient
  let theirs: RemoteSshKeys
  beforeAll(async () => {
    sandbox = await startSeededSandbox({ users: 0, flavor: 'interface' })
    admin = await signedIn(sandbox.url, sandbox.tokens.admin)
    user = await signedIn(sandbox.url, sandbox.tokens.user)
  })
  afterAll(() => sandbox.stop())
  beforeEach(() => {
    theirs = sshKeysOfUser(admin, piotr, auditLog.audit)
  })

  it('adds keys as an administrator, and logs each one', async () => {
    const adminKeys = await admin.all(sshKeys.list, {})
    const [firstKey, secondKey] = [await freshKey('one'), await freshKey('two')]
    const results = await keys.import(theirs, [
      { localKeyId: firstKey.localKeyId, title: 'Work', usage_type: 'auth' },
      { localKeyId: secondKey.localKeyId },
      { localKeyId: secondKey.localKeyId },
      { localKeyId: 'guessed' },
    ])
    expect(results).toMatchObject([
      { outcome: 'imported', key: { title: 'Work', usage_type: 'auth' } },
      { outcome: 'imported', key: { title: 'two@laptop' } },
      {
        outcome: 'taken',
        where: 'this-account',
        message: 'This key is already on their account as “two@laptop”.',
      },
      { outcome: 'failed', failure: { kind: 'not-found' } },
    ])
    expect(localSshKeys.importFor.output.parse(results)).toHaveLength(4)

    const { account, local } = await keys.list(theirs)
    expect(localSshKeys.listFor.output.parse({ account, local })).toBeDefined()
    expect(local.map(({ group }) => group)).toEqual(['on-account', 'on-account'])
    expect(await admin.all(sshKeys.listOf, { id_or_username: piotr })).toHaveLength(account.length)
    expect(await admin.all(sshKeys.list, {})).toEqual(adminKeys)

    const target = { id: piotr }
    expect(auditLog.entries()).toMatchObject([
      { action, target, fields: ['title', 'key'], outcome: 'done' },
      { action, target, fields: ['title', 'key', 'usage_type'], outcome: 'done' },
    ])
    expect(JSON.stringify(auditLog.entries())).not.toContain(firstKey.publicKey.split(' ')[1])
  })

  it("reports who has a key that's in use: the user, you, or someone else", async () => {
    const { localKeyId } = await freshKey()
    await importOne(keys, ownSshKeys(admin), { localKeyId })
    expect(await importOne(keys, theirs, { localKeyId })).toMatchObject({
      outcome: 'taken',
      where: 'another-account',
      account: admin.account,
      message: 'Your own account has this key as “id@laptop”.',
    })
    const other = await freshKey('other')
    await importOne(keys, ownSshKeys(user), { localKeyId: other.localKeyId })
    expect(await importOne(keys, theirs, { localKeyId: other.localKeyId })).toMatchObject({
      where: 'somebody-else',
    })
    others = [user]
    expect(await importOne(keys, theirs, { localKeyId: other.localKeyId })).toMatchObject({
      where: 'another-account',
      account: user.account,
    })
    expect(auditLog.entries()).toHaveLength(3)
    for (const entry of auditLog.entries()) {
      expect(entry).toMatchObject({ outcome: 'refused', answer: expect.stringMatching(/taken/) })
    }
  })

  it("doesn't add keys for a deleted user", async () => {
    const { localKeyId } = await freshKey()
    const missingUserKeys = sshKeysOfUser(admin, 999_999, auditLog.audit)
    const failure = await failureOf(keys.import(missingUserKeys, [{ localKeyId }]))
    expect(failure.kind).toBe('not-found')
    expect((await failureOf(keys.list(missingUserKeys))).kind).toBe('not-found')
    expect(auditLog.entries()).toEqual([])
  })
})

describe('a failing instance', () => {
  let server: KeysServer
  let theirs: RemoteSshKeys
  beforeEach(async () => {
    server = await startKeysServer()
    theirs = sshKeysOfUser(await signedIn(server.url), 7, auditLog.audit)
  })
  afterEach(() => server.stop())

  it('receives the key only once after a lost response, and its key list decides the outcome', async () => {
    server.faults = [
      onNext('POST', (response, { body }) => {
        server.keys.push({ id: 9, ...JSON.parse(body) })
        response.destroy()
      }),
    ]
    const result = await importOne(keys, theirs, { localKeyId: (await freshKey()).localKeyId })
    expect(result).toMatchObject({ outcome: 'imported', key: { id: 9 } })
    expect(server.asked()).toEqual(['GET /users/7/keys', 'POST /users/7/keys', 'GET /users/7/keys'])
    expect(auditLog.entries()).toMatchObject([{ outcome: 'done' }])
  })

  it("is logged with an unknown outcome if it can't be determined", async () => {
    server.faults = [onNext('POST', (response) => response.destroy())]
    const result = await importOne(keys, theirs, { localKeyId: (await freshKey()).localKeyId })
    expect(result).toMatchObject({ outcome: 'failed', failure: { kind: 'unknown-outcome' } })
    expect(auditLog.entries()).toMatchObject([{ action, outcome: 'unknown' }])
  })

  it('gets no further requests after a 403', async () => {
    server.faults = [
      onNext('POST', (response) => json(response, 403, { message: '403 Forbidden' })),
    ]
    const choices = [await freshKey('a'), await freshKey('b')].map(({ localKeyId }) => ({
      localKeyId,
    }))
    const results = await keys.import(theirs, choices)
    expect(results.map(({ outcome }) => outcome)).toEqual(['failed', 'not-tried'])
    expect(auditLog.entries()).toMatchObject([{ outcome: 'refused' }])
  })

  it('receives no request for an expired key', async () => {
    const choice = { localKeyId: (await freshKey()).localKeyId, expires_at: '2020-01-01' }
    expect(await importOne(keys, theirs, choice)).toMatchObject({
      failure: { fields: { expires_at: ['is in the past'] } },
    })
    expect(server.asked()).toEqual(['GET /users/7/keys'])
    expect(auditLog.entries()).toEqual([])
  })
})
