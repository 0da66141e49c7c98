import { z } from 'zod'
import { visitedScreens } from '../rules/settings.ts'
import type { UserStatus } from '../gitlab/current-user.ts'
import { adminOperation, operation } from './operation.ts'

const keyKinds = ['ssh', 'gpg'] as const

/**
 * A file of public keys that was opened or dropped from outside the app; it is shown, but never imported automatically.
 */
export const OpenedFile = z.object({
  kind: z.enum(keyKinds),
  /** The file's name, without its folder. */
  name: z.string(),
  base64: z.string(),
})
export type OpenedFile = z.output<typeof OpenedFile>

/** The location the page should open. Absent fields are unchanged. */
export const Visit = z.object({
  screen: z.enum(visitedScreens).optional(),
  /** ID of a signed-in account. */
  account: z.string().optional(),
  /** ID of the user, for screens about a single user. */
  id: z.number().optional(),
  /** Shows only this kind of keys on the keys screen. */
  kind: z.enum(keyKinds).optional(),
  files: z.array(OpenedFile).optional(),
  /** Whether to open the command palette. */
  palette: z.boolean().optional(),
  /** Whether to list the keyboard shortcuts. */
  shortcuts: z.boolean().optional(),
})
export type Visit = z.output<typeof Visit>

/** A desktop notification. */
export interface Notice {
  /** Identifies its subject. */
  key: string
  title: string
  text: string
  /** The location that a click opens. */
  visit: Visit
  /** Whether the page also shows it; it is then skipped while the page has focus. */
  onScreen: boolean
}

/** The new status of an account's user. */
export interface StatusEvent {
  account: string
  status: UserStatus
}

/** Requests to the page from the tray, menus, links and opened files. */
export const desktop = {
  /** The location the page should open; returned only once. */
  takeVisit: operation({
    input: z.strictObject({}),
    output: z.object({ visit: Visit.optional() }),
  }),
  /**
   * Called by a page in a browser to report whether it may show notifications. The desktop app doesn't need this.
   */
  noticesPermitted: operation({
    input: z.strictObject({ permitted: z.boolean() }),
    output: z.object({}),
  }),
  /** The folders that the user chooses in a system dialog; none in a browser. */
  chooseFolders: operation({
    input: z.strictObject({}),
    output: z.object({ folders: z.array(z.string()) }),
  }),
  /** Called by a page that shows the queue: marks failed actions as seen. */
  actionsSeen: adminOperation({ input: z.strictObject({}), output: z.object({}) }),
}
