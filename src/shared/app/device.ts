import { z } from 'zod'
import { AccountsSnapshot } from './accounts.ts'
import { operation } from './operation.ts'

/** Which program shows the page, and on what system. Some things are only to be had in the desktop app. */
export const HostFacts = z.object({
  host: z.enum(['electron', 'browser']),
  system: z.enum(['mac', 'windows', 'linux', 'other']),
})
export type HostFacts = z.output<typeof HostFacts>

/** What Latchkey keeps on this machine, as a whole. */
export const device = {
  host: operation({ input: z.strictObject({}), output: HostFacts }),
  /** Where it lies, to be read by a person. Nothing takes a path back. */
  paths: operation({
    input: z.strictObject({}),
    output: z.object({
      data: z.string(),
      logs: z.string(),
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
}
