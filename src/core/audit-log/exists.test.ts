import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Sandbox } from '../../sandbox/start.ts'
import { startSeededSandbox } from '../../sandbox/testing/seeded-sandbox.ts'
import { type TestLatchkey, createTestLatchkey } from '../testing/latchkey.ts'

let sandbox: Sandbox
let latchkey: TestLatchkey
beforeEach(async () => {
  sandbox = await startSeededSandbox({ users: 3 })
  latchkey = createTestLatchkey()
})
afterEach(async () => {
  await latchkey.close()
  await sandbox.stop()
})

it('returns whether an account has an audit log, even for former administrators', async () => {
  const admin = await latchkey.signIn(sandbox.url, sandbox.tokens.admin)
  const other = await latchkey.signIn(sandbox.url, sandbox.tokens.user)
  const exists = async (id: string) => latchkey.value('auditLog.exists', {}, id)
  expect(await exists(admin.id)).toEqual({ exists: false })
  const email = { id: other.user.id, email: 'second@example.com', skip_confirmation: true }
  await latchkey.value('emails.addFor', email, admin.id)
  expect(await exists(admin.id)).toEqual({ exists: true })
  expect(await exists(other.id)).toEqual({ exists: false })
})
