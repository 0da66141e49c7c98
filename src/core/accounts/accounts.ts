import { distinctLabel } from '../../shared/rules/account-label.ts'
import {
  type Account,
  type AccountsSnapshot,
  type KeychainState,
  firstSteps,
} from '../../shared/operations/accounts.ts'
import { user } from '../../shared/gitlab/current-user.ts'
import { personalAccessTokens } from '../../shared/gitlab/tokens.ts'
import { withUnreachableGuard } from '../platform/keychain/keychain-until-out-of-reach.ts'
import type { CurrentUser } from '../../shared/gitlab/user-fields.ts'
import type { JsonFile } from '../platform/files/json-file.ts'
import { isTokenRefusal } from '../gitlab/error-response.ts'
import type { ApiClient } from '../gitlab/api-client.ts'
import type { OAuth } from '../gitlab/oauth.ts'
import type { CallOptions, Target } from '../gitlab/target.ts'
import { type AccountRecord, createRecord, userDetails } from './account-record.ts'
import { AccountRecords } from './account-records.ts'
import { sessionIn, targetToken } from '../gitlab/credential.ts'
import { type CredentialStores, Credentials } from './credentials.ts'
import { rotationUnavailableError } from './rotation-failure.ts'
import { narrowerTokenError, revocationError, wrongAccountError } from './sign-in-failure.ts'
import {
  type OwnToken,
  type TokenAccess,
  canWrite,
  hasAdminMode,
  lostScopes,
  readTokenAccess,
  toAccessToken,
  toGranularScopes,
} from './token-access.ts'
import { findOwner, verifyToken } from './find-instance.ts'
import { SessionRenewal } from './session-renewal.ts'
import { TokenRotation } from './token-rotation.ts'
import { FailureError } from '../platform/failure.ts'
import { type ManagedPolicy, noPolicy } from '../platform/policy/policy.ts'
import {
  assertSignInAllowed,
  isReadOnlyByPolicy,
  writeRefusal,
} from '../policy/company-instances.ts'
import { assertRequestAllowed } from '../policy/requests.ts'

export interface AccountsOptions extends CredentialStores {
  client: ApiClient
  oauth: OAuth
  policy: ManagedPolicy
  /** Milliseconds since 1970. */
  now(): number
  file: JsonFile<{ accounts: AccountRecord[] }>
  /** Called after every change. */
  onChange(snapshot: AccountsSnapshot): void
  /** Called after an account's token is replaced by the user or a rotation. */
  onTokenReplaced?(id: string, by: 'person' | 'rotation'): void
}

interface NewAccount {
  baseUrl: string
  /** A personal access token, or a session as a secret. */
  token: string
  allowHttp?: boolean
  allowFewerScopes?: boolean
  /** Whether to offer the first steps. */
  firstSteps?: true
  /** Whether the token came from Git. */
  fromGit?: boolean
}

interface AddOptions {
  demo?: boolean
  /** The only user who may be signed in. */
  shown?: Pick<CurrentUser, 'id' | 'username'> | undefined
}

interface NewToken {
  id: string
  token: string
  allowFewerScopes?: boolean
  /** Whether the token came from Git. */
  fromGit?: boolean
}

interface TokenReplacement {
  baseUrl: string
  /** The signed-in account whose token would be replaced, if any. */
  replaced: AccountRecord | undefined
  /** Whether the user agreed to replace a token that has more scopes. */
  allowFewerScopes: boolean | undefined
}

/**
 * The signed-in accounts. Details are in a file; tokens are in the keychain, or in memory if there is none. An
 * unreadable keychain doesn't affect the list.
 */
export class Accounts {
  readonly #options: AccountsOptions
  readonly #records: AccountRecords
  readonly #credentials: Credentials
  readonly #rotation: TokenRotation
  readonly #renewal: SessionRenewal
  #keychain: KeychainState | undefined

  constructor(options: AccountsOptions) {
    this.#options = options
    this.#records = new AccountRecords(options.file)
    this.#credentials = new Credentials({
      ...options,
      records: this.#records,
      settle: (id) => this.#attempt(id, () => this.#rotation.settle(id)),
      isDue: (id, secret) => this.#renewal.isDue(id, secret),
      renew: (id, secret) => this.#renew(id, secret),
    })
    this.#rotation = new TokenRotation({
      ...options,
      records: this.#records,
      credentials: this.#credentials,
    })
    this.#renewal = new SessionRenewal({
      ...options,
      records: this.#records,
      credentials: this.#credentials,
    })
  }

  /** The current state. Rechecks the keychain in the background. */
  snapshot(): AccountsSnapshot {
    void this.checkKeychain()
    return this.#snapshot()
  }

  /** Determines the keychain state, which takes a while. Sends an event if it changed. */
  async checkKeychain(): Promise<KeychainState> {
    const before = this.#keychain
    const now = await this.#options.keychain.describe()
    this.#keychain = now
    if (JSON.stringify(before) !== JSON.stringify(now)) this.#options.onChange(this.#snapshot())
    return now
  }

  /**
   * Sends a request with an account's URL and secret, see `Credentials`. If GitLab no longer accepts the account's
   * session, refreshes it and sends the request once more, as GitLab did nothing with it.
   */
  async withTarget<T>(id: string, send: (target: Target) => Promise<T>): Promise<T> {
    let used = ''
    const attempt = () =>
      this.#credentials.use(id, (secret) => {
        used = secret
        const { baseUrl, isAdmin, hasAdminMode } = this.#records.get(id)
        return send({ baseUrl, ...targetToken(secret), isAdmin, hasAdminMode })
      })
    try {
      return await attempt()
    } catch (error) {
      if (!isTokenRefusal(error) || !sessionIn(used)) throw error
      await this.#renew(id, used, { isRefused: true })
      return attempt()
    }
  }

  async #renew(...renewal: Parameters<SessionRenewal['renew']>): Promise<void> {
    const [id] = renewal
    const before = this.#records.get(id).rotation
    try {
      await this.#renewal.renew(...renewal)
    } finally {
      const { rotation } = this.#records.find(id) ?? {}
      if (rotation !== before || this.#credentials.next(id)) this.#notify()
    }
  }

  /** Discards all cached tokens that are also in the keychain. */
  dropTokens(): void {
    this.#credentials.dropAll()
  }

  ids(): string[] {
    return this.#records.ids()
  }

  /** Other accounts on the same instance. */
  othersOnInstance(id: string): string[] {
    const { baseUrl } = this.#records.get(id)
    return this.#records
      .all()
      .filter((other) => other.id !== id && other.baseUrl === baseUrl)
      .map((other) => other.id)
  }

  /** Whether an account is stored on disk, lasts only as long as this process, or is no longer signed in. */
  lifetime(id: string): 'on-disk' | 'in-memory' | 'nowhere' {
    const record = this.#records.find(id)
    if (!record) return 'nowhere'
    return record.demo ? 'in-memory' : 'on-disk'
  }

  /** An account's instance URL; undefined if there is no such account. */
  instanceOf(id: unknown): string | undefined {
    return this.#records.find(id)?.baseUrl
  }

  /** Throws if there is no such account. */
  account(id: string): Account {
    return this.#toAccount(this.#records.get(id))
  }

  async add(
    {
      baseUrl: typed,
      token,
      allowHttp,
      allowFewerScopes,
      firstSteps: isOffering,
      fromGit,
    }: NewAccount,
    { demo = false, shown }: AddOptions = {},
  ): Promise<Account> {
    const { policy } = this.#options
    assertSignInAllowed(policy)
    // The demo isn't an instance, but a feature that a policy can disable.
    const instance = { baseUrl: typed, allowHttp, policy: demo ? noPolicy : policy }
    const { baseUrl, me } = await findOwner(this.#options.client, instance, token)
    // guard: shown-user
    if (shown && shown.id !== me.id) throw wrongAccountError(shown, me)
    // If the same user signs in again, this replaces the token instead of adding an account.
    const find = () => this.#records.all().find((r) => r.baseUrl === baseUrl && r.user.id === me.id)
    const access = await this.#checkToken(token, { baseUrl, replaced: find(), allowFewerScopes })
    const describe = () => {
      const previous = find()
      const record = previous
        ? { ...previous, ...userDetails(me, previous.user) }
        : {
            ...createRecord(baseUrl, me, this.#records.all(), demo),
            ...(isOffering && { firstSteps: [...firstSteps] }),
          }
      return { ...record, fromGit }
    }
    return this.#save(find()?.id, describe, token, access)
  }

  async replaceToken({ id, token, allowFewerScopes, fromGit }: NewToken): Promise<Account> {
    assertSignInAllowed(this.#options.policy)
    const record = this.#records.get(id)
    const me = await verifyToken(this.#options.client, record.baseUrl, token)
    if (me.id !== record.user.id) throw wrongAccountError(record.user, me)
    const { baseUrl } = record
    const access = await this.#checkToken(token, { baseUrl, replaced: record, allowFewerScopes })
    const details = userDetails(me, record.user)
    const describe = () => ({ ...this.#records.get(id), ...details, fromGit })
    return this.#save(id, describe, token, access)
  }

  /** Rotates an account's token on GitLab, see `TokenRotation`. `before` is called while the old token still works. */
  async rotateToken(
    id: string,
    expiresAt?: string,
    before?: (old: string) => Promise<void>,
  ): Promise<Account> {
    this.#assertMayRotate(id, expiresAt)
    if (this.#records.get(id).accessToken?.canRotate !== true) throw rotationUnavailableError()
    await this.#attempt(id, () => this.#rotation.rotate(id, expiresAt, before))
    return this.account(id)
  }

  #assertMayRotate(id: string, expiresAt: string | undefined): void {
    const { now, policy } = this.#options
    const input = { expires_at: expiresAt }
    assertRequestAllowed(policy, personalAccessTokens.rotateSelf, input, now())
    const account = this.account(id)
    const refusal = account.readOnlyBy && writeRefusal(policy, account)
    if (refusal) throw new FailureError(refusal)
  }

  /** Stores a rotated token that is only in memory. */
  async saveRotatedToken(id: string): Promise<Account> {
    this.#records.get(id)
    await this.#attempt(id, () => this.#rotation.save(id))
    return this.account(id)
  }

  /** Retries a rotated token that was given up as lost. */
  async retryLostToken(id: string): Promise<void> {
    if (this.#records.get(id).rotation !== 'lost') return
    await this.#attempt(id, () => this.#rotation.settle(id, { again: true }))
  }

  /** Stores what GitLab reported about an account's token. A rejected rotation stays rejected. */
  async describeToken(id: string, described: OwnToken): Promise<void> {
    await this.#records.inOrder(async () => {
      const record = this.#records.find(id)
      if (!record || record.session) return
      const before = record.accessToken
      const accessToken = toAccessToken(described)
      if (before?.canRotate === false) accessToken.canRotate = false
      const changes = {
        ...{ accessToken, hasAdminMode: hasAdminMode(described) },
        granularScopes: toGranularScopes(described),
      }
      if (JSON.stringify(record) === JSON.stringify({ ...record, ...changes })) return
      this.#records.update(id, changes)
      this.#notify()
    })
  }

  /** Looks up another token on the account's instance, and sends it nowhere else. */
  identify(id: string, token: string): Promise<OwnToken> {
    const { baseUrl } = this.#records.get(id)
    const { client } = this.#options
    return client.call({ baseUrl, token }, personalAccessTokens.self, {}, { once: true })
  }

  /** Marks a token as read-only unless it has since been replaced. */
  async markReadOnly(id: string, token: string | undefined): Promise<void> {
    await this.#records.inOrder(async () => {
      const record = this.#records.find(id)
      if (!record || record.canWrite === false) return
      if (!(await this.#credentials.isCurrent(id, token))) return
      this.#records.update(id, { canWrite: false })
      this.#notify()
    })
  }

  async update({ id, ...change }: Partial<AccountRecord> & { id: string }): Promise<Account> {
    const changes = Object.fromEntries(
      Object.entries(change).filter(([, value]) => value !== undefined),
    )
    return this.#records.inOrder(async () => {
      const record: AccountRecord = { ...this.#records.get(id), ...changes }
      this.#records.save(record)
      return this.#notifyOf(record)
    })
  }

  async reorder(ids: readonly string[]): Promise<AccountsSnapshot> {
    const place = (record: AccountRecord) => {
      const index = ids.indexOf(record.id)
      return index === -1 ? ids.length : index
    }
    return this.#records.inOrder(async () => {
      this.#records.prepare(this.#records.all().toSorted((a, b) => place(a) - place(b))).commit()
      return this.#notify()
    })
  }

  /**
   * Rereads GET /user and updates `is_admin`, at least in memory if saving fails. Throws if the token now belongs to
   * another user.
   */
  async refresh(id: string, options?: CallOptions): Promise<Account> {
    const me = await this.withTarget(id, (target) =>
      this.#options.client.call(target, user.get, {}, options),
    )
    const { user: previous, isAdmin } = this.#records.get(id)
    // Another user must not get this account's data, such as its queue.
    if (me.id !== previous.id) throw wrongAccountError(this.#records.get(id).user, me)
    const details = userDetails(me, previous)
    const isUnchanged = JSON.stringify({ user: previous, isAdmin }) === JSON.stringify(details)
    if (isUnchanged) return this.account(id)
    return this.#records.inOrder(async () => this.#notifyOf(this.#records.update(id, details)))
  }

  /** Removes an account and its token. Returns keychain items that couldn't be removed. */
  async signOut(
    id: string,
    keychain = withUnreachableGuard(this.#options.keychain),
  ): Promise<{ snapshot: AccountsSnapshot; itemsLeft: string[] }> {
    const remove = async () => {
      const itemsLeft = await this.#credentials.remove(this.#records.get(id), keychain)
      return { snapshot: this.#notify(), itemsLeft }
    }
    return this.#credentials.replace(id, () => this.#records.inOrder(remove))
  }

  /** Revokes an account's token on its instance. Throws unless the token definitely no longer works. */
  async revokeToken(id: string): Promise<void> {
    const { client, oauth } = this.#options
    await this.withTarget(id, async (target) => {
      const isDead = async () => {
        try {
          await client.call(target, user.get, {})
          return false
        } catch (error) {
          return isTokenRefusal(error) ? true : undefined
        }
      }
      const session = sessionIn(await this.#credentials.read(id))
      try {
        if (session) await oauth.revoke(target.baseUrl, session)
        else await client.call(target, personalAccessTokens.revokeSelf, {})
      } catch (error) {
        if (!(error instanceof FailureError)) throw error
        const isRevoked = await isDead()
        if (isRevoked !== true) throw revocationError(error.failure, isRevoked === false)
      }
    })
  }

  isFromGit(id: string): boolean {
    return this.#records.get(id).fromGit === true
  }

  /** Accounts whose token isn't in any store. */
  withoutToken(): Account[] {
    return this.#snapshot().accounts.filter(({ token }) => token === 'missing')
  }

  /** Labels of other accounts with the same token, such as one added under another of the instance's URLs. */
  async othersWithToken(id: string, token: string): Promise<string[]> {
    const { user } = this.#records.get(id)
    const all = this.#records.all()
    const others = all.filter(
      (other) =>
        other.id !== id && other.user.id === user.id && other.user.username === user.username,
    )
    const isSame = await Promise.all(
      others.map((other) => this.#credentials.isCurrent(other.id, token)),
    )
    return others.filter((_, index) => isSame[index]).map((other) => distinctLabel(other, all))
  }

  /** The account that is signed in with a token that a text contains. Throws if the keychain can't be read. */
  async findByToken(text: string): Promise<string | undefined> {
    for (const id of this.ids()) {
      if (await this.#credentials.isIn(id, text)) return id
    }
    return undefined
  }

  async #attempt(id: string, rotate: () => Promise<void>): Promise<void> {
    try {
      await rotate()
      this.#options.onTokenReplaced?.(id, 'rotation')
    } finally {
      if (this.#records.find(id)) this.#notify()
    }
  }

  /** Reads the scopes of a new token. Throws if the token it replaces has more, unless the user agreed to lose them. */
  async #checkToken(
    token: string,
    { baseUrl, replaced, allowFewerScopes = false }: TokenReplacement,
  ): Promise<TokenAccess> {
    const { client } = this.#options
    const read = async (secret: string): Promise<TokenAccess> => {
      const scopes = sessionIn(secret)?.scopes
      if (scopes) return { scopes, hasAdminMode: scopes.includes('admin_mode') }
      return readTokenAccess(client, { baseUrl, token: secret })
    }
    // A token that is no longer readable has no scopes to lose.
    const readReplaced = (id: string) =>
      this.#credentials
        .use(id, async (old) => (old === token ? undefined : read(old)))
        .catch(() => undefined)
    const [after, before] = await Promise.all([
      read(token),
      replaced && !allowFewerScopes ? readReplaced(replaced.id) : undefined,
    ])
    const lost = before?.scopes && after.scopes ? lostScopes(before.scopes, after.scopes) : []
    if (replaced && lost.length > 0) throw narrowerTokenError(replaced, lost)
    return after
  }

  #snapshot(): AccountsSnapshot {
    return {
      accounts: this.#records.all().map((record) => this.#toAccount(record)),
      ...(this.#keychain && { keychain: this.#keychain }),
      isFileInvalid: this.#options.file.isInvalid(),
    }
  }

  /** Saves a new account or an account's new token, but never during a rotation. */
  async #save(
    id: string | undefined,
    describe: () => AccountRecord,
    token: string,
    { scopes, hasAdminMode, accessToken, granularScopes }: TokenAccess,
  ): Promise<Account> {
    const { clientId } = sessionIn(token) ?? {}
    const access = {
      canWrite: canWrite(scopes),
      hasAdminMode,
      accessToken,
      granularScopes,
      session: clientId === undefined ? undefined : { clientId },
    }
    const save = async () => {
      const saved = await this.#records.inOrder(() =>
        this.#credentials.save({ ...describe(), ...access, rotation: undefined }, token),
      )
      // A pending rotated token is useless now.
      const { store, pending } = saved.secret
      if (store === 'keychain' && pending !== undefined) await this.#credentials.clearNext(saved.id)
      this.#options.onTokenReplaced?.(saved.id, 'person')
      return this.#notifyOf(this.#records.get(saved.id))
    }
    return id === undefined ? save() : this.#credentials.replace(id, save)
  }

  #toAccount(record: AccountRecord): Account {
    const { secret: _secret, fromGit: _, ...account } = record
    return {
      ...account,
      ...(isReadOnlyByPolicy(this.#options.policy, record) && {
        canWrite: false,
        readOnlyBy: 'policy' as const,
      }),
      token: this.#credentials.locationOf(record),
      rotation: this.#credentials.replacementOf(record),
    }
  }

  #notifyOf(record: AccountRecord): Account {
    this.#notify()
    return this.#toAccount(record)
  }

  #notify(): AccountsSnapshot {
    const snapshot = this.snapshot()
    this.#options.onChange(snapshot)
    return snapshot
  }
}
