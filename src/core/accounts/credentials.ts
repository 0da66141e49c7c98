import { createFailureError } from '../platform/failures.ts'
import type { Text } from '../../shared/messages/message.ts'
import type { Account } from '../../shared/operations/accounts.ts'
import type { LockState } from '../../shared/operations/lock.ts'
import { FailureError } from '../platform/failure.ts'
import { KeychainError } from '../platform/keychain/keychain-error.ts'
import type { MemorySecretStore } from '../platform/keychain/memory-secret-store.ts'
import type { SecretStore } from '../platform/keychain/secret-store.ts'
import type { ManagedPolicy } from '../platform/policy/policy.ts'
import { keychainRequiredError } from '../policy/policy-failures.ts'
import type { Clock } from '../platform/time/clock.ts'
import { after as systemAfter } from '../platform/time/scheduler.ts'
import { withTimeLimit } from '../platform/time/time-limit.ts'
import {
  type AccountRecord,
  isOwnItem,
  keychainItemName,
  pendingItemName,
} from './account-record.ts'
import type { AccountRecords } from './account-records.ts'
import { sessionIn, targetToken } from '../gitlab/credential.ts'
import { containsToken } from '../gitlab/echoed-token.ts'
import { PerAccount } from './per-account.ts'
import { tokenLostError } from './rotation-failure.ts'
import { tokenMissingError, tokenOfOtherError } from './sign-in-failure.ts'

export interface CredentialStores {
  keychain: SecretStore
  /** Keeps secrets in memory until the process ends if the keychain can't store them. */
  session: MemorySecretStore
  /** The lock state: secrets are cached for a shorter time while Latchkey is locked. */
  lock?(): Pick<LockState, 'locked' | 'pausesQueue'>
  after?: Clock['after']
}

export interface CredentialsOptions extends CredentialStores {
  records: AccountRecords
  policy: ManagedPolicy
  /** Finishes an interrupted replacement. */
  settle(id: string): Promise<void>
  /** Whether a secret has to be renewed before its next use. */
  isDue(id: string, secret: string): boolean
  /** Renews such a secret. Throws if the account can't be used without. */
  renew(id: string, secret: string): Promise<void>
}

/** How long (ms) a batch lasts without requests. Not shorter, because a keychain may prompt for each read. */
const usualGapMs = 5 * 60_000
/** How long (ms) a batch lasts without requests while Latchkey is locked. */
const lockedGapMs = 5_000
/** A shorter secret would also be found in a text that has nothing to do with it. */
const leastLength = 8
/** How long (ms) a replacement waits for requests in progress. */
const maxWaitMs = 15_000

interface Credential {
  /** Number of requests that use the secret. */
  uses: number
  onIdle(): void
  /** Settles when the replacement in progress does. */
  replacement: Promise<void> | undefined
  reading: Promise<string> | undefined
  batch: { secret: string; end(): void } | undefined
  /** The new secret, if it hasn't taken the place of the stored one yet, and whether it is stored next to it. */
  next: { secret: string; isSaved: boolean } | undefined
}

/**
 * The secret of each account, unless somebody is replacing it: no request is ever sent with a secret that is being
 * replaced.
 *
 * A secret is cached for a batch: a series of requests for one account, with gaps of at most five minutes, or five
 * seconds while Latchkey is locked. A batch reads the keychain once, even for concurrent requests, and then discards
 * the secret. While the lock pauses the queue, requests are rare, so each forms its own batch.
 */
export class Credentials {
  readonly #options: CredentialsOptions
  readonly #credentials = new PerAccount<Credential>(() => ({
    uses: 0,
    onIdle: () => undefined,
    replacement: undefined,
    reading: undefined,
    batch: undefined,
    next: undefined,
  }))

  constructor(options: CredentialsOptions) {
    this.#options = options
  }

  /**
   * Runs something with an account's secret, as soon as no replacement is in progress. Fails if the keychain can't be
   * read, or has no secret for the account.
   */
  async use<T>(id: string, run: (secret: string) => Promise<T>): Promise<T> {
    const { isDue, renew } = this.#options
    const credential = this.#credentials.get(id)
    for (;;) {
      if (credential.replacement) {
        await credential.replacement
        continue
      }
      if (this.isInterrupted(id)) {
        await this.#options.settle(id)
        continue
      }
      credential.uses += 1
      let secret
      try {
        secret = await this.read(id)
        if (!isDue(id, secret)) return await run(secret)
      } finally {
        credential.uses -= 1
        if (credential.uses === 0) credential.onIdle()
      }
      await renew(id, secret)
    }
  }

  /** Replaces an account's secret. Other replacements, and uses that haven't started, wait for it to finish. */
  async replace<T>(id: string, run: () => Promise<T>): Promise<T> {
    const credential = this.#credentials.get(id)
    while (credential.replacement) await credential.replacement
    const { promise, resolve } = Promise.withResolvers<void>()
    credential.replacement = promise
    try {
      return await run()
    } finally {
      credential.replacement = undefined
      resolve()
    }
  }

  /** Within a replacement: waits until the secret is no longer in use. Throws if that takes too long. */
  async idle(id: string, waitMs = maxWaitMs): Promise<void> {
    const credential = this.#credentials.get(id)
    if (credential.uses === 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    credential.onIdle = resolve
    await withTimeLimit(promise, waitMs, () => createFailureError('rotation.busy'))
  }

  /** Whether an account's requests carry this token. Doesn't wait for a replacement. */
  async isCurrent(id: string, token: string | undefined): Promise<boolean> {
    const secret = await this.read(id).catch(() => undefined)
    return secret !== undefined && targetToken(secret).token === token
  }

  /** Whether a text contains an account's secret, or one of its session. Throws if the keychain can't be read. */
  async isIn(id: string, text: string): Promise<boolean> {
    const secret = await this.read(id).catch((error: unknown) => {
      const hasNone = error instanceof FailureError && error.failure.kind === 'unauthorized'
      // guard: unread-secret
      if (!hasNone) throw error
      return undefined
    })
    if (secret === undefined) return false
    const session = sessionIn(secret)
    const secrets = session ? [session.access, session.refresh] : [secret]
    const isLong = (one = '') => one.length >= leastLength
    // guard: secret-in-text
    return secrets.some((one) => one === text || (isLong(one) && containsToken(text, one!)))
  }

  /** Within a replacement: the secret that the account uses. */
  async read(id: string): Promise<string> {
    const record = this.#options.records.get(id)
    const { next, batch, reading } = this.#credentials.get(id)
    if (next) return next.secret
    if (record.rotation === 'lost' || this.isInterrupted(id)) throw tokenLostError(record)
    if (batch) return this.#cache(id, batch.secret)
    return reading ?? this.#readStored(record)
  }

  async #readStored(record: AccountRecord): Promise<string> {
    const { id } = record
    const credential = this.#credentials.get(id)
    const reading = this.stored(record).then((secret) => {
      if (secret === undefined) throw tokenMissingError(record)
      return secret
    })
    credential.reading = reading
    // The secret may be discarded or replaced during the read.
    const isCurrent = () => credential.reading === reading
    try {
      const secret = await reading
      return isCurrent() ? this.#cache(id, secret) : secret
    } finally {
      if (isCurrent()) credential.reading = undefined
    }
  }

  /**
   * The secret stored under the account's own name, even if it has been replaced since. Fails if it is for another
   * instance.
   */
  async stored(
    record: AccountRecord,
    keychain = this.#options.keychain,
  ): Promise<string | undefined> {
    const { id, secret } = record
    if (secret.store === 'session') return this.#options.session.get(id)
    if (!isOwnItem(secret.name, record)) throw tokenOfOtherError(record)
    return keychain.get(secret.name)
  }

  /** Where an account's secret is stored. */
  locationOf(record: AccountRecord): Account['token'] {
    const { id, secret } = record
    if (secret.store === 'keychain') return isOwnItem(secret.name, record) ? 'keychain' : 'missing'
    return this.#options.session.has(id) ? 'session' : 'missing'
  }

  /** The state of a replacement that the account's screen shows. */
  replacementOf({ id, rotation }: Pick<AccountRecord, 'id' | 'rotation'>): Account['rotation'] {
    const { next } = this.#credentials.get(id)
    return next ? (next.isSaved ? undefined : 'unsaved') : rotation
  }

  /** Whether the valid secret has yet to be determined. */
  isInterrupted(id: string): boolean {
    const { rotation, session } = this.#options.records.get(id)
    // A session works until its access token ends.
    return rotation === 'unconfirmed' && !session && !this.next(id)
  }

  /** The new secret that an account uses instead of the stored one. */
  next(id: string): Credential['next'] {
    return this.#credentials.get(id).next
  }

  /** The new secret stored next to the other one, maybe by an earlier run. */
  async storedNext(id: string): Promise<string | undefined> {
    const { store, pending } = this.#place(id)
    return store.get(pending)
  }

  /** Saves that a replacement begins. If saving fails, throws before anything is sent. */
  async beginNext(id: string): Promise<void> {
    const { records } = this.#options
    await records.inOrder(async () => {
      const record = records.get(id)
      const { pending } = this.#place(id)
      const secret = record.demo ? record.secret : { ...record.secret, pending }
      records.save({ ...record, rotation: 'unconfirmed', secret })
    })
  }

  /** Makes an account use a new secret, and stores it next to the other one. */
  async setNext(id: string, secret: string): Promise<void> {
    const { store, pending } = this.#place(id)
    this.#endBatch(id)
    const credential = this.#credentials.get(id)
    if (credential.next?.secret !== secret) credential.next = { secret, isSaved: false }
    await store.set(pending, secret)
    credential.next = { secret, isSaved: true }
  }

  /** Replaces a secret that no longer works. If it can't be stored, the account uses it until Latchkey quits. */
  async renew(id: string, secret: string): Promise<boolean> {
    const { store, name } = this.#place(id)
    try {
      await store.set(name, secret)
    } catch (error) {
      if (!(error instanceof FailureError)) throw error
      this.#endBatch(id)
      this.#credentials.get(id).next = { secret, isSaved: false }
      return false
    }
    this.adopt(id, secret)
    return true
  }

  /** Makes an account use a secret that is stored already. */
  adopt(id: string, secret: string): void {
    this.drop(id)
    this.#cache(id, secret)
  }

  /** Makes an account use the stored secret again. */
  dropNext(id: string): void {
    this.#credentials.get(id).next = undefined
  }

  /** Replaces the stored secret with a new one that works. If this fails, the next start tries again. */
  async promote(id: string, secret: string): Promise<void> {
    const { records, session } = this.#options
    const { store, name } = this.#place(id)
    try {
      await records.inOrder(async () => {
        await store.set(name, secret)
        const { demo, secret: location } = records.get(id)
        records.update(id, {
          fromGit: undefined,
          rotation: undefined,
          secret: demo ? location : { store: 'keychain', name, pending: location.pending },
        })
        if (!demo) await session.remove(id)
      })
    } catch (error) {
      if (!(error instanceof FailureError)) throw error
      this.#credentials.get(id).next = { secret, isSaved: true }
      return
    }
    this.adopt(id, secret)
    await this.clearNext(id)
  }

  /**
   * Removes the secret stored next to the current one. If that fails, the next replacement overwrites it or sign-out
   * removes it.
   */
  async clearNext(id: string): Promise<void> {
    const { records } = this.#options
    const { store, pending } = this.#place(id)
    try {
      await store.remove(pending)
    } catch (error) {
      if (error instanceof FailureError) return
      throw error
    }
    await records.inOrder(async () => {
      records.update(id, { secret: { ...records.get(id).secret, pending: undefined } })
    })
  }

  /**
   * Saves an account and its secret together or not at all, because each is useless without the other. Returns the
   * record, updated with the secret's location.
   */
  async save(record: AccountRecord, secret: string): Promise<AccountRecord> {
    const saved = record.demo
      ? await this.#saveInSession(record, secret)
      : await this.#saveInKeychain(record, secret)
    this.adopt(saved.id, secret)
    return saved
  }

  async #saveInKeychain(record: AccountRecord, secret: string): Promise<AccountRecord> {
    const { records, keychain } = this.#options
    const name = keychainItemName(record)
    const { pending } = record.secret
    const saved: AccountRecord = { ...record, secret: { store: 'keychain', name, pending } }
    const isNew = !records.find(record.id)
    const file = records.prepare(records.withRecord(saved))
    try {
      await keychain.set(name, secret)
    } catch (error) {
      file.cancel()
      if (!(error instanceof FailureError)) throw error
      const { policy } = this.#options
      // guard: keychain-required
      if (policy.values.requireKeychain) throw keychainRequiredError(policy, remedyOf(error))
      // The snapshot's `keychain` lets the page explain why the secret lasts only for this session. The name is kept
      // if an older secret, or part of this one, might be stored under it.
      const isStoredNowhere =
        record.secret.name === undefined &&
        error instanceof KeychainError &&
        error.state === 'absent'
      return this.#saveInSession(record, secret, isStoredNowhere ? {} : { name, pending })
    }
    try {
      file.commit()
    } catch (error) {
      // An existing account's new secret remains in the keychain.
      if (isNew) await keychain.remove(name).catch(() => undefined)
      throw error
    }
    return saved
  }

  async #saveInSession(
    record: AccountRecord,
    secret: string,
    names: { name?: string; pending?: string } = {},
  ): Promise<AccountRecord> {
    const saved: AccountRecord = { ...record, secret: { store: 'session', ...names } }
    this.#options.records.save(saved)
    await this.#options.session.set(record.id, secret)
    return saved
  }

  /**
   * Removes an account and its secrets, or restores them if saving fails. If the keychain fails, returns the items
   * that couldn't be removed instead of throwing.
   */
  async remove(record: AccountRecord, keychain: SecretStore): Promise<string[]> {
    const { records, session } = this.#options
    const { id, secret } = record
    const stored = await this.#storedItems(record, keychain).catch(() => undefined)
    const file = records.prepare(records.all().filter((other) => other.id !== id))
    // What can't be read can't be restored.
    if (!stored) file.commit()
    const inSession = await session.get(id)
    await session.remove(id)
    const itemsLeft: string[] = []
    for (const name of [secret.name, secret.pending]) {
      if (name !== undefined) await keychain.remove(name).catch(() => itemsLeft.push(name))
    }
    try {
      if (stored) file.commit()
    } catch (error) {
      if (inSession !== undefined) await session.set(id, inSession)
      for (const [name, value] of stored ?? []) {
        await this.#options.keychain.set(name, value).catch(() => undefined)
      }
      throw error
    }
    // guard: signed-out-token
    this.drop(id)
    return itemsLeft
  }

  /** The account's items in the keychain. Fails if it can't be read. */
  async #storedItems(
    { secret }: AccountRecord,
    keychain: SecretStore,
  ): Promise<[string, string][]> {
    if (secret.store === 'session') return []
    const items: [string, string][] = []
    for (const name of [secret.name, secret.pending]) {
      const value = name === undefined ? undefined : await keychain.get(name)
      if (name !== undefined && value !== undefined) items.push([name, value])
    }
    return items
  }

  drop(id: string): void {
    this.dropNext(id)
    this.#endBatch(id)
  }

  /** Discards all cached secrets that are also in the keychain. */
  dropAll(): void {
    for (const id of this.#options.records.ids()) this.#endBatch(id)
  }

  /** Starts or continues a batch. */
  #cache(id: string, secret: string): string {
    this.#endBatch(id)
    const { locked, pausesQueue } = this.#options.lock?.() ?? { locked: false, pausesQueue: false }
    // guard: token-of-one-request
    if (pausesQueue) return secret
    const { after = systemAfter } = this.#options
    const gapMs = locked ? lockedGapMs : usualGapMs
    const credential = this.#credentials.get(id)
    // guard: token-batch-end
    const end = after(gapMs, () => (credential.batch = undefined))
    credential.batch = { secret, end }
    return secret
  }

  #endBatch(id: string): void {
    const credential = this.#credentials.get(id)
    credential.batch?.end()
    credential.batch = undefined
    credential.reading = undefined
  }

  /**
   * Where an account's secret is stored, and under what name a new one is until it replaces that one. Demo secrets stay
   * in memory. All others go to the keychain, no matter where they were before.
   */
  #place(id: string): { store: SecretStore; name: string; pending: string } {
    const { records, keychain, session } = this.#options
    const record = records.get(id)
    const name = record.demo ? id : keychainItemName(record)
    const { pending } = record.secret
    const isOwn = pending !== undefined && isOwnItem(pending, record)
    return {
      store: record.demo ? session : keychain,
      name,
      pending: isOwn ? pending : pendingItemName(name),
    }
  }
}

function remedyOf({ failure }: FailureError): Text {
  return failure.hint ?? failure.message
}
