import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Sandbox } from '../../sandbox/start.ts'
import { startSeededSandbox } from '../../sandbox/testing/seeded-sandbox.ts'
import type { Account } from '../../shared/operations/accounts.ts'
import type { AuditLogEntry } from '../../shared/operations/audit-log.ts'
import type { UserForAdmins } from '../../shared/gitlab/user-fields.ts'
import { message } from '../../shared/messages/message.ts'
import { userRecord } from '../../shared/rules/user-record.ts'
import { type UnformattedFailure, FailureError } from '../platform/failure.ts'
import { failureOf } from '../gitlab/testing/client.ts'
import { json, startServer } from '../testing/http-server.ts'
import { type TestLatchkey, createTestLatchkey } from '../testing/latchkey.ts'
import { testAudit } from './testing/audit.ts'

let latchkey: TestLatchkey
beforeEach(() => {
  latchkey = createTestLatchkey()
})
afterEach(() => latchkey.close())

async function entries(account: Account): Promise<AuditLogEntry[]> {
  const { items } = await latchkey.value<{ items: AuditLogEntry[] }>(
    'auditLog.list',
    {},
    account.id,
  )
  return items
}

describe.each(['interface', 'gitlab'] as const)('audit log of the %s flavor', (flavor) => {
  let sandbox: Sandbox
  let ines: Account
  const act = <T = unknown>(name: string, input: object) => latchkey.value<T>(name, input, ines.id)
  const edit = (user: UserForAdmins, changes: object) =>
    act('userEdits.save', { id: user.id, base: userRecord(user), changes })
  beforeAll(async () => {
    sandbox = await startSeededSandbox({ users: 0, flavor })
  })
  afterAll(() => sandbox.stop())
  beforeEach(async () => {
    ines = await latchkey.signIn(sandbox.url, sandbox.tokens.admin)
  })

  it('records every write by an administrator, without passwords', async () => {
    const username = `jo-${flavor}`
    const email = `${username}@example.com`
    const password = 'correct horse battery staple'
    const { user } = await act<{ user: UserForAdmins }>('userEdits.create', {
      username,
      email,
      name: 'Jo',
      password,
      extern_uid: 'jo',
      provider: 'saml',
    })
    const { id } = user
    await edit(user, { username: `${username}-2`, note: 'Moved' })
    await act('users.removeIdentity', { id, provider: 'saml' })
    const added = await act<{ id: number }>('emails.addFor', {
      id,
      email: `2-${email}`,
      skip_confirmation: true,
    })
    await act('emails.removeOf', { id, email_id: added.id })
    const robot = await act<{ id: number; username: string }>('serviceAccounts.create', {
      name: 'Robot',
    })

    const target = { id }
    expect(await entries(ines)).toMatchObject([
      { action: 'serviceAccounts.create', target: robot && { id: robot.id }, fields: ['name'] },
      { action: 'emails.removeOf', target, fields: [] },
      { action: 'emails.addFor', target, fields: ['email', 'skip_confirmation'] },
      { action: 'users.removeIdentity', target, fields: [] },
      {
        action: 'users.modify',
        target: { id, username: `${username}-2` },
        fields: ['username', 'note'],
      },
      {
        action: 'users.create',
        target: { id, username },
        fields: ['name', 'username', 'email', 'password', 'provider', 'extern_uid'],
      },
    ])
    for (const entry of await entries(ines)) {
      expect(entry).toMatchObject({
        instance: sandbox.url,
        actor: { id: ines.user.id, username: 'ines' },
        outcome: 'done',
      })
    }
    for (const text of latchkey.kept()) {
      expect(text).not.toContain(password)
    }
  })

  it('records GitLab’s own error text', async () => {
    await latchkey.failure('emails.removeOf', { id: 999_999, email_id: 1 }, ines.id)
    const { username } = await act<UserForAdmins>('users.get', { id: 3 })
    const rename = { id: 3, base: { username }, changes: { username: 'ines' } }
    await latchkey.failure('userEdits.save', rename, ines.id)
    const [takenEntry, deletedEntry] = await entries(ines)
    expect(deletedEntry).toMatchObject({ target: { id: 999_999 }, outcome: 'refused' })
    expect(deletedEntry!.answer).toMatch(/not found/i)
    expect(takenEntry).toMatchObject({
      target: { id: 3 },
      outcome: 'refused',
      fields: ['username'],
    })
    expect(takenEntry!.answer).toMatch(/taken|conflict/i)
  })

  it("records a user's last known username", async () => {
    const { username } = await act<{ username: string }>('users.get', { id: 5 })
    await latchkey.failure('users.removeIdentity', { id: 5, provider: 'none' }, ines.id)
    expect((await entries(ines))[0]!.target).toEqual({ id: 5, username })
  })

  it('doesn’t record reads or changes to the user’s own account', async () => {
    await act('emails.listOf', { id: 3 })
    await act('users.get', { id: 3 })
    await act('emails.add', { email: `mine-${flavor}@example.com` })
    expect(await entries(ines)).toEqual([])
  })

  it('is deleted at sign-out', async () => {
    await edit(await act<UserForAdmins>('users.get', { id: 3 }), { note: 'One' })
    expect(await entries(ines)).toHaveLength(1)
    await latchkey.value('accounts.signOut', { id: ines.id })
    ines = await latchkey.signIn(sandbox.url, sandbox.tokens.admin)
    expect(await entries(ines)).toEqual([])
  })
})

describe('outcome', () => {
  /** Sends one write to an instance with a custom response. */
  async function after(
    deal: Parameters<typeof startServer>[0] | 'gone',
    changes: object = { note: 'x', password: 'p4ssw0rd!' },
  ): Promise<AuditLogEntry[]> {
    const server = await startServer((request, response) => {
      if (request.method === 'GET') {
        const id = request.url?.includes('/users/7') ? 7 : 1
        return json(response, 200, { id, username: 'ines', name: 'Ines', is_admin: true })
      }
      if (deal !== 'gone') deal(request, response)
    })
    const ines = await latchkey.signIn(server.url, 'glpat-of-ines')
    if (deal === 'gone') await server.stop()
    await latchkey.invoke('userEdits.save', { id: 7, base: {}, changes }, ines.id)
    const recorded = await entries(ines)
    if (deal !== 'gone') await server.stop()
    return recorded
  }

  it('is not recorded if nothing was sent', async () => {
    expect(await after('gone')).toEqual([])
    expect(await after(() => expect.fail('sent'), { password: 'short' })).toEqual([])
    expect(await after(() => expect.fail('sent'), { no_such_field: 1 })).toEqual([])
  })

  it('is unknown if the response was lost or GitLab failed', async () => {
    const lost = await after((_request, response) => void response.destroy())
    expect(lost).toMatchObject([{ target: { id: 7 }, outcome: 'unknown' }])
    const broken = await after((_request, response) => json(response, 500, { message: 'Oops' }))
    expect(broken[0]).toMatchObject({ outcome: 'unknown', answer: expect.stringContaining('Oops') })
  })

  it("is refused if GitLab rejects the write, and doesn't contain an echoed password", async () => {
    const [entry] = await after((_request, response) =>
      json(response, 400, { message: 'p4ssw0rd! is too common' }),
    )
    expect(entry).toMatchObject({ outcome: 'refused', fields: ['password', 'note'] })
    expect(entry!.answer).toContain('… is too common')
    expect(latchkey.kept().join()).not.toContain('p4ssw0rd!')
  })
})

describe('audit', () => {
  it('looks up a username that is in neither the event nor the response', async () => {
    const { audit, entries: recorded } = testAudit({
      usernameOf: (_account, id) => (id === 7 ? 'piotr' : undefined),
    })
    await audit.run('a', { action: 'x', target: { id: 7 } }, async () => ({ id: 9, username: 'k' }))
    await audit.run('a', { action: 'x', target: { id: 8 } }, async () => undefined)
    await audit.run('a', { action: 'x', target: { id: 9 } }, async () => ({ id: 9, username: 'k' }))
    expect(recorded().map(({ target }) => target)).toEqual([
      { id: 9, username: 'k' },
      { id: 8 },
      { id: 7, username: 'piotr' },
    ])
  })

  it('reports a failed write without failing the action', async () => {
    const { audit, logged, unsaved } = testAudit({
      addEntry: () => {
        throw new Error('disk full')
      },
    })
    expect(await audit.run('a', { action: 'x' }, async () => 'answer')).toBe('answer')
    expect(logged).toEqual(['The audit log could not be written.'])
    expect(unsaved).toMatchObject([{ message: { id: 'auditLog.notWritten' } }])
  })

  it('removes a password from all values in a response', async () => {
    const { audit, entries: recorded } = testAudit()
    const reason = message('queue.noEffect', { action: 'hunter2 is too short' })
    const answer = message('queue.noteNotWritten', { reason })
    const failure: UnformattedFailure = { kind: 'invalid', status: 400, message: answer }
    const act = () => Promise.reject(new FailureError(failure))
    await expect(audit.run('a', { action: 'x', secret: 'hunter2' }, act)).rejects.toThrow()
    expect(recorded()[0]!.answer).toContain('“… is too short”')
    expect(recorded()[0]!.answer).not.toContain('hunter2')
  })

  it('rethrows other errors without recording an entry', async () => {
    const { audit, entries: recorded } = testAudit()
    const broken = audit.run('a', { action: 'x' }, () => Promise.reject(new Error('ours')))
    await expect(broken).rejects.toThrow('ours')
    expect(recorded()).toEqual([])
    await expect(failureOf(broken)).rejects.toBeDefined()
  })
})
