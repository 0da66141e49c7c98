import { z } from 'zod'
import { accountOperation } from './operation.ts'

/** An earlier answer of the service. */
const CachedAnswer = z.object({
  value: z.unknown(),
  /** When the service gave it, in milliseconds since 1970; of several, the oldest. */
  asOf: z.number(),
  /** How many entries of its lists could not be read. */
  skipped: z.number().optional(),
})

export const cache = {
  /**
   * Returns the last answer to a call of either table, without a request. `answer` is absent if
   * nothing is cached.
   */
  read: accountOperation({
    input: z.strictObject({ name: z.string(), input: z.unknown().optional() }),
    output: z.object({ answer: CachedAnswer.optional() }),
  }),
}
