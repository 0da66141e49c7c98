import { z } from 'zod'
import { AccountsSnapshot } from './accounts.ts'
import { operation } from './operation.ts'

/** The program that shows the page, and its system. */
export const HostFacts = z.object({
  host: z.enum(['electron', 'browser']),
  system: z.enum(['mac', 'windows', 'linux', 'other']),
  /** Whether the system refused the last notification of the desktop app, or supports none. */
  noticesFail: z.boolean().optional(),
  /** A package that isn't installed, so that the system doesn't know its link type; absent for those that are. */
  package: z.enum(['appimage', 'portable']).optional(),
})
export type HostFacts = z.output<typeof HostFacts>

export const leftoverKinds = [
  'audit-log',
  'account-folder',
  'damaged-file',
  'logs',
  'viewed-users',
  'notifications',
] as const

/** A file or folder on this computer that belongs to no signed-in account, or isn't deleted with it. */
export const Leftover = z.object({
  /** Its path in the data folder, which also identifies it. */
  name: z.string(),
  kind: z.enum(leftoverKinds),
  /** For display. */
  path: z.string(),
  bytes: z.number(),
  /** When it was last written, in milliseconds since 1970. */
  modified: z.number(),
})
export type Leftover = z.output<typeof Leftover>

const Leftovers = z.object({ items: z.array(Leftover) })

/** What Latchkey stores on this computer. */
export const device = {
  host: operation({ input: z.strictObject({}), output: HostFacts }),
  /** Its paths, for display. No operation takes a path. */
  paths: operation({
    input: z.strictObject({}),
    output: z.object({
      data: z.string(),
      logs: z.string(),
      /** Folder of the audit logs that were kept at a sign-out. */
      auditLogs: z.string(),
    }),
  }),
  /**
   * Signs out of all accounts, and deletes the settings and all other data.
   *
   * What the keychain doesn't delete is reported as `unsaved`. The tokens themselves stay valid on their instances.
   */
  forgetAll: operation({
    input: z.strictObject({}),
    output: AccountsSnapshot,
  }),
  /** Deletes what can be read again from the services, for example avatars. */
  resetCaches: operation({ input: z.strictObject({}), output: z.object({}) }),
  /** Lists what stays on this computer after a sign-out. */
  leftovers: operation({ input: z.strictObject({}), output: Leftovers }),
  /** Deletes one of them by its name, and lists the others. Only what is listed can be deleted. */
  deleteLeftover: operation({
    input: z.strictObject({ name: z.string().max(1000) }),
    output: Leftovers,
  }),
}
