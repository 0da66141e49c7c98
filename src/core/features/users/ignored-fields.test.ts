import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Sandbox } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { UserForAdmins } from '../../../shared/gitlab/user-fields.ts'
import { userRecord } from '../../../shared/rules/user-record.ts'
import { json, startServer } from '../../testing/http-server.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'

describe('fields ignored by GitLab 18 CE', () => {
  let sandbox: Sandbox
  let latchkey: TestLatchkey
  let ines: Account
  beforeAll(async () => {
    sandbox = await startSeededSandbox({ users: 0, flavor: 'gitlab', edition: 'ce', version: '18' })
  })
  afterAll(() => sandbox.stop())
  beforeEach(async () => {
    latchkey = createTestLatchkey()
    ines = await latchkey.signIn(sandbox.url, sandbox.tokens.admin)
  })
  afterEach(() => latchkey.close())

  const unknown = {
    auditor: true,
    shared_runners_minutes_limit: 100,
    extra_shared_runners_minutes_limit: 0,
    group_id_for_saml: 7,
    skype: 'kim.skype',
    github: 'kim',
  }
  const ignored = Object.keys(unknown).toSorted()

  it.each([true, false])('are reported after an edit (auditor: %s)', async (auditor) => {
    const user = await latchkey.value<UserForAdmins>('users.get', { id: 3 }, ines.id)
    const identity = { provider: 'group_saml', extern_uid: `kim-${auditor}` }
    const changes = { ...unknown, auditor, ...identity, note: `Auditor: ${auditor}` }
    const edit = { id: 3, base: userRecord(user, 'group_saml'), changes }
    const outcome = await latchkey.value<{ ignored: string[]; sent: string[] }>(
      'userEdits.save',
      edit,
      ines.id,
    )
    expect(outcome.ignored.toSorted()).toEqual(ignored)
    expect(outcome.sent).toContain('note')
    expect(await latchkey.value('users.get', { id: 3 }, ines.id)).toMatchObject({
      note: changes.note,
      identities: [identity],
    })
  })

  it('are reported for a new user', async () => {
    const created = await latchkey.value<{ user: UserForAdmins; ignored: string[] }>(
      'userEdits.create',
      {
        ...unknown,
        name: 'Kim',
        username: 'kim',
        email: ' Kim@Example.com ',
        pronouns: 'they/them',
        provider: 'group_saml',
        extern_uid: 'kim',
        password: 'tidal-lantern-19',
        view_diffs_file_by_file: true,
      },
      ines.id,
    )
    expect(created.ignored.toSorted()).toEqual(ignored)
    expect(created.user).toMatchObject({ email: 'kim@example.com', pronouns: 'they/them' })
  })
})

describe('edit with a lost response', () => {
  /** Edits a user on a service that loses the response, either after applying the edit or instead of applying it. */
  async function losing(loss: 'after' | 'instead', changes: object) {
    let kim: object = { id: 7, username: 'kim', name: 'Kim', is_admin: false, note: null }
    const writes: string[] = []
    const server = await startServer(({ method, url, body }, response) => {
      if (url.endsWith('/user')) {
        return json(response, 200, { id: 1, username: 'ines', name: 'Ines', is_admin: true })
      }
      if (method === 'GET') return json(response, 200, kim)
      writes.push(body)
      if (loss === 'after') kim = { ...kim, ...JSON.parse(body) }
      response.destroy()
    })
    const latchkey = createTestLatchkey()
    const { id } = await latchkey.signIn(server.url, 'glpat-of-ines')
    const edit = { id: 7, base: { note: null }, changes }
    const answer = await latchkey.invoke('userEdits.save', edit, id)
    await latchkey.close()
    await server.stop()
    expect(writes).toHaveLength(1)
    return answer
  }

  it('succeeds if the service has stored the new values', async () => {
    const email = { email: 'kim@intranet', skip_reconfirmation: true }
    expect(await losing('after', email)).toMatchObject({ ok: true })
    expect(await losing('after', { note: 'ours' })).toMatchObject({
      ok: true,
      value: { outcome: 'saved', now: { note: 'ours' } },
    })
  })

  it.each([
    ['instead', { note: 'ours' }],
    ['instead', { email: 'kim@intranet' }],
    // Reading a user never reveals whether a password was set.
    ['after', { note: 'ours', password: 'tidal-lantern-19' }],
  ] as const)('remains unknown if a read can’t verify it (%s, %j)', async (loss, changes) => {
    expect(await losing(loss, changes)).toMatchObject({
      ok: false,
      failure: { kind: 'unknown-outcome' },
    })
  })
})
