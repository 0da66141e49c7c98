import type { UserTokens } from '../../../shared/operations/admin-tokens.ts'
import { message } from '../../../shared/messages/message.ts'
import { mayHaveHappened } from '../../../shared/rules/failure.ts'
import { type PersonalAccessToken, personalAccessTokens } from '../../../shared/gitlab/tokens.ts'
import type { Audit } from '../../audit-log/audit.ts'
import { fieldChanges } from '../../audit-log/changes.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import { readUserTokens } from '../../gitlab/user-tokens.ts'
import { FailureError } from '../../platform/failure.ts'

interface Users {
  userId: number
  /** The user of the account. */
  ownId: number
}

/** The personal access tokens of a user as an administrator sees them, with the impersonation tokens among them marked. */
export async function listUserTokens(gitlab: GitLabClient, users: Users): Promise<UserTokens> {
  const read = await readUserTokens(gitlab, users)
  if (read.listed !== 'all') return { listed: read.listed, tokens: [] }
  const { tokens, impersonationIds, requestTokenId } = read
  return {
    listed: 'all',
    tokens: tokens.map((token) => ({
      ...token,
      isImpersonation: impersonationIds.has(token.id),
      isLatchkeys: token.id === requestTokenId,
    })),
  }
}

/** Revokes one of them. Promise: no token of anybody else, and never the one of the account. */
export async function revokeUserToken(
  { gitlab, audit }: { gitlab: GitLabClient; audit: Pick<Audit, 'run'> },
  users: Users,
  id: number,
): Promise<undefined> {
  const token = (await listUserTokens(gitlab, users)).tokens.find((one) => one.id === id)
  if (!token || token.isImpersonation) throw notOfUserError()
  if (token.isLatchkeys) throw latchkeysError()
  const { name, scopes, expires_at } = token
  const event = {
    action: 'personalAccessTokens.revoke',
    target: { id: users.userId },
    object: name || `#${id}`,
    fields: [],
    changes: fieldChanges({}, { scopes, expires_at }),
  }
  await audit.run(gitlab.account, event, () => revoke(gitlab, id))
}

/** A token that is gone, or is inactive after an answer was lost, is revoked. */
async function revoke(gitlab: GitLabClient, token_id: number): Promise<void> {
  try {
    await gitlab.call(personalAccessTokens.revoke, { token_id })
  } catch (error) {
    if (!(error instanceof FailureError) || !mayHaveHappened(error.failure)) throw error
    const token = await readAgain(gitlab, token_id)
    if (token && (token.revoked === true || token.active === false)) return
    throw error
  }
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

function notOfUserError(): FailureError {
  return new FailureError({
    kind: 'forbidden',
    message: message('tokens.notOfUser'),
    hint: message('tokens.reloadHint'),
  })
}

function latchkeysError(): FailureError {
  return new FailureError({
    kind: 'conflict',
    message: message('tokens.latchkeys'),
    hint: message('tokens.latchkeysHint'),
  })
}
