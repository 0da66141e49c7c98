import { createFailureError } from '../../platform/failures.ts'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { OwnTokenEntry, OwnTokens } from '../../../shared/operations/own-tokens.ts'
import { user } from '../../../shared/gitlab/current-user.ts'
import { message } from '../../../shared/messages/message.ts'
import { isUnreachable, mayHaveHappened } from '../../../shared/rules/failure.ts'
import { fullScopes } from '../../../shared/rules/token-scopes.ts'
import type { OwnTokenScope } from '../../../shared/rules/token-limits.ts'
import {
  type CreatedToken,
  type PersonalAccessToken,
  personalAccessTokens,
} from '../../../shared/gitlab/tokens.ts'
import { hasExpired } from '../../../shared/rules/utc-days.ts'
import { assertFutureTokenExpiry } from '../../accounts/token-expiry.ts'
import type { OwnToken } from '../../accounts/token-access.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import type { CallOptions } from '../../gitlab/target.ts'
import { readImpersonationIds } from '../../gitlab/user-tokens.ts'
import { type UnformattedFailure, FailureError, formatFailure } from '../../platform/failure.ts'
import type { CreatedTokens, NotListed, RememberedToken } from './created-tokens.ts'

export interface AccountTokenListOptions {
  created: CreatedTokens
  account(id: string): Pick<Account, 'accessToken' | 'isAdmin' | 'session' | 'user'>
  /** The other signed-in accounts, which may be on the same instance under another URL. */
  otherAccounts(id: string): readonly Pick<Account, 'accessToken' | 'user'>[]
  /** Stores what the instance reports about an account's token. */
  describe(account: string, token: OwnToken): Promise<void>
  /** Milliseconds since 1970. */
  now(): number
}

interface NewToken {
  name: string
  scopes: OwnTokenScope[]
  description?: string
  expires_at?: string
}

/** The account's tokens that could be read, and why some are missing. */
type ReadTokens =
  | { listed: 'all'; tokens: PersonalAccessToken[]; isWhole: boolean }
  | { listed: NotListed['why'] | 'failed'; tokens: RememberedToken[]; failure?: UnformattedFailure }

/** How long (ms) an instance without the list isn't queried again. */
const askAgainMs = 24 * 60 * 60_000
/** How long (ms) to wait for a description of Latchkey’s own token. */
const maxWaitMs = 4_000

/**
 * The account’s own personal access tokens. Guarantee: a secret is returned only once, to the caller, and never written
 * to a file.
 */
export class AccountTokenList {
  readonly #options: AccountTokenListOptions

  constructor(options: AccountTokenListOptions) {
    this.#options = options
  }

  async createLimited(gitlab: GitLabClient, token: NewToken): Promise<CreatedToken> {
    const { created, now } = this.#options
    assertFutureTokenExpiry(token.expires_at, now())
    const answer = await gitlab.call(personalAccessTokens.create, token)
    // The secret can’t be fetched again, so it is returned even if the token couldn't be saved.
    created.remember(gitlab.account, answer)
    return answer
  }

  /** `again`: retries even if the instance had no list recently. */
  async list(gitlab: GitLabClient, options?: { again?: true }): Promise<OwnTokens> {
    const read = await this.#read(gitlab, options)
    const signInTokenIds = await this.#findSignInTokenIds(gitlab, read)
    if (read.listed !== 'all') {
      const { listed, failure, tokens } = read
      return {
        listed,
        tokens: tokens.map((token) => this.#toEntry(gitlab.account, token, signInTokenIds)),
        ...(failure && { failure: formatFailure(failure) }),
      }
    }
    const now = this.#options.now()
    return {
      listed: 'all',
      tokens: read.tokens
        .map((token) => this.#toEntry(gitlab.account, token, signInTokenIds, stateOf(token, now)))
        .toSorted(newestFirst),
    }
  }

  /** The tokens that may need attention, without Latchkey’s own and revoked ones. */
  async unrevoked(gitlab: GitLabClient): Promise<{
    tokens: (PersonalAccessToken | RememberedToken)[]
    isWhole: boolean
    failure?: UnformattedFailure
  }> {
    const read = await this.#read(gitlab)
    const signInTokenIds = await this.#findSignInTokenIds(gitlab, read)
    const tokens =
      read.listed === 'all' ? read.tokens.filter((token) => token.revoked !== true) : read.tokens
    return {
      tokens: tokens.filter(({ id }) => !signInTokenIds.includes(id)),
      isWhole: read.listed === 'all' && read.isWhole,
      ...('failure' in read && { failure: read.failure }),
    }
  }

  /** Removes a token that was created here from the list. The token stays valid. */
  forgetEntry(gitlab: GitLabClient, id: number): Promise<OwnTokens> {
    this.#options.created.remove(gitlab.account, id)
    return this.list(gitlab)
  }

  async revoke(gitlab: GitLabClient, id: number): Promise<undefined> {
    const { created } = this.#options
    await this.assertNotLatchkeyToken(gitlab, id)
    const token = this.requireOwn(
      gitlab,
      await gitlab.call(personalAccessTokens.get, { token_id: id }),
    )
    if ((await this.#impersonationIds(gitlab)).has(id)) throw createFailureError('tokens.notOwn')
    try {
      if (token.revoked !== true) await gitlab.call(personalAccessTokens.revoke, { token_id: id })
    } catch (error) {
      if (!(error instanceof FailureError) || !mayHaveHappened(error.failure)) throw error
      const isRevoked = await this.#isRevoked(gitlab, id)
      if (isRevoked !== true) throw notRevokedError(error.failure, isRevoked)
    }
    created.forget(gitlab.account, id)
  }

  /** All of the account's current tokens except impersonation tokens. Throws if any can’t be read. */
  async readAll(gitlab: GitLabClient, options?: CallOptions): Promise<PersonalAccessToken[]> {
    const tokens = await this.#readList(gitlab, options)
    // Read after the list, so that this includes every impersonation token in it.
    const impersonationIds = await this.#impersonationIds(gitlab)
    return tokens.filter(({ id }) => !impersonationIds.has(id))
  }

  /** Throws unless the token certainly belongs to the account. An impersonation token belongs to an administrator. */
  requireOwn(
    { account }: Pick<GitLabClient, 'account'>,
    token: PersonalAccessToken | undefined,
  ): PersonalAccessToken {
    const { user } = this.#options.account(account)
    if (token?.user_id !== user.id || token['impersonation'] === true)
      throw createFailureError('tokens.notOwn')
    return token
  }

  /** Throws unless the token is certainly not the one that Latchkey is signed in with. */
  async assertNotLatchkeyToken(gitlab: GitLabClient, id: number): Promise<void> {
    const own = await this.#readLatchkeyTokenId(gitlab)
    // guard: latchkeys-token
    if (own === id || this.#othersTokenIds(gitlab).includes(id))
      throw createFailureError('tokens.latchkeys')
  }

  /** The ID of the token that Latchkey is signed in with; undefined for a session. Throws if unknown. */
  async #readLatchkeyTokenId(gitlab: GitLabClient): Promise<number | undefined> {
    const { account, describe } = this.#options
    if (account(gitlab.account).session) return undefined
    const latchkeyToken = await readLatchkeyToken(gitlab)
    await describe(gitlab.account, latchkeyToken)
    if (typeof latchkeyToken.id !== 'number') throw createFailureError('tokens.latchkeysUnknown')
    return latchkeyToken.id
  }

  toEntry(account: string, token: PersonalAccessToken): OwnTokenEntry {
    return this.#toEntry(account, token, [], stateOf(token, this.#options.now()))
  }

  /** Call this after an account's token was replaced, because the new one may have the scope. */
  askAgain(account: string): void {
    this.#options.created.setNotListed(account, undefined)
  }

  async #readList(gitlab: GitLabClient, options?: CallOptions): Promise<PersonalAccessToken[]> {
    const { id } = this.#options.account(gitlab.account).user
    try {
      const tokens = await gitlab.all(personalAccessTokens.list, { user_id: id }, options)
      // Some versions ignore the ID, and an administrator’s list includes all users.
      return tokens.filter(({ user_id }) => (user_id ?? id) === id)
    } catch (error) {
      // Without a reason, this failure may also be about the token.
      if (error instanceof FailureError && error.failure.status === 401) {
        await gitlab.call(user.get, {})
      }
      throw error
    }
  }

  /** An administrator’s list doesn't reveal which tokens are impersonation tokens. */
  async #impersonationIds(gitlab: GitLabClient): Promise<ReadonlySet<number>> {
    const { isAdmin, user } = this.#options.account(gitlab.account)
    if (!isAdmin) return new Set()
    const ids = await readImpersonationIds(gitlab, user.id)
    if (!ids) throw createFailureError('tokens.unreadable')
    return ids
  }

  async #read(gitlab: GitLabClient, options?: { again?: true }): Promise<ReadTokens> {
    const { created, now } = this.#options
    const { account } = gitlab
    const known = created.notListed(account)
    const listCreated = (listed: NotListed['why']): ReadTokens => ({
      listed,
      tokens: created.list(account),
    })
    if (known && !options?.again && now() - known.askedAt < askAgainMs)
      return listCreated(known.why)
    try {
      let isWhole = true
      const listedTokens = await this.#readList(gitlab, { onSkipped: () => (isWhole = false) })
      const impersonationIds = await this.#impersonationIds(gitlab).catch(noneWithoutAdminMode)
      const tokens = listedTokens.filter((token) => !impersonationIds.has(token.id))
      created.setNotListed(account, undefined)
      return { listed: 'all', tokens, isWhole }
    } catch (error) {
      if (!(error instanceof FailureError)) throw error
      const { failure } = error
      const notListedReason = reasonNotListed(failure)
      if (notListedReason) {
        created.setNotListed(account, { why: notListedReason, askedAt: now() })
        return listCreated(notListedReason)
      }
      if (known && isUnreachable(failure)) return listCreated(known.why)
      return { listed: 'failed', failure, tokens: created.list(account) }
    }
  }

  /** The known IDs of the tokens with which Latchkey is signed in as this user. */
  async #findSignInTokenIds(gitlab: GitLabClient, read: ReadTokens): Promise<readonly number[]> {
    const accountTokenId = await this.#findAccountTokenId(gitlab, read)
    return [
      ...(accountTokenId === undefined ? [] : [accountTokenId]),
      ...this.#othersTokenIds(gitlab),
    ]
  }

  /** The token IDs of the same user's other accounts. */
  #othersTokenIds({ account: id }: Pick<GitLabClient, 'account'>): number[] {
    const { account, otherAccounts } = this.#options
    const { user } = account(id)
    const others = otherAccounts(id).filter((other) => isSameUser(other.user, user))
    return others.flatMap(({ accessToken }) => accessToken?.id ?? [])
  }

  /** The ID of the account's token, if known. */
  async #findAccountTokenId(
    gitlab: GitLabClient,
    { listed, tokens }: ReadTokens,
  ): Promise<number | undefined> {
    const { account, describe, now } = this.#options
    const known = account(gitlab.account).accessToken?.id
    // If a rotation was interrupted, the stored description may be the old token's.
    const isCurrent = () =>
      tokens.some((token) => token.id === known && stateOf(token, now()) === 'active')
    if (listed !== 'all' || account(gitlab.account).session) return known
    if (known !== undefined && isCurrent()) return known
    const signal = AbortSignal.timeout(maxWaitMs)
    try {
      const options = { once: true, signal } as const
      const latchkeyToken = await gitlab.call(personalAccessTokens.self, {}, options)
      await describe(gitlab.account, latchkeyToken)
      return latchkeyToken.id ?? undefined
    } catch (error) {
      if (error instanceof FailureError || signal.aborted) return known
      throw error
    }
  }

  #toEntry(
    account: string,
    token: PersonalAccessToken | RememberedToken,
    signInTokenIds: readonly number[],
    state?: OwnTokenEntry['state'],
  ): OwnTokenEntry {
    const { id, name, description, scopes, granular_scopes, created_at, expires_at } = token
    const { last_used_at, last_used_ips } = token as PersonalAccessToken
    return assessToken({
      id,
      name,
      description: description || undefined,
      scopes: scopes ?? [],
      ...(granular_scopes?.length && { granular_scopes }),
      created_at: created_at ?? undefined,
      ...(last_used_at !== undefined && { last_used_at }),
      ...(last_used_ips?.length && { last_used_ips }),
      expires_at: expires_at ?? undefined,
      ...(state && { state }),
      isSignInToken: signInTokenIds.includes(id),
      wasRotated: this.#options.created.wasRotated(account, id),
    })
  }

  /** Whether the token is revoked; undefined if unknown. */
  async #isRevoked(gitlab: GitLabClient, id: number): Promise<boolean | undefined> {
    try {
      const token = await gitlab.call(personalAccessTokens.get, { token_id: id })
      return token.revoked === true || token.active === false
    } catch (error) {
      if (!(error instanceof FailureError)) throw error
      return error.failure.kind === 'not-found' ? true : undefined
    }
  }
}

async function readLatchkeyToken(gitlab: GitLabClient): Promise<OwnToken> {
  try {
    return await gitlab.call(personalAccessTokens.self, {})
  } catch (error) {
    const isAbsent = error instanceof FailureError && error.failure.kind === 'not-found'
    throw isAbsent ? createFailureError('tokens.latchkeysUnknown') : error
  }
}

/** Adds what can be done with a token, and what makes it risky. */
export function assessToken(
  token: Omit<OwnTokenEntry, 'canRevoke' | 'canRotate' | 'risks'>,
): OwnTokenEntry {
  const { state, scopes, expires_at, last_used_at, isSignInToken, wasRotated } = token
  if (state !== 'active') return { ...token, canRevoke: false, canRotate: false, risks: [] }
  const isBroad = !isSignInToken && scopes.some((scope) => fullScopes.includes(scope))
  return {
    ...token,
    canRevoke: !isSignInToken,
    canRotate: !isSignInToken && !wasRotated,
    risks: [
      ...(isBroad ? (['broad'] as const) : []),
      ...(expires_at ? [] : (['never-expires'] as const)),
      ...(last_used_at === null ? (['never-used'] as const) : []),
    ],
  }
}

/** Whether a token works. */
export function stateOf(
  { active, revoked, expires_at }: Partial<PersonalAccessToken>,
  now: number,
): 'active' | 'inactive' {
  const isExpired = typeof expires_at === 'string' && hasExpired(expires_at, now)
  return (active ?? (revoked !== true && !isExpired)) ? 'active' : 'inactive'
}

/**
 * Whether two accounts are the same user on one instance, even under different URLs: the reported profile URL is always
 * the same.
 */
function isSameUser(one: Account['user'], other: Account['user']): boolean {
  const [page, otherPage] = [one.webUrl, other.webUrl]
  const isElsewhere = page !== undefined && otherPage !== undefined && page !== otherPage
  return one.id === other.id && one.username === other.username && !isElsewhere
}

function reasonNotListed({ kind, reason }: UnformattedFailure): NotListed['why'] | undefined {
  if (kind === 'not-found') return 'unsupported'
  return kind === 'forbidden' && reason === 'insufficient-scope' ? 'scope-missing' : undefined
}

/** Without Admin Mode, an administrator gets the same list as other users, which has no impersonation tokens. */
function noneWithoutAdminMode(error: unknown): ReadonlySet<number> {
  if (error instanceof FailureError && error.failure.reason === 'admin-mode') return new Set()
  throw error
}

function newestFirst(a: OwnTokenEntry, b: OwnTokenEntry): number {
  const createdAt = ({ created_at }: OwnTokenEntry) => Date.parse(created_at ?? '') || 0
  return createdAt(b) - createdAt(a) || b.id - a.id
}

/** The failure after a lost response. `isRevoked` is undefined if the token can’t be read. */
function notRevokedError(failure: UnformattedFailure, isRevoked: false | undefined): FailureError {
  if (isRevoked === undefined) return new FailureError(failure)
  return new FailureError({
    ...failure,
    message: message('tokens.stillWorks', { cause: failure.message }),
    hint: message('tokens.notRevokedHint'),
  })
}
