import { z } from 'zod'
import { accountOperation, operation } from './operation.ts'

/** Whether an account's instance can be reached, based on its latest responses. */
export const Connectivity = z.lazy(() =>
  z.object({
    account: z.string(),
    state: z.enum(['unknown', 'online', 'offline', 'service-down', 'signed-out']),
    /** Whether a request has been waiting for its response for several seconds. */
    isWaiting: z.literal(true).optional(),
    /** The time of the instance's last successful response, in milliseconds since 1970. */
    lastGoodAt: z.number().optional(),
    /** The message for the failure that caused this state. */
    message: z.string().optional(),
    /** The time of the next check, in milliseconds since 1970; absent if none is scheduled. */
    nextTryAt: z.number().optional(),
  }),
)
export type Connectivity = z.output<typeof Connectivity>

export const connectivity = {
  list: operation(() => ({ input: z.strictObject({}), output: z.array(Connectivity) })),
  /** Checks immediately and returns the result. */
  tryNow: accountOperation(() => ({ input: z.strictObject({}), output: Connectivity })),
  /**
   * Called by a page in use: when the user returns to it and, while an instance can’t be reached, once a minute. The
   * instance is checked again only after this call, because GitLab counts requests as account activity.
   */
  inUse: operation(() => ({
    /** `networkIsBack`: this computer seems to be online again. */
    input: z.strictObject({ networkIsBack: z.boolean().optional() }),
    output: z.object({}),
  })),
}
