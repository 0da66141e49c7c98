import { z } from 'zod'
import { visitedScreens } from '../rules/settings.ts'
import type { UserStatus } from '../gitlab/current-user.ts'
import { adminOperation, operation } from './operation.ts'

const keyKinds = ['ssh', 'gpg'] as const

/** A file of public keys that was opened or dropped from outside; it is shown, and never imported by itself. */
export const OpenedFile = z.object({
  kind: z.enum(keyKinds),
  /** The file's name, without its folder. */
  name: z.string(),
  base64: z.string(),
})
export type OpenedFile = z.output<typeof OpenedFile>

/** Where the page should go. What is left out stays as it is. */
export const Visit = z.object({
  screen: z.enum(visitedScreens).optional(),
  /** ID of a signed-in account. */
  account: z.string().optional(),
  /** ID of the user, for screens about one. */
  id: z.number().optional(),
  /** The only kind of keys to show on the screen of keys. */
  kind: z.enum(keyKinds).optional(),
  files: z.array(OpenedFile).optional(),
  /** Whether to open the command palette. */
  palette: z.boolean().optional(),
  /** Whether to list the keyboard shortcuts. */
  shortcuts: z.boolean().optional(),
})
export type Visit = z.output<typeof Visit>

/** A notification, for users who don't look at Latchkey. */
export interface Notice {
  /** Identifies its subject. */
  key: string
  title: string
  text: string
  /** Where a click on it leads. */
  visit: Visit
  /** Whether the page shows it too, so that it is not needed while the page has the focus. */
  onScreen: boolean
}

/** The new status of an account's user. */
export interface StatusEvent {
  account: string
  status: UserStatus
}

/** Requests to the page from the tray, menus, links and files. */
export const desktop = {
  /** Where the page should go, once. */
  takeVisit: operation({
    input: z.strictObject({}),
    output: z.object({ visit: Visit.optional() }),
  }),
  /** Called by a page in a browser: whether the browser lets it show notifications. The desktop app knows by itself. */
  noticesPermitted: operation({
    input: z.strictObject({ permitted: z.boolean() }),
    output: z.object({}),
  }),
  /** The folders that the person chooses in a dialog of the system; none in a browser. */
  chooseFolders: operation({
    input: z.strictObject({}),
    output: z.object({ folders: z.array(z.string()) }),
  }),
  /** Called by a page that shows the queue: the failed actions were seen. */
  actionsSeen: adminOperation({ input: z.strictObject({}), output: z.object({}) }),
}
