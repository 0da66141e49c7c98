import { z } from 'zod'
import { operation } from './operation.ts'

/** Whether Latchkey loads and sends nothing, because its last starts failed. */
export const SafeModeState = z.object({ on: z.boolean() })
export type SafeModeState = z.output<typeof SafeModeState>

/** Safe mode: the accounts are shown with cached data, and no requests are sent until the user continues. */
export const safeMode = {
  state: operation({ input: z.strictObject({}), output: SafeModeState }),
  leave: operation({ input: z.strictObject({}), output: SafeModeState }),
}
