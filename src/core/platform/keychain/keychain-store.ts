import type * as Keytar from 'keytar'
import {
  moduleAbsentError,
  KeychainError,
  keychainState,
  keychainFailedError,
} from './keychain-error.ts'
import { keychainTimeoutError, keychainMismatchError } from './keychain-error.ts'
import type { KeychainGuard } from './keychain-guard.ts'
import type { SecretStore } from './secret-store.ts'
import { createSerialExecutor } from '../time/time-limit.ts'

/** The service name shown for every item in the system's keychain app. */
export const keychainService = 'Latchkey'

/** The functions used from the native module. Never `findCredentials`, which dereferences a null pointer if an item is locked. */
export type KeychainModule = Pick<typeof Keytar, 'getPassword' | 'setPassword' | 'deletePassword'>

export interface KeychainStoreOptions {
  platform: NodeJS.Platform
  /** Loads the native module, which is optional and may be missing. */
  load: () => Promise<KeychainModule>
  guard: KeychainGuard
  /** Time limit (ms) for one call to the native module. */
  callLimitMs: number
}

/** The system's keychain: macOS Keychain, Windows Credential Manager, or a Linux desktop's Secret Service. */
export function createKeychainStore(options: KeychainStoreOptions): SecretStore {
  const { platform, guard, callLimitMs } = options
  const runSerially = createSerialExecutor()

  async function load(): Promise<KeychainModule> {
    try {
      return await options.load()
    } catch (error) {
      throw moduleAbsentError(platform, error)
    }
  }

  async function call<T>(use: (keychain: KeychainModule) => Promise<T>): Promise<T> {
    const keychain = await load()
    try {
      const late = () => keychainTimeoutError(platform, callLimitMs)
      return await runSerially(() => use(keychain), callLimitMs, late)
    } catch (error) {
      // The guard knows the reason better than the native module.
      await guard.check()
      throw toKeychainError(platform, error)
    }
  }

  const read = (name: string) => call((keychain) => keychain.getPassword(keychainService, name))

  return {
    async describe() {
      try {
        await load()
        await guard.check()
        return keychainState(platform)
      } catch (error) {
        return keychainState(platform, toKeychainError(platform, error))
      }
    },

    async get(name) {
      await load()
      await guard.open(name)
      const secret = await read(name)
      if (secret !== null) return secret
      await guard.confirmMissing(name)
      return undefined
    },

    async set(name, secret) {
      await load()
      await guard.open()
      await call((keychain) => keychain.setPassword(keychainService, name, secret))
      if ((await read(name)) !== secret) {
        throw keychainMismatchError(platform, 'secrets.didNotKeep')
      }
    },

    async remove(name) {
      await load()
      await guard.open(name)
      await call((keychain) => keychain.deletePassword(keychainService, name))
      await guard.confirmMissing(name)
    },
  }
}

function toKeychainError(platform: NodeJS.Platform, error: unknown): KeychainError {
  return error instanceof KeychainError ? error : keychainFailedError(platform, error)
}
