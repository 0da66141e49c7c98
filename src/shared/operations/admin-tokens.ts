import { z } from 'zod'
import { message } from '../messages/message.ts'
import { issueText, upTo } from '../gitlab/validation.ts'
import { nameLimit, reasonLimit } from '../rules/limits.ts'
import { SentDate, SentId, SentText } from '../gitlab/fields.ts'
import { CreatedToken, PersonalAccessToken, TokenDescription } from '../gitlab/tokens.ts'
import { adminOperation, cacheable } from './operation.ts'

const Name = SentText.refine(...upTo(nameLimit))
const Scopes = z.lazy(() => z.array(SentText).min(1, issueText(message('validation.empty'))))
/** Why the token is needed. Recorded in the audit log. */
const reason = SentText.refine(...upTo(reasonLimit))

const input = z.strictObject({
  user_id: SentId,
  name: Name,
  /** Defaults to the longest lifetime that the instance allows. */
  expires_at: SentDate.optional(),
  scopes: Scopes,
  description: TokenDescription.optional(),
  reason,
})

/** A user's token of either kind. */
const UserToken = PersonalAccessToken.extend({
  state: z.enum(['active', 'expired', 'revoked']),
  /** Whether it is an impersonation token, which has separate operations. */
  isImpersonation: z.boolean(),
  /** Whether Latchkey is signed in with it. */
  isSignInToken: z.boolean(),
})
export type UserToken = z.output<typeof UserToken>

export const UserTokens = z.lazy(() =>
  z.object({
    /** `filter-ignored`: GitLab also listed other users' tokens, so none are shown. */
    listed: z.enum(['all', 'unsupported', 'filter-ignored']),
    tokens: z.array(UserToken),
  }),
)
export type UserTokens = z.output<typeof UserTokens>

/** Tokens that act as another user. `token` in the output is the secret, which GitLab returns only once. */
export const adminTokens = {
  // Some instances don't require scopes.
  createImpersonation: adminOperation(() => ({
    input: input.partial({ scopes: true }),
    output: CreatedToken,
  })),
  createPersonal: adminOperation(() => ({ input, output: CreatedToken })),
  listImpersonation: cacheable(
    adminOperation(() => ({ input: z.strictObject({ user_id: SentId }), output: UserTokens })),
  ),
  /** A user's personal access tokens. GitLab's list also includes impersonation tokens. */
  listPersonal: adminOperation(() => ({
    input: z.strictObject({ user_id: SentId }),
    output: UserTokens,
  })),
  /** Revokes one of the user's personal access tokens, unless Latchkey is signed in with it. Can't be undone. */
  revokePersonal: adminOperation(() => ({
    input: z.strictObject({ user_id: SentId, id: SentId }),
    output: z.undefined(),
  })),
}
