import { z } from 'zod'
import { accountOperation } from './operation.ts'

/** A file of an account's jobs or audit log that was corrupt when opened and was replaced by an empty one. */
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
  /** Dismisses the notice about a file; the file stays. */
  dismiss: accountOperation({
    input: z.strictObject({ at: z.int() }),
    output: z.array(DamagedFile),
  }),
}
