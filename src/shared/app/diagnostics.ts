import { z } from 'zod'
import { operation } from './operation.ts'

/** What helps to find out why something does not work. */
export const diagnostics = {
  /**
   * A text about Latchkey, this machine and the last lines of the log, to be given to others. It names no person, no token
   * and no file; instances only where that is wanted, by a tag of this machine otherwise.
   */
  report: operation({
    input: z.strictObject({ instances: z.boolean().default(false) }),
    output: z.object({ text: z.string() }),
  }),
  /** Tells the log of an error in the page: of which kind it was, and where. What it said is left out there. */
  pageFailed: operation({
    input: z.strictObject({ name: z.string().max(64), stack: z.string().max(8192) }),
    output: z.object({}),
  }),
}
