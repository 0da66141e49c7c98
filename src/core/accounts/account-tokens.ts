import type { Account } from '../../shared/app/accounts.ts'
import { FailureError } from '../infra/failure.ts'
import type { SecretStore } from '../secrets/secret-store.ts'
import type { MemorySecretStore } from '../secrets/memory-secret-store.ts'
import type { ServiceClient } from '../service-client/service-client.ts'
import type { AccountRecord } from './account-record.ts'
import { narrowerTokenError, tokenMissingError } from './sign-in-failure.ts'
import { lostScopes, readScopes } from './token-access.ts'
import { type TokenCacheLock, TokenCache } from './token-cache.ts'

export interface AccountTokensPorts {
  keychain: SecretStore
  /** Keeps tokens until the process ends, if the keychain can't store them. */
  session: MemorySecretStore
  client: ServiceClient
  /** The lock state; tokens are cached for less time while Latchkey is locked. */
  lock?(): TokenCacheLock
}

interface TokenReplacement {
  baseUrl: string
  /** The account that gets the token, if it is already signed in. */
  replaced: AccountRecord | undefined
  /** Consent to replace a token that has more scopes. */
  loseAccess: boolean | undefined
}

/** Reads and removes the tokens of accounts. Tokens are cached for a batch of requests, see `TokenCache`. */
export class AccountTokens {
  readonly #ports: AccountTokensPorts
  readonly #cache: TokenCache

  constructor(ports: AccountTokensPorts) {
    this.#ports = ports
    this.#cache = new TokenCache(() => ports.lock?.() ?? { locked: false, pausesQueue: false })
  }

  /** Fails if the keychain can't be read, or has no token of the account. */
  async get(record: AccountRecord): Promise<string> {
    return this.#cache.get(record.id, async () => {
      const { keychain, session } = this.#ports
      const token =
        record.secret.store === 'keychain'
          ? await keychain.get(record.secret.name)
          : await session.get(record.id)
      if (token === undefined) throw tokenMissingError(record)
      return token
    })
  }

  /** Undefined if there is none; fails if the keychain can't be read. */
  async getIfAny(record: AccountRecord): Promise<string | undefined> {
    try {
      return await this.get(record)
    } catch (error) {
      if (error instanceof FailureError && error.failure.reason === 'token-missing')
        return undefined
      throw error
    }
  }

  /** Caches a token that was just stored. */
  cache(id: string, token: string): void {
    this.#cache.set(id, token)
  }

  async remove({ id, secret }: AccountRecord): Promise<void> {
    if (secret.name !== undefined) await this.#ports.keychain.remove(secret.name)
    await this.#ports.session.remove(id)
  }

  /** Restores the token of an account that stays after a failed sign-out. */
  async restore({ id, secret }: AccountRecord, token: string | undefined): Promise<void> {
    if (token === undefined) return
    const { keychain, session } = this.#ports
    if (secret.store === 'session') await session.set(id, token)
    else await keychain.set(secret.name, token).catch(() => undefined)
  }

  /** The scopes of a new token. Throws if the token that it replaces has more, unless the user agreed to lose them. */
  async checkNewToken(
    token: string,
    { baseUrl, replaced, loseAccess = false }: TokenReplacement,
  ): Promise<readonly string[] | undefined> {
    const { client } = this.#ports
    // A token that can no longer be read has no scopes to lose.
    const current = replaced && !loseAccess && (await this.get(replaced).catch(() => undefined))
    const [after, before] = await Promise.all([
      readScopes(client, { baseUrl, token }),
      current && current !== token ? readScopes(client, { baseUrl, token: current }) : undefined,
    ])
    const lost = before && after ? lostScopes(before, after) : []
    if (replaced && lost.length > 0) throw narrowerTokenError(replaced, lost)
    return after
  }

  /** The store of an account's token. */
  locationOf({ id, secret }: Pick<AccountRecord, 'id' | 'secret'>): Account['token'] {
    if (secret.store === 'keychain') return 'keychain'
    return this.#ports.session.has(id) ? 'session' : 'missing'
  }

  drop(id: string): void {
    this.#cache.drop(id)
  }

  /** Drops all cached tokens that the keychain still has. */
  dropAll(): void {
    this.#cache.dropAll()
  }
}
