import { z } from 'zod'
import { Activity } from '../service/current-user.ts'
import { SentDate } from '../service/fields.ts'
import { accountOperation, kept } from './operation.ts'

/** The first day that counts; left out, the day six months ago. */
const since = z.strictObject({ from: SentDate.optional() })

export const activities = {
  /** All entries since a day, oldest first, whatever the number of pages. */
  list: kept(
    accountOperation({
      input: since,
      output: z.object({
        /** `YYYY-MM-DD`: the day that was asked for. */
        from: z.string(),
        entries: z.array(Activity),
      }),
    }),
  ),
  /** The same as text for a spreadsheet (RFC 4180), in which no cell is taken for a formula. */
  csv: accountOperation({
    input: since,
    output: z.object({ filename: z.string(), text: z.string() }),
  }),
}
