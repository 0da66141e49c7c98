import { createFailureError } from '../../platform/failures.ts'
import type { UserTokens } from '../../../shared/operations/admin-tokens.ts'
import { mayHaveHappened } from '../../../shared/rules/failure.ts'
import { type PersonalAccessToken, personalAccessTokens } from '../../../shared/gitlab/tokens.ts'
import type { Audit } from '../../audit-log/audit.ts'
import { fieldChanges } from '../../audit-log/changes.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import { type ReadUserTokens, readUserTokens } from '../../gitlab/user-tokens.ts'
import { FailureError } from '../../platform/failure.ts'

interface Users {
  userId: number
  /** The ID of the account's user. */
  ownId: number
}

/** A user's personal access tokens as an administrator sees them. Marks impersonation tokens. */
export async function listUserTokens(gitlab: GitLabClient, users: Users): Promise<UserTokens> {
  return toUserTokens(await readUserTokens(gitlab, users))
}

function toUserTokens(read: ReadUserTokens): UserTokens {
  if (read.listed === 'unreadable') throw createFailureError('tokens.unreadable')
  if (read.listed !== 'all') return { listed: read.listed, tokens: [] }
  const { tokens, impersonationIds, requestTokenId } = read
  return {
    listed: 'all',
    tokens: tokens.map((token) => ({
      ...token,
      isImpersonation: impersonationIds.has(token.id),
      isSignInToken: token.id === requestTokenId,
    })),
  }
}

/** Revokes one of them. Guarantee: never revokes another user's token or the account's own. */
export async function revokeUserToken(
  { gitlab, audit }: { gitlab: GitLabClient; audit: Pick<Audit, 'run'> },
  users: Users,
  id: number,
): Promise<undefined> {
  const read = await readUserTokens(gitlab, users)
  const token = toUserTokens(read).tokens.find((one) => one.id === id)
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
