import { z } from 'zod'
import type { UserStatus } from '../gitlab/current-user.ts'
import { adminOperation, operation } from './operation.ts'

/** The screens that menus and notifications open, by route name. Opening one never triggers an action. */
export const menuScreens = [
  'home',
  'status',
  'tokens',
  'keys',
  'queue',
  'review',
  'accounts',
  'settings',
] as const
export type MenuScreen = (typeof menuScreens)[number]

const keyKinds = ['ssh', 'gpg'] as const

/**
 * A file of public keys that was opened or dropped from outside the app. It is shown, but never imported automatically.
 */
export const OpenedFile = z.lazy(() =>
  z.object({
    kind: z.enum(keyKinds),
    /** The file's name, without its folder. */
    name: z.string(),
    base64: z.string(),
  }),
)
export type OpenedFile = z.output<typeof OpenedFile>

/** The location the page should open. Absent fields are unchanged. */
export const Visit = z.lazy(() =>
  z.object({
    screen: z.enum(menuScreens).optional(),
    /** What a link opens instead: a screen's path below its account. The page opens linkable screens only. */
    path: z.string().optional(),
    /** A `latchkey://sign-in` link, with which the page fills in the sign-in form. */
    signIn: z.string().optional(),
    /** The ID of a signed-in account. */
    account: z.string().optional(),
    /** The only kind of keys to show on the keys screen. */
    kind: z.enum(keyKinds).optional(),
    files: z.array(OpenedFile).optional(),
    /** Whether to open the command palette. */
    palette: z.boolean().optional(),
    /** Whether to open the list of keyboard shortcuts. */
    shortcuts: z.boolean().optional(),
  }),
)
export type Visit = z.output<typeof Visit>

/** A desktop notification. */
export interface Notice {
  /** Identifies what the notification is about. */
  key: string
  title: string
  text: string
  /** What to open on a click. */
  visit: Visit
  /** Whether the page shows it too. If so, it is skipped while the page has focus. */
  onScreen: boolean
}

/** The new status of the account's user. */
export interface StatusEvent {
  account: string
  status: UserStatus
}

/** Requests from the tray, menus, links and opened files to the page. */
export const desktop = {
  /** The location that the page should open, returned only once. */
  takeVisit: operation(() => ({
    input: z.strictObject({}),
    output: z.object({ visit: Visit.optional() }),
  })),
  /** Called by the page in a browser to report whether it may show notifications. The desktop app knows this itself. */
  noticesPermitted: operation(() => ({
    input: z.strictObject({ permitted: z.boolean() }),
    output: z.object({}),
  })),
  /** Lets the user choose folders in a system dialog. Returns none in a browser. */
  chooseFolders: operation(() => ({
    input: z.strictObject({}),
    output: z.object({ folders: z.array(z.string()) }),
  })),
  /** Marks failed actions as seen. Called by a page that shows the queue. */
  actionsSeen: adminOperation(() => ({ input: z.strictObject({}), output: z.object({}) })),
}
