import { z } from 'zod'
import { accountOperation } from './operation.ts'

/** An answer that the service gave before. */
const CachedAnswer = z.object({
  value: z.unknown(),
  /** When the service gave it, in milliseconds since 1970; of several, the oldest. */
  asOf: z.number(),
  /** How many entries of its lists could not be read. */
  skipped: z.number().optional(),
})

export const cache = {
  /**
   * Answers a call of either table as the service answered it last, without asking the service. `answer` is absent where
   * nothing is cached, or the answers to such a call are never cached.
   */
  read: accountOperation({
    input: z.strictObject({ name: z.string(), input: z.unknown().optional() }),
    output: z.object({ answer: CachedAnswer.optional() }),
  }),
}
