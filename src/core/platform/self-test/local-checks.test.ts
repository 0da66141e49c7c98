import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { databaseCheck, keychainCheck, workerCheck } from './local-checks.ts'
import { testFolder } from '../../testing/folder.ts'

describe('database check', () => {
  it('writes a file, reads it back, and leaves nothing behind', async () => {
    const folder = testFolder()
    await expect(databaseCheck(folder).run()).resolves.toMatch(/^SQLite 3\.\d+\.\d+$/)
    expect(readdirSync(folder)).toEqual([])
  })

  it('fails if nothing can be written', async () => {
    await expect(databaseCheck('/proc/self/nowhere').run()).rejects.toThrow()
  })
})

describe('worker check', () => {
  const script = join(import.meta.dirname, '../../worker.ts')

  it('writes to a database in another thread, and leaves nothing behind', async () => {
    const folder = testFolder()
    await expect(workerCheck(script, folder).run()).resolves.toMatch(/^SQLite 3\.\d+\.\d+$/)
    expect(readdirSync(folder)).toEqual([])
  })

  it('fails if the worker is missing', async () => {
    const missing = join(testFolder(), 'worker.js')
    await expect(workerCheck(missing, testFolder()).run()).rejects.toThrow('Cannot find module')
  })
})

describe('keychain check', () => {
  const keychain = { getPassword: vi.fn(), setPassword: vi.fn(), deletePassword: vi.fn() }

  it("doesn't call anything in the loaded module", async () => {
    await expect(keychainCheck(async () => keychain).run()).resolves.toBeUndefined()
    for (const call of Object.values(keychain)) expect(call).not.toHaveBeenCalled()
  })

  it.each([
    [
      { code: 'ERR_MODULE_NOT_FOUND', message: "Cannot find '/home/ada/keytar'" },
      'isn’t installed',
    ],
    [
      {
        code: 'ERR_DLOPEN_FAILED',
        message: 'libsecret-1.so.0: cannot open shared object file: No such file or directory',
      },
      'the system has no libsecret-1.so.0.',
    ],
    [
      {
        code: 'ERR_DLOPEN_FAILED',
        message: "The module '/home/ada/x' was compiled with NODE_MODULE_VERSION 115.",
      },
      'it was built for another version of Node.',
    ],
    [
      { code: 'ERR_DLOPEN_FAILED', message: '/home/ada/keytar.node: invalid ELF header' },
      'Error (ERR_DLOPEN_FAILED)',
    ],
  ])('explains why keytar cannot be loaded: %j', async ({ code, message }, reason) => {
    const load = () => Promise.reject(Object.assign(new Error(message), { code }))
    const failure: unknown = await keychainCheck(load)
      .run()
      .catch((error: unknown) => error)
    expect(String(failure)).toMatch(reason)
    expect(String(failure)).not.toContain('ada')
  })

  it('fails if keytar lacks a function', async () => {
    const { deletePassword: _, ...rest } = keychain
    await expect(keychainCheck(async () => rest as never).run()).rejects.toThrow(
      'keytar has no deletePassword.',
    )
  })
})
