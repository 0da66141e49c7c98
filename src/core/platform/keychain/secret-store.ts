import type { KeychainState } from '../../../shared/operations/accounts.ts'

/**
 * Keeps tokens, one under each account's name.
 *
 * A failed read never deletes. Nothing is ever stored in plain text: what the system cannot encrypt is kept in
 * memory or not at all. If the keychain can't be used right now, every call but `describe` throws a `KeychainError`.
 */
export interface SecretStore {
  /** The current state of the store; never prompts and never throws. */
  describe(): Promise<KeychainState>
  /**
   * Reads a secret. `undefined` only means that the store could be read and has no such secret.
   * The system may prompt the user to unlock its keychain.
   */
  get(name: string): Promise<string | undefined>
  /** Stores or replaces a secret, and verifies that it can be read back. */
  set(name: string, secret: string): Promise<void>
  /** Removes a secret if there is one, and verifies that it is gone. */
  remove(name: string): Promise<void>
}
