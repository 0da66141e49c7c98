import { z } from 'zod'
import { accountOperation } from './operation.ts'

/** A cached response. */
const CachedAnswer = z.lazy(() =>
  z.object({
    value: z.unknown(),
    /** When GitLab sent it, in milliseconds since 1970. If it combines several responses, the time of the oldest. */
    asOf: z.number(),
    /** The number of entries in its lists that couldn't be parsed. */
    skipped: z.number().optional(),
  }),
)

export const cache = {
  /**
   * Returns the cached response to a call of either table, without sending a request. `answer` is absent if nothing is
   * cached.
   */
  read: accountOperation(() => ({
    input: z.strictObject({ name: z.string(), input: z.unknown().optional() }),
    output: z.object({ answer: CachedAnswer.optional() }),
  })),
}
