import { z } from 'zod'
import { operation } from './operation.ts'

/** What Latchkey remembers of how a person likes it. */
export const Settings = z.object({
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  /** The account that was shown last. */
  lastAccount: z.string().optional(),
})
export type Settings = z.output<typeof Settings>

export const settings = {
  get: operation({ input: z.strictObject({}), output: Settings }),
  /** Changes what is given and keeps the rest. */
  set: operation({
    input: z.strictObject({
      theme: Settings.shape.theme.unwrap().optional(),
      lastAccount: z.string().max(64).optional(),
    }),
    output: Settings,
  }),
}
