import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Sandbox } from '../sandbox/start.ts'
import { startSeededSandbox } from '../sandbox/testing/seeded-sandbox.ts'
import type { Account } from '../shared/operations/accounts.ts'
import { appTable } from '../shared/operations/index.ts'
import { serviceTable } from '../shared/gitlab/index.ts'
import { type TestServer, json, startServer } from './testing/http-server.ts'
import { type TestLatchkey, createTestLatchkey } from './testing/latchkey.ts'

interface Entry {
  admin?: true
  local?: true
}

/** Names of all entries in a table that only administrators may call. */
function adminOnly(table: Record<string, Record<string, Entry>>, isLocal = false): string[] {
  return Object.entries(table).flatMap(([family, entries]) =>
    Object.entries(entries)
      .filter(([, { admin, local = false }]) => admin && local === isLocal)
      .map(([name]) => `${family}.${name}`),
  )
}
const operations = adminOnly(appTable)
const rows = adminOnly(serviceTable)
const localRows = adminOnly(serviceTable, true)

describe('non-administrator', () => {
  let latchkey: TestLatchkey
  let server: TestServer
  let account: Account
  beforeAll(async () => {
    latchkey = createTestLatchkey()
    server = await startServer((_request, response) =>
      json(response, 200, { id: 2, username: 'maya', name: 'Maya' }),
    )
    account = await latchkey.signIn(server.url, 'glpat-of-maya')
  })
  afterAll(async () => {
    await latchkey.close()
    await server.stop()
  })

  async function failures(name: string) {
    const before = server.requests.length
    const failed = []
    for (const input of [undefined, {}, { id: 1, user_id: 1 }]) {
      failed.push(await latchkey.failure(name, input, account.id))
    }
    expect(server.requests).toHaveLength(before)
    return failed
  }

  it('is denied dozens of operations', () => {
    expect(operations.length).toBeGreaterThan(30)
    expect(rows.length + localRows.length).toBeGreaterThan(25)
  })

  it.each([...operations, ...rows])('cannot call %s, and no request is sent', async (name) => {
    for (const failure of await failures(name)) {
      expect(failure).toMatchObject({
        kind: 'forbidden',
        reason: 'administrators-only',
        message: expect.stringContaining('maya'),
      })
    }
  })

  it.each(localRows)(
    'cannot call the internal endpoint %s, and no request is sent',
    async (name) => {
      for (const failure of await failures(name)) {
        expect(failure).toMatchObject({ message: 'This isn’t available here.' })
      }
    },
  )
})

describe.each(['interface', 'gitlab'] as const)(
  'changed admin rights on the %s flavor',
  (flavor) => {
    let sandbox: Sandbox
    let latchkey: TestLatchkey
    beforeAll(async () => {
      sandbox = await startSeededSandbox({ users: 0, flavor })
      latchkey = createTestLatchkey()
    })
    afterAll(async () => {
      await latchkey.close()
      await sandbox.stop()
    })

    it('are reloaded after a 403 and block further requests', async () => {
      const ines = await latchkey.signIn(sandbox.url, sandbox.tokens.admin)
      const ordinary = await latchkey.signIn(sandbox.url, sandbox.tokens.user)
      expect(ordinary.isAdmin).toBe(false)
      const { id } = ordinary.user
      const setAdmin = (admin: boolean) =>
        latchkey.value(
          'userEdits.save',
          { id, base: { admin: !admin }, changes: { admin } },
          ines.id,
        )
      await setAdmin(true)
      expect(await latchkey.value('accounts.refresh', { id: ordinary.id })).toMatchObject({
        isAdmin: true,
      })
      await latchkey.value('emails.listOf', { id: 3 }, ordinary.id)

      await setAdmin(false)
      const demoted = new Promise<void>((resolve) => {
        latchkey.on('accounts', ({ accounts }) => {
          if (accounts.find((one) => one.id === ordinary.id)?.isAdmin === false) resolve()
        })
      })
      const firstRefusal = await latchkey.failure('emails.listOf', { id: 3 }, ordinary.id)
      expect(firstRefusal).toMatchObject({ kind: 'forbidden', status: 403 })
      await demoted
      expect(await latchkey.failure('emails.listOf', { id: 3 }, ordinary.id)).toMatchObject({
        kind: 'forbidden',
        reason: 'administrators-only',
      })
    })
  },
)

describe('Admin Mode', () => {
  it('is reported as the cause while the account remains an administrator', async () => {
    const sandbox = await startSeededSandbox({ users: 0, adminMode: true })
    const latchkey = createTestLatchkey()
    const ines = await latchkey.signIn(sandbox.url, sandbox.tokens.admin)
    const { token } = await latchkey.value<{ token: string }>(
      'adminTokens.createPersonal',
      { user_id: ines.user.id, name: 'no admin_mode', scopes: ['api'], reason: 'A test' },
      ines.id,
    )
    const account = await latchkey.signIn(sandbox.url, token)
    expect(account).toMatchObject({ id: ines.id, isAdmin: true })
    for (let again = 0; again < 2; again += 1) {
      const input = { id: 3, base: {}, changes: { note: 'x' } }
      expect(await latchkey.failure('userEdits.save', input, account.id)).toMatchObject({
        kind: 'forbidden',
        reason: 'admin-mode',
      })
    }
    expect(await latchkey.value('accounts.refresh', { id: ines.id })).toMatchObject({
      isAdmin: true,
    })
    await latchkey.close()
    await sandbox.stop()
  })
})
