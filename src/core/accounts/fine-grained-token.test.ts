import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Sandbox } from '../../sandbox/start.ts'
import { startSeededSandbox } from '../../sandbox/testing/seeded-sandbox.ts'
import type { Account } from '../../shared/operations/accounts.ts'
import { tokenJobsMessage } from '../../shared/rules/token-scopes.ts'
import { type TestServer, json, startServer } from '../testing/http-server.ts'
import { type TestLatchkey, createTestLatchkey } from '../testing/latchkey.ts'
import { textOf } from '../platform/messages.ts'

let latchkey: TestLatchkey
let service: Sandbox | TestServer
beforeEach(() => void (latchkey = createTestLatchkey()))
afterEach(async () => {
  await latchkey.close()
  await service.stop()
})

/** What a screen says about an account’s token. */
const jobsText = ({ granularScopes, isAdmin }: Account) =>
  textOf(tokenJobsMessage(granularScopes, isAdmin) ?? '')

it('a sign-in with a fine-grained token says which of Latchkey’s jobs it allows', async () => {
  const permissions = ['read_user', 'read_email', 'create_email', 'delete_email']
  const granular_scopes = [{ access: 'user', permissions, project_id: null, group_id: null }]
  service = await startServer(
    ({ url }, response) =>
      url.endsWith('/self')
        ? json(response, 200, { scopes: ['granular'], granular_scopes })
        : json(response, 200, { id: 7, username: 'maya', name: 'Maya' }),
    { ownToken: false },
  )
  expect(jobsText(await latchkey.signIn(service.url, 'fine-grained'))).toBe(
    'This fine-grained token allows: Profile and Emails. ' +
      'It lacks permissions for: Following, Counts, SSH keys, and Tokens.',
  )
})

it('a sign-in says so if the token may not read its own permissions', async () => {
  const sandbox = await startSeededSandbox({ users: 0, flavor: 'gitlab' })
  service = sandbox
  const account = await latchkey.signIn(sandbox.url, sandbox.tokens.granular)
  expect(jobsText(account)).toMatch(/^This fine-grained token’s permissions are unknown\./)
  expect(account.accessToken).toBeUndefined()
})

it('a sign-in with another token says nothing about permissions', async () => {
  const sandbox = await startSeededSandbox({ users: 0, flavor: 'gitlab' })
  service = sandbox
  expect(jobsText(await latchkey.signIn(sandbox.url, sandbox.tokens.admin))).toBe('')
})
