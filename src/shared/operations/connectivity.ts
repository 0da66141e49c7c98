import { z } from 'zod'
import { accountOperation, operation } from './operation.ts'

/** Whether an account's instance can be reached, by its last answers. */
export const Connectivity = z.object({
  account: z.string(),
  state: z.enum(['unknown', 'online', 'offline', 'service-down', 'signed-out']),
  /** When the instance last gave a good answer, in milliseconds since 1970. */
  lastGoodAt: z.number().optional(),
  /** The message of the failure that led to this state. */
  message: z.string().optional(),
  /** When it is checked again, in milliseconds since 1970; absent if it is not. */
  nextTryAt: z.number().optional(),
})
export type Connectivity = z.output<typeof Connectivity>

export const connectivity = {
  list: operation({ input: z.strictObject({}), output: z.array(Connectivity) }),
  /** Checks immediately, and returns the result. */
  tryNow: accountOperation({ input: z.strictObject({}), output: Connectivity }),
  /**
   * Sent by a page in use, when the user returns to it and, while a service can’t be reached, once a minute. Without it that service is
   * not checked again, because requests count as activity of the account.
   */
  inUse: operation({
    /** `networkIsBack`: this computer seems to have a network again. */
    input: z.strictObject({ networkIsBack: z.boolean().optional() }),
    output: z.object({}),
  }),
}
