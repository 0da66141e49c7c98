import { z } from 'zod'
import { message } from '../messages/message.ts'
import { issueText, upTo } from '../gitlab/validation.ts'
import { nameLimit, reasonLimit } from '../rules/limits.ts'
import { SentDate, SentId, SentText } from '../gitlab/fields.ts'
import { CreatedToken, TokenDescription } from '../gitlab/tokens.ts'
import { adminOperation } from './operation.ts'

const Name = SentText.refine(...upTo(nameLimit))
const Scopes = z.array(SentText).min(1, issueText(message('validation.empty')))
/** Why the token is needed; recorded in the audit log. */
const reason = SentText.refine(...upTo(reasonLimit))

const input = z.strictObject({
  user_id: SentId,
  name: Name,
  /** By default the longest lifetime that the instance allows. */
  expires_at: SentDate.optional(),
  scopes: Scopes,
  description: TokenDescription.optional(),
  reason,
})

/** Tokens that act as another user. `token` of an answer is the secret, which is returned only here. */
export const adminTokens = {
  // Some instances require no scopes.
  createImpersonation: adminOperation({
    input: input.partial({ scopes: true }),
    output: CreatedToken,
  }),
  createPersonal: adminOperation({ input, output: CreatedToken }),
}
