import { z } from 'zod'
import { maxScheduledStatuses } from '../rules/limits.ts'
import { accountOperation } from './operation.ts'
import { SeenStatus, StatusDraft, StatusMoment } from './own-status.ts'

/** A local time of day, `HH:MM`. */
const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** A status or quiet hours that repeat every week in local time. */
export const ScheduledStatus = z.strictObject({
  id: z.string().min(1).max(40),
  /** The days on which it begins: 1 for Monday to 7 for Sunday. */
  days: z.array(z.number().int().min(1).max(7)).min(1).max(7),
  from: TimeOfDay,
  /** On the next day unless later than `from`. */
  to: TimeOfDay,
  /** Absent if the status stays unchanged. */
  status: StatusDraft.optional(),
  /** Whether desktop notifications are paused meanwhile. */
  quiet: z.boolean(),
  isOn: z.boolean(),
})
export type ScheduledStatus = z.output<typeof ScheduledStatus>

/** A status that Latchkey clears. */
export const StatusEnding = z.object({
  at: StatusMoment,
  /** The status as GitLab has it; there, it clears later. */
  status: SeenStatus,
  /** Whether the status comes from the schedule. */
  isScheduled: z.boolean().optional(),
})
export type StatusEnding = z.output<typeof StatusEnding>

/** A status chosen while the instance could not be reached; an empty one clears. */
export const WaitingStatus = z.object({
  status: StatusDraft,
  /** When it ends, even if it is set late. */
  endsAt: StatusMoment.optional(),
  /** Why it was not set and never will be; absent while it waits. */
  problem: z.string().optional(),
})
export type WaitingStatus = z.output<typeof WaitingStatus>

export const StatusTimes = z.object({
  ending: StatusEnding.optional(),
  waiting: WaitingStatus.optional(),
  schedule: z.array(ScheduledStatus),
  /** Why Latchkey could not set or clear a status and won't retry automatically. */
  problem: z.string().optional(),
})
export type StatusTimes = z.output<typeof StatusTimes>

/** When Latchkey, which has to be running, sets and clears statuses. */
export const statusTimes = {
  get: accountOperation({ input: z.strictObject({}), output: StatusTimes }),
  /** Replaces the schedule. Fails if two statuses overlap. */
  saveSchedule: accountOperation({
    input: z.strictObject({ schedule: z.array(ScheduledStatus).max(maxScheduledStatuses) }),
    output: StatusTimes,
  }),
  /** Cancels the status that waits for the instance, or dismisses why it was not set. */
  cancelWaiting: accountOperation({ input: z.strictObject({}), output: StatusTimes }),
}
