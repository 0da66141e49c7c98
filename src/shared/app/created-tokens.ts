import { z } from 'zod'
import { message } from '../messages/message.ts'
import { issueText, tooLong } from '../validation.ts'
import { SentDate, SentText } from '../service/fields.ts'
import { nameLimit } from '../limits.ts'
import { ownTokenScopes } from '../service/token-limits.ts'
import { CreatedToken, TokenDescription } from '../service/tokens.ts'
import { accountOperation } from './operation.ts'

/** What is remembered of a token that was created here. No field of it can hold the secret. */
export const RememberedToken = z.object({
  id: z.number(),
  name: z.string(),
  /** As the service has it; absent where there is none, and from services that do not tell. */
  description: z.string().optional(),
  scopes: z.array(z.string()),
  /** `YYYY-MM-DD`: the token is dead from the beginning of that day, in UTC. */
  expires_at: z.string().optional(),
  created_at: z.string().optional(),
})
export type RememberedToken = z.output<typeof RememberedToken>

/** Tokens that were created here. The interface has no way to list one's own tokens. */
export const createdTokens = {
  /** Creates a limited token. `token` of the answer is the secret, which is nowhere else and never comes again. */
  createLimited: accountOperation({
    input: z.strictObject({
      name: SentText.refine((name) => name.length <= nameLimit, tooLong(nameLimit)),
      scopes: z.array(z.enum(ownTokenScopes)).min(1, issueText(message('validation.empty'))),
      description: TokenDescription.optional(),
      /** Left out, the token lives until the end of the day, or as long as the instance allows. */
      expires_at: SentDate.optional(),
    }),
    output: CreatedToken,
  }),
  /** Newest first. */
  list: accountOperation({ input: z.strictObject({}), output: z.array(RememberedToken) }),
  /** Forgets what is remembered here; the token itself stays as it is. */
  forgetEntry: accountOperation({
    input: z.strictObject({ id: z.int().positive() }),
    output: z.array(RememberedToken),
  }),
}
