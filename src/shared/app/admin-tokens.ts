import { z } from 'zod'
import { message } from '../messages/message.ts'
import { issueText, tooLong } from '../validation.ts'
import { nameLimit, reasonLimit } from '../limits.ts'
import { SentDate, SentId, SentText } from '../service/fields.ts'
import { CreatedToken, TokenDescription } from '../service/tokens.ts'
import { adminOperation } from './operation.ts'

const Name = SentText.refine((name) => name.length <= nameLimit, tooLong(nameLimit))
const Scopes = z.array(SentText).min(1, issueText(message('validation.empty')))
/** Why somebody needs it; kept in the journal. */
const reason = SentText.refine((text) => text.length <= reasonLimit, tooLong(reasonLimit))

/** Tokens that act as somebody else. `token` of an answer is the secret, which is nowhere else and never comes again. */
export const adminTokens = {
  createImpersonation: adminOperation({
    input: z.strictObject({
      user_id: SentId,
      name: Name,
      // An instance may want neither of the two.
      expires_at: SentDate.optional(),
      scopes: Scopes.optional(),
      description: TokenDescription.optional(),
      reason,
    }),
    output: CreatedToken,
  }),
  /** Without `expires_at` the longest lifetime that the instance allows. */
  createPersonal: adminOperation({
    input: z.strictObject({
      user_id: SentId,
      name: Name,
      expires_at: SentDate.optional(),
      scopes: Scopes,
      description: TokenDescription.optional(),
      reason,
    }),
    output: CreatedToken,
  }),
}
