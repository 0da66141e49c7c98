import { z } from 'zod'
import { SentDate } from '../gitlab/fields.ts'
import { counterIds } from '../rules/reports.ts'
import { SavedFiles, adminOperation } from './operation.ts'

const CounterName = z.enum(counterIds)
const DayValue = z.object({ day: z.string(), value: z.number() })
/** A counter’s known days, oldest first. Days that aren’t known are absent. */
const Series = z.lazy(() => z.object({ counter: CounterName, values: z.array(DayValue) }))

/** Figures of the instance by local day, kept on this computer. */
export const reports = {
  series: adminOperation(() => ({
    input: z.strictObject({
      counters: z.array(CounterName).max(counterIds.length),
      /** The first and last day. */
      from: SentDate,
      to: SentDate,
    }),
    output: z.array(Series),
  })),
  /** The days with at least one known figure of users or credentials, oldest first. */
  days: adminOperation(() => ({
    input: z.strictObject({}),
    output: z.object({
      today: z.string(),
      days: z.array(
        z.object({
          day: z.string(),
          /** When its last figures were read, in milliseconds since 1970. */
          at: z.number(),
          /** The number of known figures. */
          counters: z.number(),
        }),
      ),
    }),
  })),
  /** The changes since last week that matter most, see `importantChanges`. */
  changes: adminOperation(() => ({
    input: z.strictObject({}),
    output: z.array(z.object({ counter: CounterName, from: DayValue, to: DayValue })),
  })),
  /** A month’s figures beside the month before, with a hash to verify them. */
  exportMonth: adminOperation(() => ({
    input: z.strictObject({
      month: z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/),
      format: z.enum(['csv', 'json']),
    }),
    output: SavedFiles,
  })),
}
