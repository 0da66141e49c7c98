import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Sandbox } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { EditOutcome, UndoOutcome } from '../../../shared/operations/edit-outcome.ts'
import type { AuditLogEntry } from '../../../shared/operations/audit-log.ts'
import type { UserForAdmins } from '../../../shared/gitlab/user-fields.ts'
import type { RecordFields } from '../../../shared/rules/three-way.ts'
import { userRecord } from '../../../shared/rules/user-record.ts'
import { dateIn } from '../../testing/dates.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'

let latchkey: TestLatchkey
let ines: Account
beforeEach(() => {
  latchkey = createTestLatchkey()
})
afterEach(() => latchkey.close())

describe('user edit', () => {
  let sandbox: Sandbox
  let user: UserForAdmins
  let count = 0

  /** A change that another administrator makes before the edit is saved. */
  async function changeByOther<T = UserForAdmins>(
    method: string,
    path: string,
    body?: object,
  ): Promise<T> {
    const answer = await fetch(`${sandbox.url}/api/v4${path}`, {
      method,
      headers: { 'private-token': sandbox.tokens.admin, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    })
    expect(answer.ok).toBe(true)
    const text = await answer.text()
    return (text ? JSON.parse(text) : undefined) as T
  }
  const read = () => changeByOther('GET', `/users/${user.id}`)
  const input = (changes: RecordFields, base = user) => ({
    id: user.id,
    base: userRecord(base, changes['provider'] as string | undefined),
    changes,
  })
  const save = (changes: RecordFields, base?: UserForAdmins) =>
    latchkey.value<EditOutcome<UserForAdmins>>('userEdits.save', input(changes, base), ines.id)
  const undo = (changes: RecordFields, base?: UserForAdmins) =>
    latchkey.value<UndoOutcome<UserForAdmins>>('userEdits.undo', input(changes, base), ines.id)
  async function auditLog(): Promise<AuditLogEntry[]> {
    const list = await latchkey.value<{ items: AuditLogEntry[] }>('auditLog.list', {}, ines.id)
    return list.items
  }

  beforeAll(async () => {
    sandbox = await startSeededSandbox({ users: 0, flavor: 'gitlab' })
  })
  afterAll(() => sandbox.stop())
  beforeEach(async () => {
    ines = await latchkey.signIn(sandbox.url, sandbox.tokens.admin)
    count += 1
    const { id } = await changeByOther('POST', '/users', {
      username: `kim${count}`,
      name: 'Kim',
      email: `kim${count}@example.com`,
      note: 'original',
      location: 'Oslo',
      force_random_password: true,
      skip_confirmation: true,
    })
    user = await changeByOther('GET', `/users/${id}`)
  })

  it('sends only our changed fields and keeps changes by others', async () => {
    await changeByOther('PUT', `/users/${user.id}`, { location: 'Bergen' })
    expect(await save({ note: 'ours', pronouns: 'they/them' })).toMatchObject({
      outcome: 'saved',
      sent: ['pronouns', 'note'],
      theirs: ['location'],
      ignored: [],
      now: { location: 'Bergen', note: 'ours', pronouns: 'they/them' },
    })
    expect((await auditLog())[0]).toMatchObject({
      action: 'users.modify',
      target: { id: user.id, username: user.username },
      fields: ['pronouns', 'note'],
      outcome: 'done',
    })
  })

  it('sends nothing while a conflict is unresolved', async () => {
    const now = await changeByOther('PUT', `/users/${user.id}`, { note: 'LEGAL HOLD' })
    expect(await save({ note: 'ours', location: 'Bergen' })).toMatchObject({
      outcome: 'conflict',
      conflicts: ['note'],
      now: { note: 'LEGAL HOLD', location: 'Oslo' },
    })
    expect(await read()).toMatchObject({ note: 'LEGAL HOLD', location: 'Oslo' })
    expect(await auditLog()).toEqual([])
    const ourChanges = { note: 'ours', location: 'Bergen' }
    expect(await save(ourChanges, now)).toMatchObject({ outcome: 'saved' })
    expect(await read()).toMatchObject(ourChanges)
  })

  it('sends nothing if both sides made the same change', async () => {
    await changeByOther('PUT', `/users/${user.id}`, { note: 'same' })
    expect(await save({ note: 'same' })).toMatchObject({ outcome: 'saved', sent: [] })
    expect(await auditLog()).toEqual([])
  })

  it('undoes only values that haven’t changed since', async () => {
    const { now } = await save({ note: 'ours', location: 'Bergen' })
    await changeByOther('PUT', `/users/${user.id}`, { note: 'LEGAL HOLD' })
    expect(await undo({ note: 'original', location: 'Oslo' }, now)).toMatchObject({
      sent: ['location'],
      left: ['note'],
    })
    expect(await read()).toMatchObject({ note: 'LEGAL HOLD', location: 'Oslo' })
  })

  it('sends nothing when there is nothing to undo', async () => {
    const { now } = await save({ note: 'ours' })
    await changeByOther('PUT', `/users/${user.id}`, { note: 'LEGAL HOLD' })
    expect(await undo({ note: 'original' }, now)).toMatchObject({ sent: [], left: ['note'] })
    expect((await auditLog()).map(({ fields }) => fields)).toEqual([['note']])
  })

  it('keeps an identity added by someone else until the conflict is resolved', async () => {
    const identity = { provider: 'saml', extern_uid: `ours-${user.id}` }
    await changeByOther('PUT', `/users/${user.id}`, {
      provider: 'saml',
      extern_uid: `x-${user.id}`,
    })
    expect(await save(identity)).toMatchObject({ outcome: 'conflict', conflicts: ['extern_uid'] })
    expect(await save(identity, await read())).toMatchObject({ outcome: 'saved', ignored: [] })
    expect((await read()).identities).toMatchObject([identity])
    expect(await undo({ provider: 'saml', extern_uid: 'older' }, user)).toMatchObject({
      sent: [],
      left: ['extern_uid'],
    })
  })

  it('succeeds even if GitLab normalizes the values', async () => {
    const changes = {
      name: ' Kim K ',
      location: '',
      bio: 'Two\r\nlines',
      commit_email: '_private',
      public_email: user.email!.toUpperCase(),
      password: 'tidal-lantern-19',
      view_diffs_file_by_file: true,
    }
    const outcome = await save(changes)
    expect(outcome).toMatchObject({ outcome: 'saved', ignored: [] })
    expect((outcome as { sent: string[] }).sent.toSorted()).toEqual(Object.keys(changes).toSorted())
    expect(await undo({ commit_email: '' }, outcome.now)).toMatchObject({ ignored: [], left: [] })
    for (const text of latchkey.kept()) expect(text).not.toContain('tidal-lantern-19')
  })

  it('may remove the account’s own rights', async () => {
    await changeByOther('PUT', `/users/${user.id}`, { admin: true })
    const { token } = await changeByOther<{ token: string }>(
      'POST',
      `/users/${user.id}/impersonation_tokens`,
      { name: 'x', scopes: ['api'], expires_at: dateIn(10) },
    )
    const kim = await latchkey.signIn(sandbox.url, token)
    const edit = input({ admin: false }, await read())
    expect(await latchkey.value('userEdits.save', edit, kim.id)).toMatchObject({
      outcome: 'saved',
      ignored: [],
      now: { is_admin: false },
    })
  })

  it('sends nothing for a user who doesn’t exist', async () => {
    const failure = await latchkey.failure(
      'userEdits.save',
      { id: 999_999, base: {}, changes: { note: 'x' } },
      ines.id,
    )
    expect(failure.kind).toBe('not-found')
    expect(await auditLog()).toEqual([])
  })
})
