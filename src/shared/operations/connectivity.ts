import { z } from 'zod'
import { accountOperation, operation } from './operation.ts'

/** Whether an account's instance can be reached, judged by its last responses. */
export const Connectivity = z.object({
  account: z.string(),
  state: z.enum(['unknown', 'online', 'offline', 'service-down', 'signed-out']),
  /** Whether a request has been waiting for its response for several seconds. */
  isWaiting: z.literal(true).optional(),
  /** When the instance last responded successfully, in milliseconds since 1970. */
  lastGoodAt: z.number().optional(),
  /** The message of the failure that caused this state. */
  message: z.string().optional(),
  /** When the next check is due, in milliseconds since 1970; absent if none is. */
  nextTryAt: z.number().optional(),
})
export type Connectivity = z.output<typeof Connectivity>

export const connectivity = {
  list: operation({ input: z.strictObject({}), output: z.array(Connectivity) }),
  /** Checks immediately and returns the result. */
  tryNow: accountOperation({ input: z.strictObject({}), output: Connectivity }),
  /**
   * Sent by a page in use: when the user returns to it and, while an instance can’t be reached, once a minute.
   * Without it, the instance isn't checked again, because requests count as account activity.
   */
  inUse: operation({
    /** `networkIsBack`: this computer seems to be online again. */
    input: z.strictObject({ networkIsBack: z.boolean().optional() }),
    output: z.object({}),
  }),
}
