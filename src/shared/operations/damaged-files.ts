import { z } from 'zod'
import { accountOperation } from './operation.ts'

/** A jobs or audit log file of an account that was corrupt when opened and was replaced with an empty one. */
export const DamagedFile = z.object({
  /** When the damage was found, in milliseconds since 1970. */
  at: z.number(),
  /** Its current path. */
  file: z.string(),
  /** Whether the notice about it was dismissed. */
  isDismissed: z.boolean(),
})
export type DamagedFile = z.output<typeof DamagedFile>

export const damagedFiles = {
  /** Newest first. */
  list: accountOperation({ input: z.strictObject({}), output: z.array(DamagedFile) }),
  /** Dismisses the notice about a file; keeps the file. */
  dismiss: accountOperation({
    input: z.strictObject({ at: z.int() }),
    output: z.array(DamagedFile),
  }),
}
