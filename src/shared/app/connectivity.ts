import { z } from 'zod'
import { accountOperation, operation } from './operation.ts'

/** What the last answers of an account's instance tell. */
export const Connectivity = z.object({
  account: z.string(),
  state: z.enum(['unknown', 'online', 'offline', 'service-down', 'signed-out']),
  /** When the instance last gave a good answer, in milliseconds since 1970. */
  lastGoodAt: z.number().optional(),
  /** The sentence of the failure that led to this state. */
  message: z.string().optional(),
  /** When it is looked again by itself, in milliseconds since 1970; absent where nothing waits for that. */
  nextTryAt: z.number().optional(),
})
export type Connectivity = z.output<typeof Connectivity>

export const connectivity = {
  list: operation({ input: z.strictObject({}), output: z.array(Connectivity) }),
  /** Looks at once, whatever wait there is, and answers what came of it. */
  tryNow: accountOperation({ input: z.strictObject({}), output: Connectivity }),
  /**
   * Said by a page that somebody has before them, when they come back to it and once a minute: while nobody does, a service
   * that cannot be reached is not asked again, because asking counts as activity of the account.
   */
  inUse: operation({
    /** `networkIsBack`: this machine has a network again, as far as it can tell. */
    input: z.strictObject({ networkIsBack: z.boolean().optional() }),
    output: z.object({}),
  }),
}
