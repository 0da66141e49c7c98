import { createFailureError } from '../platform/failures.ts'
import { createKeychainProbe } from '../platform/keychain/probe-keychain.ts'
import type { SecretStore } from '../platform/keychain/secret-store.ts'
import type { ManagedPolicy } from '../platform/policy/policy.ts'
import { keychainRequiredError } from '../policy/policy-failures.ts'
import { type OAuth, isRefusal, mayBeUsedUp } from '../gitlab/oauth.ts'
import { instanceHost } from '../gitlab/text.ts'
import type { AccountRecord } from './account-record.ts'
import type { AccountRecords } from './account-records.ts'
import { type Session, sessionIn, sessionSecret } from '../gitlab/credential.ts'
import type { Credentials } from './credentials.ts'
import { PerAccount } from './per-account.ts'
import { refusedApplicationError, tokenLostError } from './rotation-failure.ts'

export interface SessionRenewalOptions {
  records: AccountRecords
  credentials: Credentials
  keychain: SecretStore
  oauth: OAuth
  policy: ManagedPolicy
  /** Milliseconds since 1970. */
  now(): number
}

/** How often (ms) a refresh that can wait is tried again. */
const retryMs = 15_000

/**
 * Refreshes the sessions with which accounts are signed in.
 *
 * GitLab accepts a refresh token once, and its response is the only copy of the new tokens. So a refresh is sent only
 * after that is saved in `accounts.json`, never twice, and by one process: another one that shares the keychain item
 * finds the new tokens there.
 */
export class SessionRenewal {
  readonly #options: SessionRenewalOptions
  readonly #probeKeychain: ReturnType<typeof createKeychainProbe>
  /** When a refresh that can wait is tried again, in milliseconds since 1970. */
  readonly #delayedUntil = new PerAccount(() => ({ at: 0 }))

  constructor(options: SessionRenewalOptions) {
    this.#options = options
    this.#probeKeychain = createKeychainProbe(options.keychain)
  }

  /** Whether an account's secret is a session that has to be refreshed before the next request. */
  isDue(id: string, secret: string): boolean {
    const session = sessionIn(secret)
    if (!session) return false
    const { now, records } = this.#options
    if (hasEnded(session, now())) return true
    const mayWait = records.get(id).rotation === 'unconfirmed' || session.refresh === undefined
    const { refreshAt = Infinity } = session
    return !mayWait && now() >= Math.max(refreshAt, this.#delayedUntil.get(id).at)
  }

  /**
   * Replaces a session that is due or, if `isRefused`, that GitLab no longer accepts. Returns without a new one if that
   * can wait. Throws if the account can't send requests until the user signs in again.
   */
  renew(id: string, used: string, { isRefused = false } = {}): Promise<void> {
    const { credentials } = this.#options
    return credentials.replace(id, async () => {
      const session = sessionIn(used)!
      const isUrgent = isRefused || hasEnded(session, this.#options.now())
      try {
        if (await this.#wasReplaced(id, used)) return
        await this.#refresh(id, session, { used, isUrgent })
      } catch (error) {
        if (isUrgent) throw error
        this.#delayedUntil.get(id).at = this.#options.now() + retryMs
      }
    })
  }

  async #refresh(
    id: string,
    session: Session,
    { used, isUrgent }: { used: string; isUrgent: boolean },
  ): Promise<void> {
    const { credentials, oauth, policy, records } = this.#options
    const record = records.get(id)
    // guard: refresh-once
    if (record.rotation !== undefined || session.refresh === undefined) throw await this.#end(id)
    // Requests in progress would be refused with the old token.
    if (!isUrgent) await credentials.idle(id)
    // Otherwise, it may be kept in memory only.
    if (!isUrgent || policy.values.requireKeychain) await this.#assertStorable(record)
    await this.#save(id, 'unconfirmed')
    let answer
    try {
      answer = await oauth.refresh(record.baseUrl, session)
    } catch (error) {
      if (!mayBeUsedUp(error)) await this.#save(id, undefined)
      else if (isUrgent) throw await this.#end(id)
      throw error
    }
    if (!isRefusal(answer)) {
      const isStored = await credentials.renew(id, sessionSecret(answer))
      return this.#save(id, isStored ? undefined : 'unconfirmed')
    }
    await this.#save(id, undefined)
    if (answer.error !== 'invalid_grant')
      throw refusedApplicationError(answer, instanceHost(record))
    // Another process may have refreshed it first.
    if (!(await this.#wasReplaced(id, used))) throw await this.#end(id)
  }

  /** Whether the account has another secret by now; if so, it is used from now on. */
  async #wasReplaced(id: string, used: string): Promise<boolean> {
    const { credentials, records } = this.#options
    const next = credentials.next(id)
    const current = next ? next.secret : await credentials.stored(records.get(id))
    if (current === undefined || current === used) return false
    credentials.adopt(id, current)
    if (records.get(id).rotation) await this.#save(id, undefined)
    return true
  }

  /** Ends a session that can't be refreshed. The account keeps everything else until the user signs in again. */
  async #end(id: string) {
    await this.#save(id, 'lost')
    return tokenLostError(this.#options.records.get(id))
  }

  async #assertStorable({ demo }: AccountRecord): Promise<void> {
    if (demo) return
    const { policy } = this.#options
    const { state, message } = await this.#probeKeychain()
    if (state === 'available') return
    throw policy.values.requireKeychain
      ? keychainRequiredError(policy, message)
      : createFailureError('rotation.notStarted')
  }

  async #save(id: string, rotation: AccountRecord['rotation']): Promise<void> {
    const { records } = this.#options
    await records.inOrder(async () => records.update(id, { rotation }))
  }
}

function hasEnded({ expiresAt = Infinity }: Session, now: number): boolean {
  return now >= expiresAt
}
