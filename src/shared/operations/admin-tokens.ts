import { z } from 'zod'
import { message } from '../messages/message.ts'
import { issueText, upTo } from '../gitlab/validation.ts'
import { nameLimit, reasonLimit } from '../rules/limits.ts'
import { SentDate, SentId, SentText } from '../gitlab/fields.ts'
import { CreatedToken, PersonalAccessToken, TokenDescription } from '../gitlab/tokens.ts'
import { adminOperation } from './operation.ts'

const Name = SentText.refine(...upTo(nameLimit))
const Scopes = z.array(SentText).min(1, issueText(message('validation.empty')))
/** Why the token is needed; recorded in the audit log. */
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

export const UserTokens = z.object({
  /** `filter-ignored`: GitLab also listed tokens of other users, so none are shown. */
  listed: z.enum(['all', 'unsupported', 'filter-ignored']),
  tokens: z.array(
    PersonalAccessToken.extend({
      /** Whether it is an impersonation token, which has separate operations. */
      isImpersonation: z.boolean(),
      /** Latchkey is signed in with it. */
      isLatchkeys: z.boolean(),
    }),
  ),
})
export type UserTokens = z.output<typeof UserTokens>

/** Tokens that act as another user. `token` in the output is the secret, which is returned only here. */
export const adminTokens = {
  // Some instances don't require scopes.
  createImpersonation: adminOperation({
    input: input.partial({ scopes: true }),
    output: CreatedToken,
  }),
  createPersonal: adminOperation({ input, output: CreatedToken }),
  /** The personal access tokens of a user, including impersonation tokens, which are in the same list. */
  listPersonal: adminOperation({
    input: z.strictObject({ user_id: SentId }),
    output: UserTokens,
  }),
  /** Revokes a personal access token of this user, except the one Latchkey is signed in with. Can't be undone. */
  revokePersonal: adminOperation({
    input: z.strictObject({ user_id: SentId, id: SentId }),
    output: z.undefined(),
  }),
}
