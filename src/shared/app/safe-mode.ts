import { z } from 'zod'
import { operation } from './operation.ts'

/** Whether Latchkey loads and sends nothing, because its last starts ended badly. */
export const SafeModeState = z.object({ on: z.boolean() })
export type SafeModeState = z.output<typeof SafeModeState>

/** Safe mode: the accounts are there, with what was loaded before, and their instances are left alone until somebody goes on. */
export const safeMode = {
  state: operation({ input: z.strictObject({}), output: SafeModeState }),
  leave: operation({ input: z.strictObject({}), output: SafeModeState }),
}
