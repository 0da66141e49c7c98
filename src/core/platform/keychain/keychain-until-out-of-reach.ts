import { KeychainError } from './keychain-error.ts'
import type { SecretStore } from './secret-store.ts'

/** Stops calling a keychain once it is unreachable, because its prompt may take a minute each time. */
export function withUnreachableGuard(keychain: SecretStore): SecretStore {
  let failure: KeychainError | undefined
  async function ask<T>(run: () => Promise<T>): Promise<T> {
    if (failure) throw failure
    try {
      return await run()
    } catch (error) {
      if (error instanceof KeychainError && error.isOutOfReach) failure = error
      throw error
    }
  }
  return {
    describe: () => keychain.describe(),
    get: (name) => ask(() => keychain.get(name)),
    set: (name, secret) => ask(() => keychain.set(name, secret)),
    remove: (name) => ask(() => keychain.remove(name)),
  }
}
