import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Sandbox } from '../../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../../sandbox/testing/seeded-sandbox.ts'
import { currentTime } from '../../../../shared/rules/clock.ts'
import { localGpgKeys } from '../../../../shared/operations/gpg-keys.ts'
import { emails } from '../../../../shared/gitlab/emails.ts'
import { gpgKeys } from '../../../../shared/gitlab/gpg-keys.ts'
import { users } from '../../../../shared/gitlab/users.ts'
import type { GitLabClient } from '../../../gitlab/gitlab-client.ts'
import { type TestAudit, testAudit } from '../../../audit-log/testing/audit.ts'
import { signedIn } from '../ssh/testing/account-service.ts'
import { failureOf } from '../../../gitlab/testing/client.ts'
import { json } from '../../../testing/http-server.ts'
import { GpgKeys, type RemoteGpgKeys, gpgKeysOfUser, ownGpgKeys } from '../gpg.ts'
import { type GpgHome, tempGpgHome } from './testing/gpg-home.ts'
import { type KeysServer, onNext, startKeysServer } from '../testing/keys-server.ts'

/** Someone other than the two signed-in users. */
const piotr = 3
const auditEntry = { action: 'gpgKeys.addFor', target: { id: piotr }, fields: ['key'] }

let home: GpgHome
let others: GitLabClient[]
let auditLog: TestAudit
let keys: GpgKeys
beforeEach(() => {
  home = tempGpgHome()
  others = []
  auditLog = testAudit()
  keys = new GpgKeys({ gpg: home.program, now: currentTime, otherAccounts: () => others })
})
afterEach(() => home.remove())

/** Creates a key in gpg, ready to import. */
async function freshKey(name: string): Promise<{ localKeyId: string }> {
  const fingerprint = home.generate(name)
  const { keys: found } = await keys.scan()
  const { localKeyId } = found.find((key) => key.fingerprint === fingerprint)!
  return { localKeyId }
}

describe('importing GPG keys for another user', () => {
  let sandbox: Sandbox
  let admin: GitLabClient
  let user: GitLabClient
  let theirs: RemoteGpgKeys
  beforeAll(async () => {
    sandbox = await startSeededSandbox({ users: 0, flavor: 'interface' })
    admin = await signedIn(sandbox.url, sandbox.tokens.admin)
    user = await signedIn(sandbox.url, sandbox.tokens.user)
  })
  afterAll(() => sandbox.stop())
  beforeEach(() => {
    theirs = gpgKeysOfUser(admin, piotr, auditLog.audit)
  })

  it('adds keys as an administrator after comparing them with the user’s emails', async () => {
    const { email } = await admin.call(users.get, { id: piotr })
    const waiting = 'waiting@example.com'
    await admin.call(emails.addFor, { id: piotr, email: waiting })
    const ids = [
      await freshKey(`Piotr <${email}>`),
      await freshKey(`Piotr <${waiting}>`),
      await freshKey('Ines <ines@elsewhere.example>'),
    ]
    const adminKeys = await admin.all(gpgKeys.list, {})
    const results = await keys.import(theirs, [...ids, ids[0]!])
    expect(results).toMatchObject([
      { outcome: 'imported' },
      { outcome: 'imported' },
      { outcome: 'imported' },
      { outcome: 'taken', where: 'this-account', hint: expect.stringContaining('delete theirs') },
    ])
    expect(localGpgKeys.importFor.output.parse(results)).toHaveLength(4)

    const list = await keys.list(theirs)
    expect(localGpgKeys.listFor.output.parse(list)).toBeDefined()
    const addresses = list.account.map(({ details }) => details?.userIds[0]!.address)
    expect(addresses).toEqual(
      expect.arrayContaining(['confirmed', 'unconfirmed', 'not-on-account']),
    )
    // Keys that a scan found aren't this user's.
    expect(list.local).toEqual([])
    expect(await admin.all(gpgKeys.listOf, { id: piotr })).toHaveLength(list.account.length)
    expect(await admin.all(gpgKeys.list, {})).toEqual(adminKeys)
    expect(auditLog.entries()).toMatchObject(Array(3).fill({ ...auditEntry, outcome: 'done' }))
    expect(JSON.stringify(auditLog.entries())).not.toContain('PGP')
  })

  it("reports who has a key that's in use: you or someone else", async () => {
    const adminKey = await freshKey('Mine <mine@example.com>')
    await keys.import(ownGpgKeys(admin), [adminKey])
    const another = await freshKey('Another <another@example.com>')
    await keys.import(ownGpgKeys(user), [another])
    expect(await keys.import(theirs, [adminKey, another])).toMatchObject([
      {
        outcome: 'taken',
        where: 'another-account',
        account: admin.account,
        message: 'Your own account has this key.',
      },
      { outcome: 'taken', where: 'somebody-else' },
    ])
    others = [user]
    expect(await keys.import(theirs, [another])).toMatchObject([
      { where: 'another-account', account: user.account },
    ])
    expect(auditLog.entries()).toMatchObject(Array(3).fill({ ...auditEntry, outcome: 'refused' }))
  })

  it("doesn't add keys for a deleted user", async () => {
    const missingUserKeys = gpgKeysOfUser(admin, 999_999, auditLog.audit)
    expect((await failureOf(keys.import(missingUserKeys, [{ localKeyId: 'x' }]))).kind).toBe(
      'not-found',
    )
    expect((await failureOf(keys.list(missingUserKeys))).kind).toBe('not-found')
    expect(auditLog.entries()).toEqual([])
  })
})

describe('a failing instance', () => {
  let server: KeysServer
  let theirs: RemoteGpgKeys
  beforeEach(async () => {
    server = await startKeysServer()
    theirs = gpgKeysOfUser(await signedIn(server.url), 7, auditLog.audit)
  })
  afterEach(() => server.stop())

  it('is read again after an unknown outcome, without repeating the request', async () => {
    server.faults = [onNext('POST', (response) => response.destroy())]
    const results = await keys.import(theirs, [await freshKey('Ada <ada@example.com>')])
    expect(results).toMatchObject([{ outcome: 'failed', failure: { kind: 'unknown-outcome' } }])
    const [listRequest, addRequest] = ['GET /users/7/gpg_keys', 'POST /users/7/gpg_keys']
    expect(server.asked()).toEqual([listRequest, addRequest, listRequest])
    expect(auditLog.entries()).toMatchObject([{ outcome: 'unknown' }])
  })

  it('gets no further requests after a 403', async () => {
    const ids = [await freshKey('A <a@example.com>'), await freshKey('B <b@example.com>')]
    server.faults = [
      onNext('POST', (response) => json(response, 403, { message: '403 Forbidden' })),
    ]
    const results = await keys.import(theirs, ids)
    expect(results.map(({ outcome }) => outcome)).toEqual(['failed', 'not-tried'])
    expect(auditLog.entries()).toMatchObject([{ outcome: 'refused' }])
  })
})
