import { createFailureError } from '../../platform/failures.ts'
import type { UserToken, UserTokens } from '../../../shared/operations/admin-tokens.ts'
import { mayHaveHappened } from '../../../shared/rules/failure.ts'
import {
  type PersonalAccessToken,
  impersonationTokens,
  personalAccessTokens,
} from '../../../shared/gitlab/tokens.ts'
import type { Audit } from '../../audit-log/audit.ts'
import { fieldChanges } from '../../audit-log/changes.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import { type ReadUserTokens, readUserTokens } from '../../gitlab/user-tokens.ts'
import { FailureError } from '../../platform/failure.ts'
import { stateOf } from './own-tokens.ts'

interface Users {
  userId: number
  /** The ID of the account's user. */
  ownId: number
  /** Milliseconds since 1970. */
  now: number
}

/** A user's impersonation tokens. */
export async function listImpersonationTokens(
  gitlab: GitLabClient,
  { userId, now }: Pick<Users, 'userId' | 'now'>,
): Promise<UserTokens> {
  const tokens = await gitlab.all(impersonationTokens.list, { user_id: userId, state: 'all' })
  const marks = { isImpersonation: true, isSignInToken: false }
  return {
    listed: 'all',
    tokens: tokens.map((token) => ({ ...token, state: tokenState(token, now), ...marks })),
  }
}

/** A user's personal access tokens as an administrator sees them. Marks impersonation tokens. */
export async function listUserTokens(gitlab: GitLabClient, users: Users): Promise<UserTokens> {
  return toUserTokens(await readUserTokens(gitlab, users), users)
}

function toUserTokens(read: ReadUserTokens, { now }: Users): UserTokens {
  if (read.listed === 'unreadable') throw createFailureError('tokens.unreadable')
  if (read.listed !== 'all') return { listed: read.listed, tokens: [] }
  const { tokens, impersonationIds, requestTokenId } = read
  return {
    listed: 'all',
    tokens: tokens.map((token) => ({
      ...token,
      state: tokenState(token, now),
      isImpersonation: impersonationIds.has(token.id),
      isSignInToken: token.id === requestTokenId,
    })),
  }
}

function tokenState(token: PersonalAccessToken, now: number): UserToken['state'] {
  if (token.revoked) return 'revoked'
  return stateOf(token, now) === 'active' ? 'active' : 'expired'
}

/** Revokes one of them. Guarantee: never revokes another user's token or the account's own. */
export async function revokeUserToken(
  { gitlab, audit }: { gitlab: GitLabClient; audit: Pick<Audit, 'run'> },
  users: Users,
  id: number,
): Promise<undefined> {
  const read = await readUserTokens(gitlab, users)
  const token = toUserTokens(read, users).tokens.find((one) => one.id === id)
  if (!token || token.isImpersonation) throw createFailureError('tokens.notOfUser')
  if (token.isSignInToken) throw createFailureError('tokens.latchkeys')
  const isUnknown = read.listed === 'all' && read.requestTokenId === undefined
  if (isUnknown && users.userId === users.ownId) throw createFailureError('tokens.latchkeysUnknown')
  const { name, scopes, expires_at } = token
  const event = {
    action: 'personalAccessTokens.revoke',
    target: { id: users.userId },
    object: name || `#${id}`,
    fields: [],
    changes: fieldChanges({}, { scopes, expires_at }),
  }
  await audit.run(gitlab.account, event, () => revoke(gitlab, users, id))
}

/**
 * Revokes a token. After a lost response, a token is considered revoked if it is inactive, or if it wasn't found and is
 * missing from the list.
 */
async function revoke(gitlab: GitLabClient, users: Users, token_id: number): Promise<void> {
  try {
    await gitlab.call(personalAccessTokens.revoke, { token_id })
  } catch (error) {
    if (!(error instanceof FailureError)) throw error
    const { failure } = error
    if (failure.kind === 'not-found' && (await isGone(gitlab, users, token_id))) return
    if (!mayHaveHappened(failure)) throw error
    const token = await readAgain(gitlab, token_id)
    if (token && isInactive(token)) return
    throw error
  }
}

async function isGone(gitlab: GitLabClient, users: Users, id: number): Promise<boolean> {
  const read = await readUserTokens(gitlab, users)
  return read.listed === 'all' && read.tokens.every((one) => one.id !== id || isInactive(one))
}

function isInactive({ revoked, active }: PersonalAccessToken): boolean {
  return revoked === true || active === false
}

async function readAgain(
  gitlab: GitLabClient,
  token_id: number,
): Promise<PersonalAccessToken | undefined> {
  try {
    return await gitlab.call(personalAccessTokens.get, { token_id })
  } catch (error) {
    if (error instanceof FailureError) return undefined
    throw error
  }
}
