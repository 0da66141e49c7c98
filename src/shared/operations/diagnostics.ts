import { z } from 'zod'
import { operation } from './operation.ts'

/** Facts for a problem report. */
export const diagnostics = {
  /**
   * A report on Latchkey and this computer with the last lines of the log, safe to share. It doesn't contain names of
   * users, tokens or files. Unless requested, instances appear as tags that are meaningless on other computers.
   */
  report: operation(() => ({
    input: z.strictObject({ instances: z.boolean().default(false) }),
    output: z.object({ text: z.string() }),
  })),
  /** Logs a page error by class and location, without its message. */
  pageFailed: operation(() => ({
    input: z.strictObject({ name: z.string().max(64), stack: z.string().max(8192) }),
    output: z.object({}),
  })),
}
