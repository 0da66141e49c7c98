import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startKeyring, type Keyring, type KeyringOptions } from '../../../../scripts/lib/keyring.ts'
import { startSilentPrompter } from '../../../../scripts/lib/keyring-prompter.ts'
import { startStore, type StoreProcess } from './testing/start-store.ts'

const run = promisify(execFile)
const cleanUps: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function start(options: KeyringOptions = {}): Promise<[Keyring, StoreProcess]> {
  const keyring = await startKeyring(options)
  cleanUps.push(keyring.stop)
  return [keyring, open(keyring)]
}

function open(keyring: Keyring, promptLimitMs = 300): StoreProcess {
  const store = startStore(keyring.env, { callLimitMs: 100_000, promptLimitMs })
  cleanUps.push(store.stop)
  return store
}

/** Items visible to other programs on the system. */
async function lookUp({ env }: Keyring, name: string): Promise<string> {
  const words = ['lookup', 'service', 'Latchkey', 'account', name]
  const { stdout } = await run('secret-tool', words, { env }).catch(() => ({ stdout: '' }))
  return stdout
}

const locked = {
  message: 'The system keyring is locked.',
  failure: { kind: 'keychain' },
}

// macOS and Windows have no Secret Service to test against.
const needs = 'requires a Secret Service, on Linux only'

describe.runIf(process.platform === 'linux')(`keychain (${needs})`, () => {
  describe('when open', () => {
    let keyring: Keyring
    let store: StoreProcess
    beforeEach(async () => {
      ;[keyring, store] = await start()
    })

    test('stores, returns, replaces, and removes a token', async () => {
      expect(await store.get('ada')).toBeUndefined()
      await store.set('ada', 'glpat-first')
      await store.set('ada', 'glpat-second')
      await store.set('grace', 'glpat-other')
      expect(await store.get('ada')).toBe('glpat-second')
      expect(await lookUp(keyring, 'ada')).toBe('glpat-second')
      await store.remove('ada')
      expect(await store.get('ada')).toBeUndefined()
      expect(await lookUp(keyring, 'ada')).toBe('')
      expect(await store.get('grace')).toBe('glpat-other')
    })

    test('returns a token that keytar 7.9.0 stored', async () => {
      // The attributes that `secret-tool search` printed for an item of keytar 7.9.0.
      const item = {
        label: 'Latchkey/ada',
        attributes: {
          'xdg:schema': 'org.freedesktop.Secret.Generic',
          service: 'Latchkey',
          account: 'ada',
        },
      }
      const words = ['store', `--label=${item.label}`, ...Object.entries(item.attributes).flat()]
      const storing = run('secret-tool', words, { env: keyring.env })
      storing.child.stdin!.end('glpat-ü-1')
      await storing
      expect(await store.get('ada')).toBe('glpat-ü-1')
      await store.set('ada', 'glpat-new')
      expect(await lookUp(keyring, 'ada')).toBe('glpat-new')
      await store.remove('ada')
      expect(await lookUp(keyring, 'ada')).toBe('')
    })

    test('reports that it is available', async () => {
      expect(await store.describe()).toEqual({
        state: 'available',
        name: 'system keyring',
        message: '',
      })
    })

    test('removes a missing token without an error', async () => {
      await expect(store.remove('nobody')).resolves.toBeUndefined()
    })
  })

  describe('when locked', () => {
    test('reports being locked between two calls, and keeps the item', async () => {
      const [keyring, store] = await start()
      await store.set('ada', 'glpat-kept')
      await keyring.lock()
      expect(await store.describe()).toMatchObject({
        state: 'locked',
        message: expect.stringContaining('Unlock it'),
      })
      await expect(store.get('ada')).rejects.toMatchObject(locked)
      await expect(store.get('nobody')).rejects.toMatchObject(locked)
      await expect(store.set('ada', 'glpat-other')).rejects.toMatchObject(locked)
      await expect(store.remove('ada')).rejects.toMatchObject(locked)
      await keyring.unlock()
      expect(await store.get('ada')).toBe('glpat-kept')
    })

    test('reports being locked since login, and keeps the item', async () => {
      const [keyring, store] = await start()
      await store.set('ada', 'glpat-kept')
      await keyring.restart()
      const later = open(keyring)
      expect(await later.describe()).toMatchObject({ state: 'locked' })
      await expect(later.get('ada')).rejects.toMatchObject(locked)
      await expect(later.remove('ada')).rejects.toMatchObject(locked)
      await keyring.unlock()
      expect(await later.get('ada')).toBe('glpat-kept')
    })

    test('gives up on an unanswered prompt', async () => {
      const [keyring, store] = await start()
      await store.set('ada', 'glpat-kept')
      await keyring.lock()
      const prompter = await startSilentPrompter(keyring.env)
      cleanUps.push(prompter.stop)
      await expect(store.get('ada')).rejects.toMatchObject(locked)
    })

    test('prompts once for concurrent calls', async () => {
      const keyring = await startKeyring()
      cleanUps.push(keyring.stop)
      const store = open(keyring, 100_000)
      await store.set('ada', 'glpat-kept')
      await keyring.lock()
      const prompter = await startSilentPrompter(keyring.env)
      await store.describe()
      expect(prompter.asked()).toBe(0)
      const reads = Promise.allSettled([store.get('ada'), store.get('grace')])
      await vi.waitUntil(() => prompter.asked() > 0)
      prompter.stop()
      expect(await reads).toMatchObject([{ reason: locked }, { reason: locked }])
      expect(prompter.asked()).toBe(1)
      await keyring.unlock()
      expect(await store.get('ada')).toBe('glpat-kept')
    })
  })

  test('treats a keyring without a default collection as locked rather than empty', async () => {
    const [keyring, store] = await start()
    await rm(join(keyring.env.XDG_DATA_HOME!, 'keyrings'), { recursive: true })
    await keyring.restart()
    const none = { message: expect.stringContaining('no default'), failure: { kind: 'keychain' } }
    expect(await store.describe()).toMatchObject({ state: 'locked' })
    await expect(store.get('ada')).rejects.toMatchObject(none)
    await expect(store.set('ada', 'glpat-lost')).rejects.toMatchObject(none)
  })

  test('reports a restarted keyring as a failure rather than a missing token', async () => {
    const [keyring, store] = await start()
    await store.set('ada', 'glpat-kept')
    await keyring.restart()
    await keyring.unlock()
    await expect(store.get('ada')).rejects.toMatchObject({ failure: { kind: 'keychain' } })
    expect(await open(keyring).get('ada')).toBe('glpat-kept')
  })

  test.each(['no-bus', 'no-service'] as const)(
    'fails every call with an installation hint if absent (%s)',
    async (unavailable) => {
      const [, store] = await start({ unavailable })
      const absent = {
        message: expect.stringContaining('No keychain was found'),
        failure: { kind: 'keychain', hint: { id: 'secrets.installService' } },
      }
      expect(await store.describe()).toMatchObject({ state: 'absent' })
      await expect(store.get('ada')).rejects.toMatchObject(absent)
      await expect(store.set('ada', 'glpat-lost')).rejects.toMatchObject(absent)
      await expect(store.remove('ada')).rejects.toMatchObject(absent)
    },
  )
})
