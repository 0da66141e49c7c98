import { z } from 'zod'
import { operation } from './operation.ts'
import { directoryColumns, usualColumns } from './directory-columns.ts'
import {
  clipboardSeconds,
  densities,
  requestsAtOnce,
  startScreens,
  undoSeconds,
} from './settings-choices.ts'

const { min, max, usual } = clipboardSeconds

function whole(of: { min: number; max: number }, unit: string) {
  return z
    .int(`is not a whole number of ${unit}`)
    .min(of.min, `is too few (${of.min} ${unit} at least)`)
    .max(of.max, `is too many (${of.max} ${unit} at most)`)
}

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
  /** How long a queued action can be taken back before it is sent. */
  undoSeconds: whole(undoSeconds, 'seconds'),
  /** How many requests of queued actions run at the same time. */
  requestsAtOnce: whole(requestsAtOnce, 'requests'),
  /** What the directory shows, from left to right. */
  directoryColumns: z.array(z.enum(directoryColumns)).min(1),
}

/** What Latchkey remembers of how a person likes it. A value that this version does not know counts as not set. */
export const Settings = z.object({
  theme: choices.theme.default('system').catch('system'),
  density: choices.density.default('comfortable').catch('comfortable'),
  startScreen: choices.startScreen.default('home').catch('home'),
  clipboardSeconds: choices.clipboardSeconds.default(usual).catch(usual),
  undoSeconds: choices.undoSeconds.default(undoSeconds.usual).catch(undoSeconds.usual),
  requestsAtOnce: choices.requestsAtOnce.default(requestsAtOnce.usual).catch(requestsAtOnce.usual),
  directoryColumns: choices.directoryColumns.default([...usualColumns]).catch([...usualColumns]),
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
      undoSeconds: choices.undoSeconds.optional(),
      requestsAtOnce: choices.requestsAtOnce.optional(),
      directoryColumns: choices.directoryColumns.optional(),
      lastAccount: z.string().max(64).optional(),
    }),
    output: Settings,
  }),
}
