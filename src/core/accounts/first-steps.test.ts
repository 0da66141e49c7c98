import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Sandbox } from '../../sandbox/start.ts'
import { startSeededSandbox } from '../../sandbox/testing/seeded-sandbox.ts'
import type { Account, AccountsSnapshot } from '../../shared/operations/accounts.ts'
import { type TestLatchkey, createTestLatchkey } from '../testing/latchkey.ts'

let sandbox: Sandbox
let latchkey: TestLatchkey
beforeAll(async () => void (sandbox = await startSeededSandbox({ users: 10 })))
afterAll(() => sandbox.stop())
beforeEach(() => void (latchkey = createTestLatchkey()))
afterEach(() => latchkey.close())

const accountFile = () => join(latchkey.dataFolder, 'accounts.json')

function signIn(): Promise<Account> {
  const { url: baseUrl, tokens } = sandbox
  return latchkey.value('accounts.add', { baseUrl, token: tokens.user, firstSteps: true })
}

/** The accounts after a restart. */
async function accountsAfterRestart(): Promise<readonly Account[]> {
  const next = createTestLatchkey({ dataFolder: latchkey.dataFolder })
  const { accounts } = await next.value<AccountsSnapshot>('accounts.list')
  await next.close()
  return accounts
}

it('offers the first steps to a new account until they are done or skipped', async () => {
  const { id, firstSteps } = await signIn()
  expect(firstSteps).toEqual(['status', 'keys', 'git', 'avatar'])
  await latchkey.value('accounts.update', { id, firstSteps: ['keys'] })
  expect(await signIn()).toMatchObject({ id, firstSteps: ['keys'] })
  await latchkey.value('accounts.update', { id, firstSteps: [] })
  expect(await accountsAfterRestart()).toMatchObject([{ id, firstSteps: [] }])
})

it("doesn't offer first steps to an account added without them", async () => {
  const { id } = await latchkey.signIn(sandbox.url, sandbox.tokens.user)
  expect(readFileSync(accountFile(), 'utf8')).not.toContain('firstSteps')
  expect((await signIn()).firstSteps).toBeUndefined()
  expect(await accountsAfterRestart()).toMatchObject([{ id }])
})

it('ignores first steps unknown to this version', async () => {
  const { id } = await signIn()
  const { accounts } = JSON.parse(readFileSync(accountFile(), 'utf8'))
  const changed = { accounts: [{ ...accounts[0], firstSteps: ['dance'] }] }
  writeFileSync(accountFile(), JSON.stringify(changed))
  expect(await accountsAfterRestart()).toEqual([
    expect.objectContaining({ id, firstSteps: undefined }),
  ])
})

it("doesn't offer first steps in the demo", async () => {
  expect((await latchkey.value<Account>('demo.start', { as: 'user' })).firstSteps).toBeUndefined()
})
