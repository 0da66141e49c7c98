import { z } from 'zod'
import { SeenStatus, StatusMoment } from '../../../../shared/operations/own-status.ts'
import {
  ScheduledStatus,
  StatusEnding,
  WaitingStatus,
} from '../../../../shared/operations/status-times.ts'

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

/** A status to set instead of `base`, which was shown when it was chosen. */
const Waiting = WaitingStatus.extend({ base: SeenStatus })
export type Waiting = z.output<typeof Waiting>

/** What Latchkey will do with the status of an account. */
export const StatusTimesFile = z.object({
  ending: Ending.optional(),
  waiting: Waiting.optional(),
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
