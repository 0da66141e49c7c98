import { z } from 'zod'
import { accountOperation } from './operation.ts'

/** An account's jobs or audit log file that turned out to be corrupt and was replaced with an empty one. */
export const DamagedFile = z.lazy(() =>
  z.object({
    /** When the damage was detected, in milliseconds since 1970. */
    at: z.number(),
    /** The path of the damaged file now. */
    file: z.string(),
    /** Whether the notice about it was dismissed. */
    isDismissed: z.boolean(),
  }),
)
export type DamagedFile = z.output<typeof DamagedFile>

export const damagedFiles = {
  /** Newest first. */
  list: accountOperation(() => ({ input: z.strictObject({}), output: z.array(DamagedFile) })),
  /** Dismisses the notice about a file without deleting the file. */
  dismiss: accountOperation(() => ({
    input: z.strictObject({ at: z.int() }),
    output: z.array(DamagedFile),
  })),
}
