import { expect, test } from 'vitest'
import { createMemorySecretStore } from './memory-secret-store.ts'

test('keeps the secrets of each store separately', async () => {
  const store = createMemorySecretStore()
  await store.set('ada', 'glpat-first')
  await store.set('ada', 'glpat-second')
  expect(await store.get('ada')).toBe('glpat-second')
  expect(await createMemorySecretStore().get('ada')).toBeUndefined()
  await store.remove('ada')
  await store.remove('ada')
  expect(await store.get('ada')).toBeUndefined()
  expect(await store.describe()).toMatchObject({ state: 'available', message: '' })
})
