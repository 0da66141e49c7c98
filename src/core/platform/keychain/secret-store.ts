import type { KeychainState } from '../../../shared/operations/accounts.ts'

/**
 * Stores tokens under the names of their accounts.
 *
 * A failed read never deletes anything. Nothing is ever stored in plain text: secrets that the system can't encrypt
 * are kept in memory or not at all. If the keychain can't be used right now, every call except `describe` throws a
 * `KeychainError`.
 */
export interface SecretStore {
  /** The current state of the store; never prompts and never throws. */
  describe(): Promise<KeychainState>
  /**
   * Reads a secret. `undefined` means that the store was readable and has no such secret. The system may prompt the user to
   * unlock its keychain.
   */
  get(name: string): Promise<string | undefined>
  /** Stores or replaces a secret, and verifies that it can be read back. */
  set(name: string, secret: string): Promise<void>
  /** Removes a secret if there is one, and verifies that it was removed. */
  remove(name: string): Promise<void>
}
