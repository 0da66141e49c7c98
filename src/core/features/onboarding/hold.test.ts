import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Sandbox } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import type { Account } from '../../../shared/operations/accounts.ts'
import {
  type LossyProxy,
  startLossyProxy,
} from '../../gitlab/create-recovery/testing/lossy-proxy.ts'
import { createMemorySecretStore } from '../../platform/keychain/memory-secret-store.ts'
import { testFolder } from '../../testing/folder.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'
import { OnboardingStage, csvOfUsers } from './testing/rows.ts'
import { secondAdministrator } from './testing/second-administrator.ts'

let sandbox: Sandbox
let way: LossyProxy
let latchkey: TestLatchkey
let stage: OnboardingStage
let account: Account
let open: () => Promise<void>
beforeEach(async () => {
  sandbox = await startSeededSandbox({ users: 0, flavor: 'gitlab' })
  way = await startLossyProxy(sandbox.url)
  const ports = { dataFolder: testFolder(), keychain: createMemorySecretStore() }
  latchkey = createTestLatchkey(ports)
  account = await latchkey.signIn(way.url, sandbox.tokens.admin)
  stage = new OnboardingStage(latchkey, account.id)
  open = async () => {
    await latchkey.close()
    latchkey = createTestLatchkey(ports)
    stage = new OnboardingStage(latchkey, account.id)
  }
  await latchkey.value('settings.set', { requestsAtOnce: 1 })
})
afterEach(async () => {
  await latchkey.close()
  await way.stop()
  await sandbox.stop()
})

/** Triggers everything that would resume a waiting run. */
async function triggerWakeEvents(): Promise<void> {
  await latchkey.value('accounts.refresh', { id: account.id })
  await latchkey.value('connectivity.tryNow', {}, account.id)
  await open()
  await latchkey.value('accounts.refresh', { id: account.id })
  // The runner would send another run after the first one.
  const other = await stage.start(csvOfUsers(1).text)
  await stage.reach(other, 'done', 1)
}

describe('onboarding run whose account was blocked or demoted', () => {
  it.each([
    ['blocked', 'block', 'unblock'],
    ['demoted', 'demote', 'promote'],
  ])('stays on hold until it is resumed manually (%s)', async (_, lose, regain) => {
    const elsewhere = await secondAdministrator(sandbox)
    const me = `/users/${account.user.id}`
    const change = (what: string) => {
      if (what.endsWith('block')) return elsewhere('POST', `${me}/${what}`)
      return elsewhere('PUT', me, { admin: what === 'promote' })
    }
    const { text } = csvOfUsers(10)
    const lost = Promise.withResolvers<void>()
    way.beforePost = (post) => (post <= 2 ? undefined : lost.promise)
    const run = await stage.start(text)
    await stage.reach(run, 'done', 2)
    await change(lose)
    lost.resolve()
    const { counts } = await vi.waitFor(async () => {
      const resumed = await stage.run('get', run)
      expect(resumed).toMatchObject({ state: 'paused', hold: 'rights', counts: { sending: 0 } })
      return resumed
    })
    await change(regain)
    await triggerWakeEvents()
    const after = await stage.run('get', run)
    expect(after).toMatchObject({ state: 'paused', hold: 'rights', counts })
    expect((await stage.run('resume', run)).hold).toBeUndefined()
    await stage.reach(run, 'done', 10)
  })
})
