import type { KeychainState } from '../../../shared/operations/accounts.ts'
import { textOf } from '../messages.ts'
import { KeychainError } from './keychain-error.ts'
import type { SecretStore } from './secret-store.ts'

const probeName = 'latchkey-test'
const probeSecret = 'safe-to-delete'

/** Tests a keychain. Concurrent calls share one test, because they would delete each other's item. */
export function createKeychainProbe(keychain: SecretStore): () => Promise<KeychainState> {
  let running: Promise<KeychainState> | undefined
  return () => {
    running ??= probeKeychain(keychain).finally(() => (running = undefined))
    return running
  }
}

/**
 * Determines a keychain's state by storing, reading, and removing an item. Skips a keychain that is known to be locked
 * or absent, to avoid a prompt.
 */
async function probeKeychain(keychain: SecretStore): Promise<KeychainState> {
  const currentState = await keychain.describe()
  if (currentState.state !== 'available') return currentState
  try {
    await keychain.set(probeName, probeSecret)
    await keychain.remove(probeName)
    return currentState
  } catch (error) {
    if (!(error instanceof KeychainError)) throw error
    return { ...currentState, state: error.state, message: textOf(error.summary) }
  }
}
