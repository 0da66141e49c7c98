import { z } from 'zod'
import { operation } from './operation.ts'

/** Facts for a problem report. */
export const diagnostics = {
  /**
   * A shareable text about Latchkey, this computer and the last lines of the log. It doesn't contain names of
   * users, tokens or files, and names of instances only on request; otherwise they appear as tags that are
   * meaningless on other computers.
   */
  report: operation({
    input: z.strictObject({ instances: z.boolean().default(false) }),
    output: z.object({ text: z.string() }),
  }),
  /** Logs a page error by class and location, without its message. */
  pageFailed: operation({
    input: z.strictObject({ name: z.string().max(64), stack: z.string().max(8192) }),
    output: z.object({}),
  }),
}
