import { z } from 'zod'
import { languageChoices, offeredLanguages } from '../messages/languages.ts'
import { message } from '../messages/message.ts'
import { issueText } from '../gitlab/validation.ts'
import { operation } from './operation.ts'
import { updateChannels } from './updates.ts'
import { defaultColumns, directoryColumns } from '../rules/directory-columns.ts'
import {
  clipboardSeconds,
  defaultSettings,
  densities,
  lockMinutes,
  requestsAtOnce,
  startScreens,
  undoSeconds,
} from '../rules/settings.ts'

function wholeNumber({ min, max }: { min: number; max: number }) {
  const outOfRange = issueText(message('settings.wholeNumber', { min, max }))
  return z.int(outOfRange).min(min, outOfRange).max(max, outOfRange)
}

type Defaults = typeof defaultSettings

/** Settings with a boolean default are shown as switches. */
const switches = Object.fromEntries(
  Object.entries(defaultSettings)
    .filter(([, value]) => typeof value === 'boolean')
    .map(([name]) => [name, z.boolean()]),
) as unknown as {
  [Name in keyof Defaults as Defaults[Name] extends boolean ? Name : never]: z.ZodBoolean
}

const choices = {
  language: z.enum(languageChoices),
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(densities),
  /** The screen to show first. */
  startScreen: z.enum(startScreens),
  /** How long (in seconds) a copied secret stays in the clipboard. */
  clipboardSeconds: wholeNumber(clipboardSeconds),
  /** How long (in seconds) a queued action can be undone before it is sent. */
  undoSeconds: wholeNumber(undoSeconds),
  /** The number of concurrent requests for queued actions. */
  requestsAtOnce: wholeNumber(requestsAtOnce),
  /** The columns of the directory, from left to right. */
  directoryColumns: z.array(z.enum(directoryColumns)).min(1),
  /** Custom columns for built-in views, by view name. */
  viewColumns: z.record(z.string().max(64), z.array(z.enum(directoryColumns)).min(1)),
  /** The last screen, to show again on startup. */
  /** The route name of a screen; unknown names open Home. */
  lastScreen: z.string(),
  /** Minutes without input until Latchkey locks; 0 for never. */
  lockMinutes: z.literal(lockMinutes),
  /** The kind of versions to offer. */
  updateChannel: z.enum(updateChannels),
  ...switches,
}

/** Treats a stored value that this version doesn't know as unset. */
function withDefault<T>(schema: z.ZodType<T>, value: z.core.util.NoUndefined<T>) {
  return schema.default(value).catch(value)
}

const defaults = { ...defaultSettings, directoryColumns: [...defaultColumns], viewColumns: {} }

const stored = Object.fromEntries(
  Object.entries(choices).map(([name, schema]) => [
    name,
    withDefault<unknown>(schema, defaults[name as keyof typeof choices]),
  ]),
) as { [Name in keyof typeof choices]: z.ZodCatch<z.ZodDefault<(typeof choices)[Name]>> }

export const Settings = z.lazy(() =>
  z.object({
    ...stored,
    /** The account shown last. */
    lastAccount: z.string().optional().catch(undefined),
  }),
)
export type Settings = z.output<typeof Settings>

export const settings = {
  get: operation(() => ({ input: z.strictObject({}), output: Settings })),
  /** The language that `system` resolves to. */
  systemLanguage: operation(() => ({
    input: z.strictObject({}),
    output: z.object({ language: z.enum(offeredLanguages) }),
  })),
  /** Changes some settings and keeps the others. */
  set: operation(() => ({
    input: z.strictObject({ ...choices, lastAccount: z.string().max(64) }).partial(),
    output: Settings,
  })),
}
