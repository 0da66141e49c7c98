import { expect, it, onTestFinished } from 'vitest'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import { createTestLatchkey } from '../../testing/latchkey.ts'
import { workerScript } from '../../testing/worker-script.ts'
import { waitForCredentials } from './testing/load.ts'

it('stores the tokens of a load in its own thread', async () => {
  const sandbox = await startSeededSandbox({ users: 0, flavor: 'gitlab', crowdTokens: 2_000 })
  const app = createTestLatchkey({ worker: workerScript })
  onTestFinished(async () => {
    await app.close()
    await sandbox.stop()
  })
  const { id } = await app.signIn(sandbox.url, sandbox.tokens.admin)
  const ended = waitForCredentials(app)
  await app.value('credentials.sync', {}, id)
  const { phase, tokens } = await ended
  expect(phase).toBe('whole')
  expect(tokens).toBeGreaterThan(2_000)
  expect(await app.value('credentials.ids', {}, id)).toHaveLength(tokens)
})
