import type { Account } from '../../shared/operations/accounts.ts'
import { mayHaveHappened } from '../../shared/rules/failure.ts'
import { user } from '../../shared/gitlab/current-user.ts'
import { type CreatedToken, personalAccessTokens } from '../../shared/gitlab/tokens.ts'
import { type UnformattedFailure, FailureError } from '../platform/failure.ts'
import { createKeychainProbe } from '../platform/keychain/probe-keychain.ts'
import type { SecretStore } from '../platform/keychain/secret-store.ts'
import { isTokenRefusal } from '../gitlab/error-response.ts'
import type { ApiClient } from '../gitlab/api-client.ts'
import type { AccountRecord } from './account-record.ts'
import type { AccountRecords } from './account-records.ts'
import type { AccountTokens } from './account-tokens.ts'
import {
  newTokenRefusedError,
  notRotatedError,
  rotationLostError,
  rotationNotStartedError,
  rotationUnavailableError,
  rotationUncertainError,
} from './rotation-failure.ts'
import { PendingRotations, type TokenLocation, tokenLocation } from './pending-rotations.ts'
import type { TokenGate } from './token-gate.ts'

export interface TokenRotationOptions {
  records: AccountRecords
  tokens: AccountTokens
  gate: TokenGate
  keychain: SecretStore
  session: SecretStore
  client: ApiClient
  /** Runs changes to the account list one at a time. */
  inOrder<T>(change: () => Promise<T>): Promise<T>
}

/** How long (ms) a rotation waits for requests in progress. */
const maxWaitMs = 15_000

/** Statuses meaning that rotation is unsupported, or not allowed for this token. */
const unavailable: readonly number[] = [401, 403, 404, 405]

type Verdict = 'works' | 'refused'

/**
 * Rotates tokens. GitLab revokes the old token immediately, so the new one is stored next to it first and replaces it
 * once it has proved to work. The next request detects and finishes an interrupted rotation.
 */
export class TokenRotation {
  readonly #options: TokenRotationOptions
  readonly #marks: PendingRotations
  readonly #probeKeychain: ReturnType<typeof createKeychainProbe>

  constructor(options: TokenRotationOptions) {
    this.#options = options
    this.#marks = new PendingRotations(options.records)
    this.#probeKeychain = createKeychainProbe(options.keychain)
  }

  /** The rotation state that the account's screen shows. */
  stateOf({ id, rotation }: Pick<AccountRecord, 'id' | 'rotation'>): Account['rotation'] {
    const rotated = this.#options.tokens.rotated(id)
    return rotated ? (rotated.isSaved ? undefined : 'unsaved') : rotation
  }

  /** Whether the valid token has yet to be determined. */
  isOpen({ id, rotation }: AccountRecord): boolean {
    return rotation === 'unconfirmed' && !this.#options.tokens.rotated(id)
  }

  rotate(
    id: string,
    expiresAt: string | undefined,
    before?: (old: string) => Promise<void>,
  ): Promise<void> {
    const { gate, tokens, records } = this.#options
    return gate.change(id, async () => {
      await this.#settle(id)
      if (tokens.rotated(id)) await this.#store(id)
      const place = this.#place(id)
      await this.#assertStorable(records.get(id))
      await gate.idle(id, maxWaitMs)
      const old = await tokens.get(records.get(id))
      await before?.(old)
      await this.#inOrder(() => this.#marks.begin(id, place.pending))
      const created = await this.#send(id, old, expiresAt)
      await this.#adopt(id, created, old)
    })
  }

  /**
   * Determines which token is valid after an interrupted rotation; `again` also retries a new token that was given up
   * as lost.
   */
  settle(id: string, { again = false } = {}): Promise<void> {
    return this.#options.gate.change(id, () => this.#settle(id, again))
  }

  /** Stores a rotated token that the keychain couldn't store earlier. */
  save(id: string): Promise<void> {
    return this.#options.gate.change(id, () => this.#store(id))
  }

  async #settle(id: string, again = false): Promise<void> {
    const record = this.#options.records.get(id)
    const isLost = again && record.rotation === 'lost' && !this.#options.tokens.rotated(id)
    if (!this.isOpen(record) && !isLost) return
    const { store, pending } = this.#place(id)
    const next = await store.get(pending)
    if (next !== undefined && (await this.#try(record, next)) === 'works') {
      this.#options.tokens.useRotated(id, next, true)
      return this.#promote(id, next)
    }
    const old = await this.#options.tokens.storedToken(record)
    const isAlive = old !== undefined && (await this.#try(record, old)) === 'works'
    await this.#inOrder(() => (isAlive ? this.#marks.end(id) : this.#marks.lost(id)))
    if (isAlive) await this.#clear(id)
  }

  /** Stores the new secret in the keychain before anything else happens. */
  async #adopt(
    id: string,
    { id: tokenId, token, expires_at, scopes }: CreatedToken,
    old: string,
  ): Promise<void> {
    const { tokens, records } = this.#options
    const { store, pending } = this.#place(id)
    tokens.useRotated(id, token, false)
    try {
      await store.set(pending, token)
      tokens.useRotated(id, token, true)
    } catch (error) {
      if (!(error instanceof FailureError)) throw error
    }
    const before = records.get(id).accessToken
    const canRotate = before?.canRotate ?? Boolean(scopes?.length)
    await this.#inOrder(() =>
      this.#marks.describe(id, {
        id: tokenId ?? undefined,
        expiresAt: expires_at ?? undefined,
        canRotate,
      }),
    )
    const verdict = await this.#verdict(records.get(id), token)
    if (verdict === 'refused') return this.#keepOld(id, old, before)
    if (!tokens.rotated(id)?.isSaved) return
    if (verdict === 'works') await this.#promote(id, token)
    // The next request will try the stored token.
    else tokens.dropRotated(id)
  }

  async #store(id: string): Promise<void> {
    const { tokens, records } = this.#options
    const rotated = tokens.rotated(id)
    if (!rotated) return
    const { store, pending } = this.#place(id)
    await store.set(pending, rotated.token)
    tokens.useRotated(id, rotated.token, true)
    const verdict = await this.#verdict(records.get(id), rotated.token)
    if (verdict === 'works') await this.#promote(id, rotated.token)
  }

  /** Replaces the old token with one that works. If this fails, the next start tries again. */
  async #promote(id: string, token: string): Promise<void> {
    const { tokens, inOrder, session } = this.#options
    const { store, name } = this.#place(id)
    try {
      await inOrder(async () => {
        await store.set(name, token)
        const { demo } = this.#marks.replaced(id, name)
        if (!demo) await session.remove(id)
      })
    } catch (error) {
      if (!(error instanceof FailureError)) throw error
      return
    }
    tokens.drop(id)
    tokens.cache(id, token)
    await this.#clear(id)
  }

  /**
   * Removes the token stored next to the current one. If that fails, the next rotation overwrites it or sign-out
   * removes it.
   */
  async #clear(id: string): Promise<void> {
    const { store, pending } = this.#place(id)
    try {
      await store.remove(pending)
      await this.#inOrder(() => this.#marks.cleared(id))
    } catch (error) {
      if (!(error instanceof FailureError)) throw error
    }
  }

  async #keepOld(
    id: string,
    old: string,
    accessToken: AccountRecord['accessToken'],
  ): Promise<never> {
    const { tokens, records } = this.#options
    const record = records.get(id)
    const verdict = await this.#verdict(record, old)
    tokens.drop(id)
    if (verdict === 'works') {
      await this.#inOrder(() => this.#marks.describe(id, accessToken))
      await this.#inOrder(() => this.#marks.end(id))
      await this.#clear(id)
      throw newTokenRefusedError()
    }
    if (verdict === undefined) throw rotationUncertainError(newTokenRefusedError().failure)
    await this.#inOrder(() => this.#marks.lost(id))
    throw rotationLostError(record)
  }

  async #send(id: string, old: string, expires_at: string | undefined): Promise<CreatedToken> {
    const { baseUrl } = this.#options.records.get(id)
    try {
      const target = { baseUrl, token: old }
      return await this.#options.client.call(target, personalAccessTokens.rotateSelf, {
        expires_at,
      })
    } catch (error) {
      throw error instanceof FailureError ? await this.#explain(id, old, error) : error
    }
  }

  /** Explains why there is no new token, as far as the old one can find out. */
  async #explain(id: string, old: string, error: FailureError): Promise<FailureError> {
    const { failure } = error
    const isUnavailable = unavailable.includes(failure.status ?? 0)
    const mayBeDone = mayHaveHappened(failure)
    const record = this.#options.records.get(id)
    if (isUnavailable || mayBeDone) {
      const verdict = await this.#verdict(record, old)
      if (verdict === undefined && mayBeDone) return rotationUncertainError(failure)
      if (verdict === 'refused' && failure.kind !== 'unauthorized') {
        await this.#inOrder(() => this.#marks.lost(id))
        return rotationLostError(record)
      }
      if (verdict === 'works') return this.#notRotated(id, failure, isUnavailable && !mayBeDone)
    }
    await this.#inOrder(() => this.#marks.end(id))
    return error
  }

  async #notRotated(
    id: string,
    failure: UnformattedFailure,
    isUnavailable: boolean,
  ): Promise<FailureError> {
    await this.#inOrder(() => (isUnavailable ? this.#marks.refused(id) : this.#marks.end(id)))
    return isUnavailable ? rotationUnavailableError(failure) : notRotatedError(failure)
  }

  /** Whether GitLab accepts a token as this account's; undefined if it couldn't be checked. */
  async #verdict(record: AccountRecord, token: string): Promise<Verdict | undefined> {
    try {
      return await this.#try(record, token)
    } catch (error) {
      if (error instanceof FailureError) return undefined
      throw error
    }
  }

  async #try({ baseUrl, user: owner }: AccountRecord, token: string): Promise<Verdict> {
    try {
      const me = await this.#options.client.call({ baseUrl, token }, user.get, {})
      return me.id === owner.id ? 'works' : 'refused'
    } catch (error) {
      if (isTokenRefusal(error)) return 'refused'
      throw error
    }
  }

  /** Throws if the keychain can't store a new token; called before one is requested. */
  async #assertStorable({ demo }: AccountRecord): Promise<void> {
    if (demo) return
    const { state, message } = await this.#probeKeychain()
    if (state !== 'available') throw rotationNotStartedError(message)
  }

  #place(id: string): TokenLocation {
    return tokenLocation(this.#options.records.get(id), this.#options)
  }

  #inOrder<T>(change: () => T): Promise<T> {
    return this.#options.inOrder(async () => change())
  }
}
