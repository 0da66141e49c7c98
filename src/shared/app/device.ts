import { z } from 'zod'
import { AccountsSnapshot } from './accounts.ts'
import { operation } from './operation.ts'

/** Which program shows the page, and on what system. Some things are only to be had in the desktop app. */
export const HostFacts = z.object({
  host: z.enum(['electron', 'browser']),
  system: z.enum(['mac', 'windows', 'linux', 'other']),
  /** Whether the system refused to show the last notice of the desktop app, or shows none at all. */
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
  'starts',
] as const

/** Something on this computer that belongs to no signed-in account, or isn't deleted with it. */
export const Leftover = z.object({
  /** Where it lies in the data folder; names it as well. */
  name: z.string(),
  kind: z.enum(leftoverKinds),
  /** To be read by a person. */
  path: z.string(),
  bytes: z.number(),
  /** When it was last written, in milliseconds since 1970. */
  modified: z.number(),
})
export type Leftover = z.output<typeof Leftover>

const Leftovers = z.object({ items: z.array(Leftover) })

/** What Latchkey keeps on this machine, as a whole. */
export const device = {
  host: operation({ input: z.strictObject({}), output: HostFacts }),
  /** Where it lies, to be read by a person. Nothing takes a path back. */
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
   * Signs out of every account, and removes the settings and all else that is remembered here.
   *
   * When the keychain keeps a token, its account and the settings stay too, unless `leaveTokens` says otherwise.
   * The tokens themselves stay valid on their instances.
   */
  forgetAll: operation({
    input: z.strictObject({ leaveTokens: z.boolean().optional() }),
    output: AccountsSnapshot,
  }),
  /** Throws away what can be read again from the services, for example pictures. */
  resetCaches: operation({ input: z.strictObject({}), output: z.object({}) }),
  /** Lists what stays on this computer after a sign-out. */
  leftovers: operation({ input: z.strictObject({}), output: Leftovers }),
  /** Deletes one of them by its name, and lists the others. Nothing but what is listed can be named. */
  deleteLeftover: operation({
    input: z.strictObject({ name: z.string().max(1000) }),
    output: Leftovers,
  }),
}
