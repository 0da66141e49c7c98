import { z } from 'zod'
import { AccountsSnapshot } from './accounts.ts'
import { operation } from './operation.ts'

/** The host app and its operating system. */
export const HostFacts = z.lazy(() =>
  z.object({
    host: z.enum(['electron', 'browser']),
    system: z.enum(['mac', 'windows', 'linux', 'other']),
    /** Whether the system rejected the desktop app's last notification, or doesn't support notifications. */
    noticesFail: z.boolean().optional(),
    /** Whether the system's own settings keep the desktop app from starting at sign-in. */
    loginItemOff: z.boolean().optional(),
    /** Whether no program shows tray icons the usual way. The desktop may still show older ones. */
    lacksTray: z.boolean().optional(),
    /** The package type if Latchkey runs without installation, so that its link type isn't registered with the system. */
    package: z.enum(['appimage', 'portable']).optional(),
  }),
)
export type HostFacts = z.output<typeof HostFacts>

export const leftoverKinds = [
  'audit-log',
  'account-folder',
  'damaged-file',
  'logs',
  'viewed-users',
  'notifications',
] as const

/** A file or folder on this computer that doesn't belong to a signed-in account, or that signing out doesn't delete. */
export const Leftover = z.lazy(() =>
  z.object({
    /** The path inside the data folder, which also identifies the leftover. */
    name: z.string(),
    kind: z.enum(leftoverKinds),
    /** For display. */
    path: z.string(),
    bytes: z.number(),
    /** When it was last modified, in milliseconds since 1970. */
    modified: z.number(),
  }),
)
export type Leftover = z.output<typeof Leftover>

const Leftovers = z.lazy(() => z.object({ items: z.array(Leftover) }))

/** The files that Latchkey stores on this computer. */
export const device = {
  host: operation(() => ({ input: z.strictObject({}), output: HostFacts })),
  /** Their paths, for display only. Operations don't accept paths. */
  paths: operation(() => ({
    input: z.strictObject({}),
    output: z.object({
      data: z.string(),
      logs: z.string(),
      /** The folder with the audit logs that were kept on sign-out. */
      auditLogs: z.string(),
    }),
  })),
  /**
   * Signs out of all accounts, and deletes the settings and all other data.
   *
   * Items that the keychain can't delete are reported as `unsaved`. The tokens stay valid on their instances.
   */
  forgetAll: operation(() => ({
    input: z.strictObject({}),
    output: AccountsSnapshot,
  })),
  /** Deletes data that can be downloaded again, such as avatars. */
  resetCaches: operation(() => ({ input: z.strictObject({}), output: z.object({}) })),
  /** Lists the files that remain on this computer after a sign-out. */
  leftovers: operation(() => ({ input: z.strictObject({}), output: Leftovers })),
  /** Deletes one leftover by name and lists the others. Only listed leftovers can be deleted. */
  deleteLeftover: operation(() => ({
    input: z.strictObject({ name: z.string().max(1000) }),
    output: Leftovers,
  })),
}
