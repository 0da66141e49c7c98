import { expect, it, onTestFinished } from 'vitest'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import { createTestLatchkey } from '../../testing/latchkey.ts'
import { readAll } from './testing/sync.ts'

it('loads all users of an instance without keyset pagination', async () => {
  const sandbox = await startSeededSandbox({ users: 1_500, version: '16.4', flavor: 'gitlab' })
  onTestFinished(() => sandbox.stop())
  const app = createTestLatchkey()
  onTestFinished(() => app.close())
  const me = await app.signIn(sandbox.url, sandbox.tokens.admin)
  await readAll(app, me.id)
  // Users whom a full sync misses would be deleted here, and found again among the recent changes.
  expect(await readAll(app, me.id)).toMatchObject({ phase: 'whole', known: sandbox.users })
  const filter = { kinds: [], isByOthers: false }
  expect(await app.value('directory.changes', filter, me.id)).toMatchObject({ total: 0 })
})
