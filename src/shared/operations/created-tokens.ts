import { z } from 'zod'
import { message } from '../messages/message.ts'
import { issueText, upTo } from '../gitlab/validation.ts'
import { SentDate, SentText } from '../gitlab/fields.ts'
import { nameLimit } from '../rules/limits.ts'
import { ownTokenScopes } from '../rules/token-limits.ts'
import { CreatedToken, TokenDescription } from '../gitlab/tokens.ts'
import { accountOperation } from './operation.ts'

/** A token that was created here, without its secret. */
export const RememberedToken = z.object({
  id: z.number(),
  name: z.string(),
  /** Absent if there is none, or the service doesn’t return it. */
  description: z.string().optional(),
  scopes: z.array(z.string()),
  /** `YYYY-MM-DD`: the token expires at 00:00 UTC of that day. */
  expires_at: z.string().optional(),
  created_at: z.string().optional(),
})
export type RememberedToken = z.output<typeof RememberedToken>

/** Tokens that were created here. The API can’t list a user’s own tokens. */
export const createdTokens = {
  /** Creates a Kubernetes token. `token` of the answer is the secret, which is returned only here. */
  createLimited: accountOperation({
    input: z.strictObject({
      name: SentText.refine(...upTo(nameLimit)),
      scopes: z.array(z.enum(ownTokenScopes)).min(1, issueText(message('validation.empty'))),
      description: TokenDescription.optional(),
      /** Without it, the token expires at the end of the day, or as late as the instance allows. */
      expires_at: SentDate.optional(),
    }),
    output: CreatedToken,
  }),
  /** Newest first. */
  list: accountOperation({ input: z.strictObject({}), output: z.array(RememberedToken) }),
  /** Removes a token from the list; the token itself stays valid. */
  forgetEntry: accountOperation({
    input: z.strictObject({ id: z.int().positive() }),
    output: z.array(RememberedToken),
  }),
}
