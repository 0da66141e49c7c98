import type { Account } from '../../shared/operations/accounts.ts'
import type { LockState } from '../../shared/operations/lock.ts'
import type { Clock } from '../platform/time/clock.ts'
import { after as systemAfter } from '../platform/time/scheduler.ts'
import type { SecretStore } from '../platform/keychain/secret-store.ts'
import type { MemorySecretStore } from '../platform/keychain/memory-secret-store.ts'
import type { ApiClient } from '../gitlab/api-client.ts'
import { type AccountRecord, isOwnItem } from './account-record.ts'
import { narrowerTokenError, tokenMissingError, tokenOfOtherError } from './sign-in-failure.ts'
import { type TokenAccess, lostScopes, readTokenAccess } from './token-access.ts'
import { tokenLostError } from './rotation-failure.ts'

export interface AccountTokensOptions {
  keychain: SecretStore
  /** Keeps tokens in memory until the process ends if the keychain can't store them. */
  session: MemorySecretStore
  client: ApiClient
  /** The lock state: tokens are cached for a shorter time while Latchkey is locked. */
  lock?(): Pick<LockState, 'locked' | 'pausesQueue'>
  after?: Clock['after']
}

/** An account's stored secrets. */
export interface StoredTokens {
  token?: string | undefined
  /** A rotated token stored next to it. */
  pending?: string | undefined
}

interface TokenReplacement {
  baseUrl: string
  /** The signed-in account whose token would be replaced, if any. */
  replaced: AccountRecord | undefined
  /** Whether the user agreed to replace a token that has more scopes. */
  allowFewerScopes: boolean | undefined
}

/** How long (ms) a batch lasts without requests. Not shorter, because a keychain may prompt for each read. */
const usualGapMs = 5 * 60_000
/** How long (ms) a batch lasts without requests while Latchkey is locked. */
const lockedGapMs = 5_000

interface Batch {
  token: string
  end(): void
}

/**
 * Reads and removes account tokens. A token is cached for a batch: a series of requests for one account, with gaps of
 * at most five minutes, or five seconds while Latchkey is locked. A batch reads the keychain once, even for concurrent
 * requests, and then discards the token. While the lock pauses the queue, requests are rare, so each forms its own
 * batch.
 */
export class AccountTokens {
  readonly #options: AccountTokensOptions
  readonly #batches = new Map<string, Batch>()
  readonly #readings = new Map<string, Promise<string>>()
  /** Rotated tokens that haven't replaced the old one yet, and whether the keychain has them. */
  readonly #rotated = new Map<string, { token: string; isSaved: boolean }>()

  constructor(options: AccountTokensOptions) {
    this.#options = options
  }

  /** Fails if the keychain can't be read, or has no token for the account except one that was rotated. */
  async get(record: AccountRecord): Promise<string> {
    const rotated = this.#rotated.get(record.id)
    if (rotated) return rotated.token
    if (record.rotation) throw tokenLostError(record)
    const batch = this.#batches.get(record.id)
    if (batch) return this.cache(record.id, batch.token)
    return this.#readings.get(record.id) ?? this.#read(record)
  }

  async #read(record: AccountRecord): Promise<string> {
    const { id } = record
    const reading = this.storedToken(record).then((token) => {
      if (token === undefined) throw tokenMissingError(record)
      return token
    })
    this.#readings.set(id, reading)
    // The token may be discarded or replaced during the read.
    const isCurrent = () => this.#readings.get(id) === reading
    try {
      const token = await reading
      return isCurrent() ? this.cache(id, token) : token
    } finally {
      if (isCurrent()) this.#readings.delete(id)
    }
  }

  /** The account's stored secrets, for restoring them later. Fails if the keychain can't be read. */
  async stored(record: AccountRecord, keychain = this.#options.keychain): Promise<StoredTokens> {
    const { pending } = record.secret
    return {
      token: await this.storedToken(record, keychain),
      pending:
        pending === undefined || record.secret.store === 'session'
          ? undefined
          : await keychain.get(pending),
    }
  }

  /**
   * The token stored under the account's own name, even if it has been rotated since. Fails if it is for another
   * instance.
   */
  async storedToken(
    record: AccountRecord,
    keychain = this.#options.keychain,
  ): Promise<string | undefined> {
    const { id, secret } = record
    if (secret.store === 'keychain' && !isOwnItem(secret.name, record))
      throw tokenOfOtherError(record)
    return secret.store === 'keychain' ? keychain.get(secret.name) : this.#options.session.get(id)
  }

  /** Makes an account use this token instead of the stored one. */
  useRotated(id: string, token: string, isSaved: boolean): void {
    this.#endBatch(id)
    this.#rotated.set(id, { token, isSaved })
  }

  /** The rotated token that an account uses instead of the stored one. */
  rotated(id: string): { token: string; isSaved: boolean } | undefined {
    return this.#rotated.get(id)
  }

  /** Makes an account use the stored token again. */
  dropRotated(id: string): void {
    this.#rotated.delete(id)
  }

  /** Starts or continues a batch. */
  cache(id: string, token: string): string {
    this.#endBatch(id)
    const { locked, pausesQueue } = this.#options.lock?.() ?? { locked: false, pausesQueue: false }
    // guard: token-of-one-request
    if (pausesQueue) return token
    const { after = systemAfter } = this.#options
    const gapMs = locked ? lockedGapMs : usualGapMs
    // guard: token-batch-end
    const end = after(gapMs, () => this.#batches.delete(id))
    this.#batches.set(id, { token, end })
    return token
  }

  /** Returns the keychain items that couldn't be removed. */
  async remove({ id, secret }: AccountRecord, keychain: SecretStore): Promise<string[]> {
    await this.#options.session.remove(id)
    const itemsLeft: string[] = []
    for (const name of [secret.name, secret.pending]) {
      if (name !== undefined) await keychain.remove(name).catch(() => itemsLeft.push(name))
    }
    return itemsLeft
  }

  /** Restores an account's token after a failed sign-out. */
  async restore({ id, secret }: AccountRecord, { token, pending }: StoredTokens): Promise<void> {
    const { keychain, session } = this.#options
    const keep = (name: string | undefined, one: string | undefined) =>
      name === undefined || one === undefined
        ? undefined
        : keychain.set(name, one).catch(() => undefined)
    await keep(secret.pending, pending)
    if (secret.store === 'keychain') await keep(secret.name, token)
    else if (token !== undefined) await session.set(id, token)
  }

  /** Reads the scopes of a new token. Throws if the token it replaces has more, unless the user agreed to lose them. */
  async checkNewToken(
    token: string,
    { baseUrl, replaced, allowFewerScopes = false }: TokenReplacement,
  ): Promise<TokenAccess> {
    const { client } = this.#options
    // A token that is no longer readable has no scopes to lose.
    const current =
      replaced && !allowFewerScopes && (await this.get(replaced).catch(() => undefined))
    const [after, before] = await Promise.all([
      readTokenAccess(client, { baseUrl, token }),
      current && current !== token
        ? readTokenAccess(client, { baseUrl, token: current })
        : undefined,
    ])
    const lost = before?.scopes && after.scopes ? lostScopes(before.scopes, after.scopes) : []
    if (replaced && lost.length > 0) throw narrowerTokenError(replaced, lost)
    return after
  }

  /** Where an account's token is stored. */
  locationOf(record: AccountRecord): Account['token'] {
    const { id, secret } = record
    if (secret.store === 'keychain') return isOwnItem(secret.name, record) ? 'keychain' : 'missing'
    return this.#options.session.has(id) ? 'session' : 'missing'
  }

  drop(id: string): void {
    this.#rotated.delete(id)
    this.#endBatch(id)
  }

  /** Discards all cached tokens that are also in the keychain. */
  dropAll(): void {
    for (const id of [...this.#batches.keys(), ...this.#readings.keys()]) this.#endBatch(id)
  }

  #endBatch(id: string): void {
    this.#batches.get(id)?.end()
    this.#batches.delete(id)
    this.#readings.delete(id)
  }
}
