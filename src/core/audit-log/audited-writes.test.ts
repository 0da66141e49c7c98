import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
} from 'vitest'
import { gpgKeySamples } from '../../sandbox/seed/gpg-key-samples.ts'
import type { Sandbox } from '../../sandbox/start.ts'
import { startSeededSandbox } from '../../sandbox/testing/seeded-sandbox.ts'
import type { Account } from '../../shared/operations/accounts.ts'
import type { AuditLogEntry } from '../../shared/operations/audit-log.ts'
import { applications } from '../../shared/gitlab/applications.ts'
import type { AnyEndpoint } from '../../shared/gitlab/endpoint.ts'
import { serviceTable } from '../../shared/gitlab/index.ts'
import type { UserForAdmins } from '../../shared/gitlab/user-fields.ts'
import { userRecord } from '../../shared/rules/user-record.ts'
import { keygen, tempFolder } from '../features/keys/ssh/testing/key-material.ts'
import { createTokenClient } from '../gitlab/testing/token-client.ts'
import { dateIn } from '../testing/dates.ts'
import { type TestLatchkey, createTestLatchkey } from '../testing/latchkey.ts'
import { isAudited } from './audit-event.ts'
import { auditWrite } from './audit-write.ts'
import { testAudit } from './testing/audit.ts'

let latchkey: TestLatchkey
let ines: Account
beforeEach(() => {
  latchkey = createTestLatchkey()
})
afterEach(() => latchkey.close())

const act = <T = unknown>(name: string, input: object) => latchkey.value<T>(name, input, ines.id)
const fingerprint = /^SHA256:/
async function last(): Promise<AuditLogEntry> {
  const { items } = await act<{ items: AuditLogEntry[] }>('auditLog.list', { limit: 1 })
  return items[0]!
}

/** Audited writes with an operation that doesn't go through the queue. */
const direct = Object.entries(serviceTable).flatMap(([family, operations]) =>
  Object.entries<AnyEndpoint>(operations)
    .filter(([, endpoint]) => isAudited(endpoint))
    .map(([name]) => `${family}.${name}`)
    .filter(
      (name) =>
        !/^(applications|associations|moderation|pipelineSchedules|twoFactor)\.|^users\.remove$/.test(
          name,
        ),
    ),
)

describe.each(['interface', 'gitlab'] as const)('audited writes on the %s flavor', (flavor) => {
  let sandbox: Sandbox
  let user: UserForAdmins
  beforeAll(async () => {
    sandbox = await startSeededSandbox({ users: 0, flavor })
  })
  afterAll(() => sandbox.stop())
  beforeEach(async () => {
    ines = await latchkey.signIn(sandbox.url, sandbox.tokens.admin)
  })

  it('record the object and values of every write', async () => {
    const done = new Set<string>()
    const expectLast = async (entry: object) => {
      const lastEntry = await last()
      expect(lastEntry).toMatchObject({ ...entry, outcome: 'done' })
      done.add(lastEntry.action)
    }
    const username = `kim-${flavor}`
    const created = await act<{ user: UserForAdmins }>('userEdits.create', {
      username,
      name: 'Kim',
      email: `${username}@example.com`,
      note: 'original',
      password: 'tidal-lantern-19',
      skip_confirmation: true,
    })
    user = created.user
    const { id } = user
    await expectLast({
      action: 'users.create',
      target: { id, username },
      changes: expect.arrayContaining([
        { field: 'password' },
        { field: 'note', after: 'original' },
        { field: 'username', after: username },
      ]),
    })

    await act('userEdits.save', {
      id,
      base: userRecord(user, 'saml'),
      changes: { note: 'LEGAL HOLD', admin: true, provider: 'saml', extern_uid: 'kim' },
    })
    await expectLast({
      action: 'users.modify',
      object: 'saml',
      changes: expect.arrayContaining([
        { field: 'note', before: 'original', after: 'LEGAL HOLD' },
        { field: 'admin', before: false, after: true },
        { field: 'extern_uid', after: 'kim' },
      ]),
    })
    await act('users.removeIdentity', { id, provider: 'saml' })
    await expectLast({
      action: 'users.removeIdentity',
      object: 'saml',
      changes: [{ field: 'extern_uid', before: 'kim' }],
    })

    const attribute = { id, attribute: 'team' }
    await act('customAttributes.set', { ...attribute, value: 'Harbor' })
    await expectLast({ action: 'customAttributes.set', object: 'team' })
    await act('customAttributes.set', { ...attribute, value: 'Maps' })
    await expectLast({
      action: 'customAttributes.set',
      changes: [{ field: 'value', before: 'Harbor', after: 'Maps' }],
    })
    await act('customAttributes.remove', attribute)
    await expectLast({
      action: 'customAttributes.remove',
      object: 'team',
      changes: [{ field: 'value', before: 'Maps' }],
    })

    const email = `2-${username}@example.com`
    const added = await act<{ id: number }>('emails.addFor', { id, email, skip_confirmation: true })
    await expectLast({
      action: 'emails.addFor',
      object: email,
      changes: [
        { field: 'email', after: email },
        { field: 'skip_confirmation', after: true },
      ],
    })
    await act('emails.removeOf', { id, email_id: added.id })
    await expectLast({ action: 'emails.removeOf', object: email })

    const { path: folder, remove } = tempFolder()
    const text = `${keygen(`${folder}/id`)} kim@laptop`
    remove()
    const [local] = await latchkey.value<[{ localKeyId: string }]>('localSshKeys.read', {
      files: [{ name: 'id.pub', text }],
    })
    const choice = { localKeyId: local.localKeyId, title: 'laptop', usage_type: 'auth' }
    const [imported] = await act<[{ key: { id: number } }]>('localSshKeys.importFor', {
      user_id: id,
      keys: [choice],
    })
    await expectLast({
      action: 'sshKeys.addFor',
      object: 'laptop',
      changes: expect.arrayContaining([
        { field: 'key', after: expect.stringMatching(fingerprint) },
        { field: 'usage_type', after: 'auth' },
      ]),
    })
    await act('sshKeys.removeOf', { id, key_id: imported.key.id })
    await expectLast({
      action: 'sshKeys.removeOf',
      object: 'laptop',
      changes: [{ field: 'key', before: expect.stringMatching(fingerprint) }],
    })

    const [sample] = gpgKeySamples
    const owner = await act<{ items: { id: number }[] }>('users.list', {
      username: 'maya.lindqvist',
    })
    const maya = owner.items[0]!.id
    const gpg = await act<{ items: { id: number; key: string }[] }>('gpgKeys.listOf', { id: maya })
    const name = 'Maya Lindqvist <maya.lindqvist@example.com>'
    await act('gpgKeys.removeOf', { id: maya, key_id: gpg.items[0]!.id })
    await expectLast({
      action: 'gpgKeys.removeOf',
      object: name,
      changes: [{ field: 'key', before: sample!.fingerprint }],
    })
    const [read] = await latchkey.value<[{ localKeyId: string }]>('localGpgKeys.read', {
      files: [{ name: 'maya.asc', text: sample!.armored }],
    })
    await act('localGpgKeys.importFor', {
      user_id: maya,
      keys: [{ localKeyId: read.localKeyId }],
    })
    await expectLast({
      action: 'gpgKeys.addFor',
      object: name,
      changes: [{ field: 'key', after: sample!.fingerprint }],
    })

    const token = {
      user_id: id,
      name: 'robot',
      scopes: ['api', 'read_user'],
      expires_at: dateIn(9),
      reason: 'Ticket 4711',
    }
    const values = [
      { field: 'scopes', after: 'api, read_user' },
      { field: 'expires_at', after: token.expires_at },
    ]
    const reason = token.reason
    const { id: tokenId } = await act<{ id: number }>('adminTokens.createImpersonation', token)
    const changes = expect.arrayContaining(values)
    await expectLast({ action: 'impersonationTokens.create', object: 'robot', reason, changes })
    await act('impersonationTokens.revoke', { user_id: id, impersonation_token_id: tokenId })
    await expectLast({ action: 'impersonationTokens.revoke', object: 'robot' })
    await act('adminTokens.createPersonal', { ...token, name: 'cron' })
    await expectLast({
      action: 'personalAccessTokens.createFor',
      object: 'cron',
      reason,
      changes,
    })
    const robot = await act<{ id: number }>('serviceAccounts.create', { name: 'Robot' })
    await expectLast({
      action: 'serviceAccounts.create',
      target: { id: robot.id },
      changes: [{ field: 'name', after: 'Robot' }],
    })

    const runner = {
      runner_type: 'instance_type',
      description: 'shared-linux',
      tag_list: ['a', 'b'],
    }
    const { token: secret } = await act<{ token: string }>('user.createRunner', runner)
    await expectLast({
      action: 'user.createRunner',
      object: 'shared-linux',
      changes: [
        { field: 'runner_type', after: 'instance_type' },
        { field: 'description', after: 'shared-linux' },
        { field: 'tag_list', after: 'a, b' },
      ],
    })
    expect(JSON.stringify(await last())).not.toContain(secret)
    const lastEntry = await act<{ total: number }>('auditLog.list', {
      filter: { search: 'shared-linux' },
    })
    expect(lastEntry.total).toBe(1)

    expect([...done].toSorted()).toEqual(direct.toSorted())
  })

  it('record the requested values of a rejected edit', async () => {
    const { username } = await act<UserForAdmins>('users.get', { id: 3 })
    const edit = { id: 3, base: { username }, changes: { username: 'ines' } }
    await latchkey.failure('userEdits.save', edit, ines.id)
    expect(await last()).toMatchObject({
      outcome: 'refused',
      changes: [{ field: 'username', before: username, after: 'ines' }],
    })
  })
})

it('records applications of the instance, without secrets or a user', async () => {
  const sandbox = await startSeededSandbox({ users: 0, flavor: 'gitlab' })
  onTestFinished(() => sandbox.stop())
  const gitlab = createTokenClient(sandbox.url, sandbox.tokens.admin)
  const { audit, entries } = testAudit()
  const { create, remove } = applications
  const input = {
    name: 'Latchkey',
    redirect_uri: 'http://127.0.0.1/',
    scopes: 'api',
    confidential: false,
  } as const
  const write = { name: 'applications.create', endpoint: create, input }
  const { id } = await auditWrite({ gitlab, audit }, write, () => gitlab.call(create, input))
  const removal = { name: 'applications.remove', endpoint: remove, input: { id } }
  await auditWrite({ gitlab, audit }, removal, () => gitlab.call(remove, { id }))
  const recorded = entries()
  expect(recorded).toMatchObject([
    {
      action: 'applications.remove',
      object: 'Latchkey',
      changes: [{ field: 'redirect_uri', before: 'http://127.0.0.1/' }],
      outcome: 'done',
    },
    {
      action: 'applications.create',
      object: 'Latchkey',
      changes: [
        { field: 'name', after: 'Latchkey' },
        { field: 'redirect_uri', after: 'http://127.0.0.1/' },
        { field: 'scopes', after: 'api' },
        { field: 'confidential', after: false },
      ],
      outcome: 'done',
    },
  ])
  for (const entry of recorded) expect(entry.target).toBeUndefined()
  expect(JSON.stringify(recorded)).not.toContain('gloas-')
})

it('records the old value of a field that GitLab ignores', async () => {
  const sandbox = await startSeededSandbox({ users: 0, flavor: 'gitlab', edition: 'ce' })
  ines = await latchkey.signIn(sandbox.url, sandbox.tokens.admin)
  const user = await act<UserForAdmins>('users.get', { id: 3 })
  const changes = { auditor: true, note: 'x' }
  await act('userEdits.save', { id: 3, base: userRecord(user), changes })
  expect((await last()).changes).toEqual([
    { field: 'auditor', before: null, after: null },
    { field: 'note', before: user.note, after: 'x' },
  ])
  await sandbox.stop()
})
