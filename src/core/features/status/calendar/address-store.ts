import { KeychainError } from '../../../platform/keychain/keychain-error.ts'
import { createMemorySecretStore } from '../../../platform/keychain/memory-secret-store.ts'
import type { SecretStore } from '../../../platform/keychain/secret-store.ts'

interface AddressStoreOptions {
  keychain: SecretStore
  /** Whether an account's secrets must stay in memory. */
  isInMemory(account: string): boolean
  /** Whether secrets may be stored only in the keychain. */
  needsKeychain: boolean
}

/**
 * The addresses of calendars. Whoever has one can read the calendar, so each is in the keychain, under the account's
 * own name; without a keychain, in memory until Latchkey quits.
 */
export function createAddressStore(options: AddressStoreOptions) {
  const { keychain, isInMemory, needsKeychain } = options
  const session = createMemorySecretStore()
  return {
    async set(account: string, address: string): Promise<void> {
      const name = addressItem(account)
      if (isInMemory(account)) return session.set(name, address)
      try {
        await keychain.set(name, address)
        await session.remove(name)
      } catch (error) {
        const isAbsent = error instanceof KeychainError && error.state === 'absent'
        // guard: calendar-keychain
        if (!isAbsent || needsKeychain) throw error
        await session.set(name, address)
      }
    },
    async get(account: string): Promise<string | undefined> {
      const name = addressItem(account)
      if (isInMemory(account) || session.has(name)) return session.get(name)
      return keychain.get(name)
    },
    async remove(account: string): Promise<void> {
      const name = addressItem(account)
      const isOnlyHere = isInMemory(account) || session.has(name)
      await session.remove(name)
      if (!isOnlyHere) await keychain.remove(name)
    },
  }
}

export type AddressStore = ReturnType<typeof createAddressStore>

/** Depends only on the account, so that no edited file can name another secret. */
export function addressItem(account: string): string {
  return `calendar ${account}`
}
