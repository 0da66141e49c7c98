import { z } from 'zod'
import { message } from '../messages/message.ts'
import { issueText } from '../validation.ts'
import { visitedScreens } from './desktop.ts'
import { operation } from './operation.ts'
import { updateChannels } from './updates.ts'
import { directoryColumns, usualColumns } from './directory-columns.ts'
import {
  clipboardSeconds,
  densities,
  lockMinutes,
  requestsAtOnce,
  startScreens,
  undoSeconds,
} from './settings-choices.ts'

function wholeNumber({ min, max }: { min: number; max: number }) {
  const outside = issueText(message('validation.noWholeNumber', { min, max }))
  return z.int(outside).min(min, outside).max(max, outside)
}

const choices = {
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(densities),
  /** The screen that is shown first. */
  startScreen: z.enum(startScreens),
  /** How long a copied secret may stay in the clipboard. */
  clipboardSeconds: wholeNumber(clipboardSeconds),
  /** How long a queued action can be undone before it is sent. */
  undoSeconds: wholeNumber(undoSeconds),
  /** How many requests of queued actions run at the same time. */
  requestsAtOnce: wholeNumber(requestsAtOnce),
  /** The columns of the directory, from left to right. */
  directoryColumns: z.array(z.enum(directoryColumns)).min(1),
  /** The screen that was shown last, for a start there. */
  lastScreen: z.enum(visitedScreens),
  /** Whether notifications are shown. */
  notices: z.boolean(),
  /** Whether closing the window leaves Latchkey in the tray; only in the desktop app. */
  closeToTray: z.boolean(),
  /** Whether Latchkey starts when the user signs in to the computer; only in the desktop app. */
  startAtLogin: z.boolean(),
  /** Minutes without input after which Latchkey is locked; 0 for never. */
  lockMinutes: z.literal(lockMinutes),
  /** Whether Latchkey is locked when the system is locked or sleeps; only in the desktop app. */
  lockWithSystem: z.boolean(),
  /** Whether the queue is paused while Latchkey is locked. */
  pauseQueueWhileLocked: z.boolean(),
  /** Which new versions are offered. */
  updateChannel: z.enum(updateChannels),
  /** Whether to check for new versions once a day; only in the desktop app. */
  updateChecks: z.boolean(),
}

/** The settings. A value that this version does not know counts as not set. */
export const Settings = z.object({
  theme: choices.theme.default('system').catch('system'),
  density: choices.density.default('comfortable').catch('comfortable'),
  startScreen: choices.startScreen.default('home').catch('home'),
  clipboardSeconds: choices.clipboardSeconds
    .default(clipboardSeconds.usual)
    .catch(clipboardSeconds.usual),
  undoSeconds: choices.undoSeconds.default(undoSeconds.usual).catch(undoSeconds.usual),
  requestsAtOnce: choices.requestsAtOnce.default(requestsAtOnce.usual).catch(requestsAtOnce.usual),
  directoryColumns: choices.directoryColumns.default([...usualColumns]).catch([...usualColumns]),
  lastScreen: z
    .preprocess((screen) => (screen === 'journal' ? 'audit-log' : screen), choices.lastScreen)
    .default('home')
    .catch('home'),
  notices: choices.notices.default(true).catch(true),
  closeToTray: choices.closeToTray.default(false).catch(false),
  startAtLogin: choices.startAtLogin.default(false).catch(false),
  lockMinutes: choices.lockMinutes.default(0).catch(0),
  lockWithSystem: choices.lockWithSystem.default(false).catch(false),
  pauseQueueWhileLocked: choices.pauseQueueWhileLocked.default(false).catch(false),
  updateChannel: choices.updateChannel.default('stable').catch('stable'),
  updateChecks: choices.updateChecks.default(true).catch(true),
  /** The account that was shown last. */
  lastAccount: z.string().optional().catch(undefined),
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
      lastScreen: choices.lastScreen.optional(),
      notices: choices.notices.optional(),
      closeToTray: choices.closeToTray.optional(),
      startAtLogin: choices.startAtLogin.optional(),
      lockMinutes: choices.lockMinutes.optional(),
      lockWithSystem: choices.lockWithSystem.optional(),
      pauseQueueWhileLocked: choices.pauseQueueWhileLocked.optional(),
      updateChannel: choices.updateChannel.optional(),
      updateChecks: choices.updateChecks.optional(),
      lastAccount: z.string().max(64).optional(),
    }),
    output: Settings,
  }),
}
