import { z } from 'zod'
import type { UserStatus } from '../service/current-user.ts'
import { adminOperation, operation } from './operation.ts'

/** The screens that something outside the page may open, as the page's routes are named; none of them acts by itself. */
export const visitedScreens = [
  'home',
  'profile',
  'status',
  'avatar',
  'tokens',
  'ssh-keys',
  'gpg-keys',
  'emails',
  'preferences',
  'people',
  'person',
  'activities',
  'directory',
  'admin-person',
  'service-accounts',
  'actions',
  'journal',
  'accounts',
  'settings',
] as const
export type VisitedScreen = (typeof visitedScreens)[number]

/** A file of public keys that was opened or dropped from outside; it is shown, and never imported by itself. */
export const OpenedFile = z.object({
  kind: z.enum(['ssh', 'gpg']),
  /** The file's name, without its folder. */
  name: z.string(),
  base64: z.string(),
})
export type OpenedFile = z.output<typeof OpenedFile>

/** Where the page is asked to go. What is left out stays as it is. */
export const Visit = z.object({
  screen: z.enum(visitedScreens).optional(),
  /** Id of an account that is signed in. */
  account: z.string().optional(),
  /** Of the person, for screens about one. */
  id: z.number().optional(),
  files: z.array(OpenedFile).optional(),
  /** Whether "Go anywhere" is to be opened. */
  palette: z.boolean().optional(),
})
export type Visit = z.output<typeof Visit>

/** Something that a person should hear of even where they do not look at Latchkey. */
export interface Notice {
  /** Names what it is about. */
  key: string
  title: string
  text: string
  /** Where a click on it leads. */
  visit: Visit
  /** Whether the page says it too, so that it is of no use to somebody who looks at it. */
  onScreen: boolean
}

/** The status of the person of an account, as it was set or cleared just now. */
export interface StatusEvent {
  account: string
  status: UserStatus
}

/** What reaches the page from outside of it: the tray, menus, links, files. */
export const desktop = {
  /** Where the page was asked to go since it was asked the last time. */
  takeVisit: operation({
    input: z.strictObject({}),
    output: z.object({ visit: Visit.optional() }),
  }),
  /** Said by a page in a browser: whether the browser lets it show notices. The desktop app knows by itself. */
  noticesPermitted: operation({
    input: z.strictObject({ permitted: z.boolean() }),
    output: z.object({}),
  }),
  /** Said by a page that shows the queue: what was refused until now was seen. */
  actionsSeen: adminOperation({ input: z.strictObject({}), output: z.object({}) }),
}
