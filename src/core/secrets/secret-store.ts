import type { KeychainState } from '../../shared/app/accounts.ts'

/**
 * Keeps tokens, one under each account's name.
 *
 * A failed read never deletes. Nothing is ever stored in plain text: what cannot be encrypted by the system is kept in
 * memory or not at all. Where the keychain can't be used right now, every call but `describe` throws a `KeychainError`.
 */
export interface SecretStore {
  /** The current state of the store; never prompts and never throws. */
  describe(): Promise<KeychainState>
  /**
   * Reads a secret. `undefined` means that the store could be read and holds no such secret, and nothing else.
   * May have the system ask the person to unlock its keychain.
   */
  get(name: string): Promise<string | undefined>
  /** Stores a secret, over the one of this name if there is one; done when it can be read back. */
  set(name: string, secret: string): Promise<void>
  /** Removes a secret; one that is not there is fine. Done when it is gone. */
  remove(name: string): Promise<void>
}
