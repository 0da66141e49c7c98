import { z } from 'zod'
import { upTo } from '../gitlab/validation.ts'
import { cappedActions, highestCeiling } from '../rules/ceilings.ts'
import { reasonLimit } from '../rules/limits.ts'
import { adminOperation } from './operation.ts'

const limit = z.int().min(0).max(highestCeiling).nullable()

/** The ceiling of an action on an instance. */
export const Ceiling = z.lazy(() =>
  z.object({
    action: z.enum(cappedActions),
    /** The most users or tokens in 24 hours; null if there is no ceiling. */
    limit,
    /** What counts in the last 24 hours, and what is left. */
    used: z.number(),
    left: z.number().optional(),
    /** The company’s ceiling, above which it can't be raised. */
    highest: z.number().optional(),
    /** A higher ceiling that was chosen, and when it applies (ms since 1970). */
    raise: z.object({ limit, at: z.number() }).optional(),
  }),
)
export type Ceiling = z.output<typeof Ceiling>

/** How much administrators may change in a day, for all accounts on the account's instance. */
export const limits = {
  get: adminOperation(() => ({ input: z.strictObject({}), output: z.array(Ceiling) })),
  /** Changes a ceiling. A higher one is an entry of the audit log, and applies after an hour unless the company says otherwise. */
  set: adminOperation(() => ({
    input: z.strictObject({
      action: z.enum(cappedActions),
      limit,
      /** For the audit log. */
      reason: z
        .string()
        .trim()
        .min(1)
        .refine(...upTo(reasonLimit)),
    }),
    output: z.array(Ceiling),
  })),
}
