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
import { targetToken } from '../gitlab/credential.ts'
import type { Credentials } from './credentials.ts'
import { type RotationStore, type SecretState, rotate } from './rotate.ts'
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

/** Whether rotation may be unsupported, or not allowed for this token. */
function isUnavailable({ status }: UnformattedFailure): boolean {
  return status !== undefined && [401, 403, 404, 405].includes(status)
}

/**
 * Rotates the tokens with which accounts are signed in. A new one is stored next to the old one first, and replaces it
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
    const { client, credentials, records } = this.#options
    return credentials.replace(id, async () => {
      await this.#settle(id)
      await this.#store(id)
      await this.#assertStorable(id)
      await credentials.idle(id)
      const old = await credentials.read(id)
      await before?.(old)
      const { baseUrl } = records.get(id)
      await rotate({
        send: () =>
          client.call({ baseUrl, token: old }, personalAccessTokens.rotateSelf, {
            expires_at: expiresAt,
          }),
        store: this.#keychainStore(id, old),
        verify: async (failure) => {
          if (!isUnavailable(failure) && !mayHaveHappened(failure)) return 'unknown'
          const state = await this.#stateOf(id, old)
          // Then GitLab refused the rotation because the token had been revoked before.
          return state === 'revoked' && failure.kind === 'unauthorized' ? 'unknown' : state
        },
      })
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
    if (next !== undefined && (await this.#works(id, next))) {
      return credentials.promote(id, next)
    }
    const old = await credentials.stored(record)
    const isAlive = old !== undefined && (await this.#works(id, old))
    // A session that still works may have been refreshed without an answer, which must not be repeated.
    const rotation = record.session ? 'unconfirmed' : undefined
    await this.#update(id, { rotation: isAlive ? rotation : 'lost' })
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
    const state = await this.#stateOf(id, token)
    if (state === 'revoked') return this.#keepOld(id, old, before)
    if (!credentials.next(id)?.isSaved) return
    if (state === 'works') await credentials.promote(id, token)
    // The next request will try the stored token.
    else credentials.dropNext(id)
  }

  async #store(id: string): Promise<void> {
    const { credentials } = this.#options
    const next = credentials.next(id)
    if (!next) return
    await credentials.setNext(id, next.secret)
    if ((await this.#stateOf(id, next.secret)) === 'works')
      await credentials.promote(id, next.secret)
  }

  async #keepOld(
    id: string,
    old: string,
    accessToken: AccountRecord['accessToken'],
  ): Promise<never> {
    const { credentials } = this.#options
    const state = await this.#stateOf(id, old)
    credentials.drop(id)
    if (state === 'works') {
      await this.#update(id, { accessToken, rotation: undefined })
      await credentials.clearNext(id)
      throw newTokenRefusedError()
    }
    if (state === 'unknown') throw rotationUncertainError(newTokenRefusedError().failure)
    throw rotationLostError(await this.#update(id, { rotation: 'lost' }))
  }

  #keychainStore(id: string, old: string): RotationStore<void> {
    const end = (changes?: Partial<AccountRecord>) =>
      this.#update(id, { rotation: undefined, ...changes })
    return {
      begin: () => this.#options.credentials.beginNext(id),
      keep: (created) => this.#adopt(id, created, old),
      refused: async (error, state) => {
        const isAllowed = state !== 'works'
        const { accessToken } = this.#options.records.get(id)
        // It isn't offered again until the token is replaced.
        await end(
          isAllowed ? {} : { accessToken: accessToken && { ...accessToken, canRotate: false } },
        )
        return isAllowed ? error : rotationUnavailableError(error.failure)
      },
      unchanged: async (failure) => {
        await end()
        throw notRotatedError(failure)
      },
      lost: async () => {
        throw rotationLostError(await this.#update(id, { rotation: 'lost' }))
      },
      unknown: rotationUncertainError,
    }
  }

  /** Whether GitLab accepts a token as this account's. */
  async #stateOf(id: string, token: string): Promise<SecretState> {
    try {
      return (await this.#works(id, token)) ? 'works' : 'revoked'
    } catch (error) {
      if (error instanceof FailureError) return 'unknown'
      throw error
    }
  }

  async #works(id: string, token: string): Promise<boolean> {
    const { baseUrl, user: owner } = this.#options.records.get(id)
    try {
      const me = await this.#options.client.call({ baseUrl, ...targetToken(token) }, user.get, {})
      return me.id === owner.id
    } catch (error) {
      if (isTokenRefusal(error)) return false
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
