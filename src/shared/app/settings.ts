import { z } from 'zod'
import { operation } from './operation.ts'
import { clipboardSeconds, densities, startScreens } from './settings-choices.ts'

const { min, max, usual } = clipboardSeconds
const choices = {
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(densities),
  /** The screen that is shown first. */
  startScreen: z.enum(startScreens),
  /** How long a copied secret may stay in the clipboard. */
  clipboardSeconds: z
    .int('is not a whole number of seconds')
    .min(min, `is too short (${min} seconds at least)`)
    .max(max, `is too long (${max} seconds at most)`),
}

/** What Latchkey remembers of how a person likes it. A value that this version does not know counts as not set. */
export const Settings = z.object({
  theme: choices.theme.default('system').catch('system'),
  density: choices.density.default('comfortable').catch('comfortable'),
  startScreen: choices.startScreen.default('home').catch('home'),
  clipboardSeconds: choices.clipboardSeconds.default(usual).catch(usual),
  /** The account that was shown last. */
  lastAccount: z.string().optional(),
})
export type Settings = z.output<typeof Settings>

export const settings = {
  get: operation({ input: z.strictObject({}), output: Settings }),
  /** Changes what is given and keeps the rest. */
  set: operation({
    input: z.strictObject({
      theme: choices.theme.optional(),
      density: choices.density.optional(),
      startScreen: choices.startScreen.optional(),
      clipboardSeconds: choices.clipboardSeconds.optional(),
      lastAccount: z.string().max(64).optional(),
    }),
    output: Settings,
  }),
}
