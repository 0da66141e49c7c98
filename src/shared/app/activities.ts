import { z } from 'zod'
import { SentDate } from '../service/fields.ts'
import { operation } from './operation.ts'

export const activities = {
  /** Activities as text for a spreadsheet (RFC 4180), in which no cell is taken for a formula. */
  csv: operation({
    input: z.strictObject({
      /** The first day that counts. */
      from: SentDate,
      /** Usernames, each with the last day on which that user was active; empty where the service does not tell it. */
      rows: z.array(z.tuple([z.string(), z.string().max(10)])),
    }),
    output: z.object({ filename: z.string(), text: z.string() }),
  }),
}
