import { FailureError } from '../platform/failure.ts'
import { KeychainError } from '../platform/keychain/keychain-error.ts'
import type { SecretStore } from '../platform/keychain/secret-store.ts'
import { type AccountRecord, keychainItemName } from './account-record.ts'
import type { AccountRecords } from './account-records.ts'
import type { AccountTokens, AccountTokensOptions } from './account-tokens.ts'

type Stores = Pick<AccountTokensOptions, 'keychain' | 'session'>

/** Saves an account and its token together or not at all, because each is useless without the other. */
export class AccountStore {
  readonly #records: AccountRecords
  readonly #tokens: AccountTokens
  readonly #stores: Stores

  constructor(records: AccountRecords, tokens: AccountTokens, stores: Stores) {
    this.#records = records
    this.#tokens = tokens
    this.#stores = stores
  }

  /** Returns the record, updated with its token's location. */
  async save(record: AccountRecord, token: string): Promise<AccountRecord> {
    if (record.demo) return this.#saveInSession(record, token)
    const { keychain } = this.#stores
    const name = keychainItemName(record)
    const { pending } = record.secret
    const saved: AccountRecord = { ...record, secret: { store: 'keychain', name, pending } }
    const isNew = !this.#records.find(record.id)
    const file = this.#records.prepare(this.#records.withRecord(saved))
    try {
      await keychain.set(name, token)
    } catch (error) {
      file.cancel()
      if (!(error instanceof FailureError)) throw error
      // The snapshot's `keychain` lets the page explain why the token lasts only for this session. The name is kept if
      // an older token, or part of this one, might be stored under it.
      const isStoredNowhere =
        record.secret.name === undefined &&
        error instanceof KeychainError &&
        error.state === 'absent'
      return this.#saveInSession(record, token, isStoredNowhere ? {} : { name, pending })
    }
    try {
      file.commit()
    } catch (error) {
      // An existing account's new token remains in the keychain.
      if (isNew) await keychain.remove(name).catch(() => undefined)
      throw error
    }
    return this.#withoutPending(saved)
  }

  /**
   * Removes a pending rotated token, which is useless once the user has entered a new one. Items that can't be removed
   * now are removed at sign-out.
   */
  async #withoutPending(record: AccountRecord): Promise<AccountRecord> {
    const { pending, ...secret } = record.secret
    if (pending === undefined) return record
    try {
      await this.#stores.keychain.remove(pending)
    } catch {
      return record
    }
    const cleaned = { ...record, secret }
    this.#records.saveOrReport(cleaned)
    return cleaned
  }

  /** If the keychain fails, returns the items that couldn't be removed instead of throwing. */
  async remove(record: AccountRecord, keychain: SecretStore): Promise<string[]> {
    // Needed to restore the token if saving fails.
    const stored = await this.#tokens.stored(record, keychain).catch(() => undefined)
    const file = this.#records.prepare(this.#records.all().filter(({ id }) => id !== record.id))
    if (!stored) {
      file.commit()
      return this.#tokens.remove(record, keychain)
    }
    const itemsLeft = await this.#tokens.remove(record, keychain)
    try {
      file.commit()
    } catch (error) {
      await this.#tokens.restore(record, stored)
      throw error
    }
    return itemsLeft
  }

  async #saveInSession(
    record: AccountRecord,
    token: string,
    names: { name?: string; pending?: string } = {},
  ): Promise<AccountRecord> {
    const saved: AccountRecord = { ...record, secret: { store: 'session', ...names } }
    this.#records.prepare(this.#records.withRecord(saved)).commit()
    await this.#stores.session.set(record.id, token)
    return saved
  }
}
