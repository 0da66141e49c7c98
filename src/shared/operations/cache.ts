import { z } from 'zod'
import { accountOperation } from './operation.ts'

/** A cached response. */
const CachedAnswer = z.object({
  value: z.unknown(),
  /** When GitLab sent it, in milliseconds since 1970; the oldest of several. */
  asOf: z.number(),
  /** How many entries of its lists could not be parsed. */
  skipped: z.number().optional(),
})

export const cache = {
  /**
   * Returns the cached response to a call of either table without sending a request. `answer` is absent if there
   * is none.
   */
  read: accountOperation({
    input: z.strictObject({ name: z.string(), input: z.unknown().optional() }),
    output: z.object({ answer: CachedAnswer.optional() }),
  }),
}
