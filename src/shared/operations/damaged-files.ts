import { z } from 'zod'
import { accountOperation } from './operation.ts'

/** A file of an account that was damaged when it was opened. An empty one took its place. */
export const DamagedFile = z.object({
  /** What it holds: the queue with the audit log, or the runs of onboarding. */
  kind: z.enum(['queue', 'onboarding']),
  /** When it was found, in milliseconds since 1970. */
  at: z.number(),
  /** Its path now. */
  file: z.string(),
  /** Whether the notice about it was dismissed. */
  isDismissed: z.boolean(),
})
export type DamagedFile = z.output<typeof DamagedFile>

export const damagedFiles = {
  /** Newest first. */
  list: accountOperation({ input: z.strictObject({}), output: z.array(DamagedFile) }),
  /** Dismisses the notice about one; the file stays where it is. */
  dismiss: accountOperation({
    input: z.strictObject({ kind: DamagedFile.shape.kind, at: z.int() }),
    output: z.array(DamagedFile),
  }),
}
