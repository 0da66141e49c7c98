import { z } from 'zod'
import { maxScheduledStatuses } from '../rules/limits.ts'
import { accountOperation } from './operation.ts'
import { SeenStatus, StatusDraft, StatusMoment } from './own-status.ts'

/** A local time of day, `HH:MM`. */
const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** Something that is repeated each week in local time. */
export const ScheduledStatus = z.strictObject({
  id: z.string().min(1).max(40),
  /** 1 for Monday to 7 for Sunday: the days on which it begins. */
  days: z.array(z.number().int().min(1).max(7)).min(1).max(7),
  from: TimeOfDay,
  /** On the next day if it isn’t later than `from`. */
  to: TimeOfDay,
  /** Absent where the status stays as it is. */
  status: StatusDraft.optional(),
  /** Whether there are no desktop notifications meanwhile. */
  quiet: z.boolean(),
  isOn: z.boolean(),
})
export type ScheduledStatus = z.output<typeof ScheduledStatus>

/** A status that Latchkey clears. */
export const StatusEnding = z.object({
  at: StatusMoment,
  /** The status as the service has it; it clears itself later. */
  status: SeenStatus,
  /** Whether the status comes from the schedule. */
  isScheduled: z.boolean().optional(),
})
export type StatusEnding = z.output<typeof StatusEnding>

/** A status that was chosen while the instance could not be reached; an empty one clears. */
export const WaitingStatus = z.object({
  status: StatusDraft,
  /** When it ends, also if it is set late. */
  endsAt: StatusMoment.optional(),
  /** Why it was not set, and will not be; absent while it waits. */
  problem: z.string().optional(),
})
export type WaitingStatus = z.output<typeof WaitingStatus>

export const StatusTimes = z.object({
  ending: StatusEnding.optional(),
  waiting: WaitingStatus.optional(),
  schedule: z.array(ScheduledStatus),
  /** Why Latchkey could not set or clear a status, and does not try it again by itself. */
  problem: z.string().optional(),
})
export type StatusTimes = z.output<typeof StatusTimes>

/** When statuses begin and end by Latchkey, which has to run for it. */
export const statusTimes = {
  get: accountOperation({ input: z.strictObject({}), output: StatusTimes }),
  /** Replaces the schedule. Fails if two statuses overlap. */
  saveSchedule: accountOperation({
    input: z.strictObject({ schedule: z.array(ScheduledStatus).max(maxScheduledStatuses) }),
    output: StatusTimes,
  }),
  /** Cancels the status that waits until the instance can be reached, or forgets why it was not set. */
  cancelWaiting: accountOperation({ input: z.strictObject({}), output: StatusTimes }),
}
