import { z } from 'zod'
import { SentDate } from '../gitlab/fields.ts'
import { computerOperation } from './operation.ts'

export const activities = {
  /**
   * Exports activities as CSV (RFC 4180), escaping cells that a spreadsheet would run as formulas. The file is named
   * after the account, if any.
   */
  csv: computerOperation(() => ({
    input: z.strictObject({
      /** The first day to include. */
      from: SentDate,
      /** Usernames with the day of their last activity, which is empty if GitLab doesn’t return it. */
      rows: z.array(z.tuple([z.string(), z.string().max(10)])),
    }),
    output: z.object({ filename: z.string(), text: z.string() }),
  })),
}
