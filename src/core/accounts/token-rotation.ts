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
import type { Credentials } from './credentials.ts'
import {
  newTokenRefusedError,
  notRotatedError,
  rotationLostError,
  rotationNotStartedError,
  rotationUnavailableError,
  rotationUncertainError,
} from './rotation-failure.ts'

export interface TokenRotationOptions {
  records: AccountRecords
  credentials: Credentials
  keychain: SecretStore
  client: ApiClient
}

/** Statuses meaning that rotation is unsupported, or not allowed for this token. */
const unavailable: readonly number[] = [401, 403, 404, 405]

type Verdict = 'works' | 'refused'

/**
 * Rotates tokens. GitLab revokes the old token immediately, so the new one is stored next to it first and replaces it
 * once it has proved to work. The next request detects and finishes an interrupted rotation.
 */
export class TokenRotation {
  readonly #options: TokenRotationOptions
  readonly #probeKeychain: ReturnType<typeof createKeychainProbe>

  constructor(options: TokenRotationOptions) {
    this.#options = options
    this.#probeKeychain = createKeychainProbe(options.keychain)
  }

  rotate(
    id: string,
    expiresAt: string | undefined,
    before?: (old: string) => Promise<void>,
  ): Promise<void> {
    const { credentials } = this.#options
    return credentials.replace(id, async () => {
      await this.#settle(id)
      await this.#store(id)
      await this.#assertStorable(id)
      await credentials.idle(id)
      const old = await credentials.read(id)
      await before?.(old)
      await credentials.beginNext(id)
      const created = await this.#send(id, old, expiresAt)
      await this.#adopt(id, created, old)
    })
  }

  /**
   * Determines which token is valid after an interrupted rotation; `again` also retries a new token that was given up
   * as lost.
   */
  settle(id: string, { again = false } = {}): Promise<void> {
    return this.#options.credentials.replace(id, () => this.#settle(id, again))
  }

  /** Stores a rotated token that the keychain couldn't store earlier. */
  save(id: string): Promise<void> {
    return this.#options.credentials.replace(id, () => this.#store(id))
  }

  async #settle(id: string, again = false): Promise<void> {
    const { credentials, records } = this.#options
    const record = records.get(id)
    const isLost = again && record.rotation === 'lost' && !credentials.next(id)
    if (!credentials.isInterrupted(id) && !isLost) return
    const next = await credentials.storedNext(id)
    if (next !== undefined && (await this.#try(record, next)) === 'works') {
      return credentials.promote(id, next)
    }
    const old = await credentials.stored(record)
    const isAlive = old !== undefined && (await this.#try(record, old)) === 'works'
    await this.#update(id, { rotation: isAlive ? undefined : 'lost' })
    if (isAlive) await credentials.clearNext(id)
  }

  /** Stores the new secret in the keychain before anything else happens. */
  async #adopt(
    id: string,
    { id: tokenId, token, expires_at, scopes }: CreatedToken,
    old: string,
  ): Promise<void> {
    const { credentials, records } = this.#options
    try {
      await credentials.setNext(id, token)
    } catch (error) {
      if (!(error instanceof FailureError)) throw error
    }
    const before = records.get(id).accessToken
    const canRotate = before?.canRotate ?? Boolean(scopes?.length)
    await this.#update(id, {
      accessToken: { id: tokenId ?? undefined, expiresAt: expires_at ?? undefined, canRotate },
    })
    const verdict = await this.#verdict(id, token)
    if (verdict === 'refused') return this.#keepOld(id, old, before)
    if (!credentials.next(id)?.isSaved) return
    if (verdict === 'works') await credentials.promote(id, token)
    // The next request will try the stored token.
    else credentials.dropNext(id)
  }

  async #store(id: string): Promise<void> {
    const { credentials } = this.#options
    const next = credentials.next(id)
    if (!next) return
    await credentials.setNext(id, next.secret)
    const verdict = await this.#verdict(id, next.secret)
    if (verdict === 'works') await credentials.promote(id, next.secret)
  }

  async #keepOld(
    id: string,
    old: string,
    accessToken: AccountRecord['accessToken'],
  ): Promise<never> {
    const { credentials } = this.#options
    const verdict = await this.#verdict(id, old)
    credentials.drop(id)
    if (verdict === 'works') {
      await this.#update(id, { accessToken, rotation: undefined })
      await credentials.clearNext(id)
      throw newTokenRefusedError()
    }
    if (verdict === undefined) throw rotationUncertainError(newTokenRefusedError().failure)
    throw rotationLostError(await this.#update(id, { rotation: 'lost' }))
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
    if (isUnavailable || mayBeDone) {
      const verdict = await this.#verdict(id, old)
      if (verdict === undefined && mayBeDone) return rotationUncertainError(failure)
      if (verdict === 'refused' && failure.kind !== 'unauthorized')
        return rotationLostError(await this.#update(id, { rotation: 'lost' }))
      if (verdict === 'works') return this.#notRotated(id, failure, isUnavailable && !mayBeDone)
    }
    await this.#update(id, { rotation: undefined })
    return error
  }

  async #notRotated(
    id: string,
    failure: UnformattedFailure,
    isUnavailable: boolean,
  ): Promise<FailureError> {
    const { accessToken } = this.#options.records.get(id)
    await this.#update(id, {
      rotation: undefined,
      // A refused rotation isn't offered again until the token is replaced.
      accessToken:
        accessToken && isUnavailable ? { ...accessToken, canRotate: false } : accessToken,
    })
    return isUnavailable ? rotationUnavailableError(failure) : notRotatedError(failure)
  }

  /** Whether GitLab accepts a token as this account's; undefined if it couldn't be checked. */
  async #verdict(id: string, token: string): Promise<Verdict | undefined> {
    try {
      return await this.#try(this.#options.records.get(id), token)
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
  async #assertStorable(id: string): Promise<void> {
    if (this.#options.records.get(id).demo) return
    const { state, message } = await this.#probeKeychain()
    if (state !== 'available') throw rotationNotStartedError(message)
  }

  #update(id: string, changes: Partial<AccountRecord>): Promise<AccountRecord> {
    const { records } = this.#options
    return records.inOrder(async () => records.update(id, changes))
  }
}
