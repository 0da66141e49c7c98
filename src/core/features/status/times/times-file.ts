import { z } from 'zod'
import { SeenStatus, StatusMoment } from '../../../../shared/operations/own-status.ts'
import { ScheduledStatus, StatusEnding } from '../../../../shared/operations/status-times.ts'

/** What a scheduled status replaces. */
const Replaced = z.object({
  /** It comes back afterwards. */
  before: SeenStatus.optional(),
  /** When that ends, in milliseconds since 1970. */
  beforeEndsAt: StatusMoment.optional(),
})
export type Replaced = z.output<typeof Replaced>

const Ending = StatusEnding.extend(Replaced.shape)
export type Ending = z.output<typeof Ending>

/** What Latchkey will do with the status of an account. */
export const StatusTimesFile = z.object({
  ending: Ending.optional(),
  schedule: z.array(ScheduledStatus).default([]),
  /** When the last span of each scheduled status began that was dealt with. */
  begun: z.record(z.string(), z.number()).default({}),
  /** Written before a scheduled status is sent: if the answer is lost, or the process ends, the status is still ours. */
  sending: Replaced.extend({ id: z.string(), from: z.number() }).optional(),
})
export type StatusTimesFile = z.output<typeof StatusTimesFile>

/** What was begun of the items that are still there. */
export function begunOf({ begun, schedule }: StatusTimesFile): Record<string, number> {
  const ids = new Set(schedule.map(({ id }) => id))
  return Object.fromEntries(Object.entries(begun).filter(([id]) => ids.has(id)))
}
