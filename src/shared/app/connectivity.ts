import { z } from 'zod'
import { operation } from './operation.ts'

/** What the last answers of an account's instance tell. */
export const Connectivity = z.object({
  account: z.string(),
  state: z.enum(['unknown', 'online', 'offline', 'service-down', 'signed-out']),
  /** When the instance last gave a good answer, in milliseconds since 1970. */
  lastGoodAt: z.number().optional(),
  /** The sentence of the failure that led to this state. */
  message: z.string().optional(),
})
export type Connectivity = z.output<typeof Connectivity>

export const connectivity = {
  list: operation({ input: z.strictObject({}), output: z.array(Connectivity) }),
}
