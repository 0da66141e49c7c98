import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import { createMemorySecretStore } from '../../platform/keychain/memory-secret-store.ts'
import { testFolder } from '../../testing/folder.ts'
import { createTestLatchkey } from '../../testing/latchkey.ts'

it('keeps how screens were left for each account, across restarts, until it signs out', async () => {
  const sandbox = await startSeededSandbox({ users: 0 })
  const dataFolder = testFolder()
  const keychain = createMemorySecretStore()
  const open = () => createTestLatchkey({ dataFolder, keychain })
  const files = () => readdirSync(join(dataFolder, 'accounts'), { recursive: true }).join()
  const before = open()
  const [maya, admin] = [
    await before.signIn(sandbox.url, sandbox.tokens.user),
    await before.signIn(sandbox.url, sandbox.tokens.admin),
  ]
  await before.value('layout.set', { 'keys.sort': '"name"', 'keys.view': '"here"' }, maya.id)
  await before.value('layout.set', { 'keys.sort': '"used"' }, maya.id)
  await before.close()

  const latchkey = open()
  onTestFinished(async () => {
    await latchkey.close()
    await sandbox.stop()
  })
  const left = { 'keys.sort': '"used"', 'keys.view': '"here"' }
  expect(await latchkey.value('layout.get', {}, maya.id)).toEqual(left)
  expect(await latchkey.value('layout.get', {}, admin.id)).toEqual({})
  expect(files()).toContain('layout.json')
  await latchkey.value('accounts.signOut', { id: maya.id })
  expect(files()).not.toContain('layout.json')
})

it('keeps the entries changed last if there are too many', async () => {
  const sandbox = await startSeededSandbox({ users: 0 })
  const latchkey = createTestLatchkey({})
  onTestFinished(async () => {
    await latchkey.close()
    await sandbox.stop()
  })
  const { id } = await latchkey.signIn(sandbox.url, sandbox.tokens.user)
  const entries = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`name${at}`, '1']))
  await latchkey.value('layout.set', entries, id)
  await latchkey.value('layout.set', { name0: '2' }, id)
  const left = await latchkey.value<object>('layout.set', { other: '1' }, id)
  expect(Object.keys(left)).toHaveLength(200)
  expect(left).toMatchObject({ name0: '2', other: '1' })
  expect(left).not.toHaveProperty('name1')
})
