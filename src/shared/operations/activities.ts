import { z } from 'zod'
import { SentDate } from '../gitlab/fields.ts'
import { operation } from './operation.ts'

export const activities = {
  /** Activities as CSV (RFC 4180), in which no cell is taken for a formula. */
  csv: operation({
    input: z.strictObject({
      /** The first day that counts. */
      from: SentDate,
      /** Usernames with the day of the last activity; empty if the service doesn’t send it. */
      rows: z.array(z.tuple([z.string(), z.string().max(10)])),
    }),
    output: z.object({ filename: z.string(), text: z.string() }),
  }),
}
