import { z } from 'zod'
import { maxOneTimeStatuses, maxScheduledStatuses } from '../rules/limits.ts'
import { longestStatusMs } from '../rules/status-durations.ts'
import { accountOperation } from './operation.ts'
import { SeenStatus, StatusDraft, StatusMoment } from './own-status.ts'

/** A local time of day, `HH:MM`. */
const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** A status or quiet hours that repeat every week in local time. */
export const ScheduledStatus = z.lazy(() =>
  z.strictObject({
    id: z.string().min(1).max(40),
    /** The days on which it begins: 1 for Monday to 7 for Sunday. */
    days: z.array(z.number().int().min(1).max(7)).min(1).max(7),
    from: TimeOfDay,
    /** On the next day if it isn't later than `from`. */
    to: TimeOfDay,
    /** Absent if the status isn’t changed. */
    status: StatusDraft.optional(),
    /** Whether desktop notifications are paused during this time. */
    quiet: z.boolean(),
    isOn: z.boolean(),
  }),
)
export type ScheduledStatus = z.output<typeof ScheduledStatus>

/** A status for a single time, such as a vacation. */
export const OneTimeStatus = z.lazy(() =>
  z
    .strictObject({
      id: z.string().min(1).max(40),
      from: StatusMoment,
      to: StatusMoment,
      status: StatusDraft,
      /** Whether it replaces a status set by hand, which is restored afterwards. Otherwise, that one stays. */
      restores: z.boolean(),
    })
    .refine(({ from, to }) => from < to && to - from <= longestStatusMs),
)
export type OneTimeStatus = z.output<typeof OneTimeStatus>

/** Where a planned status comes from. At the same time, the first one counts. */
export const statusSources = ['once', 'calendar', 'schedule'] as const
export type StatusSource = (typeof statusSources)[number]

/** A status that Latchkey will set and clear at these times (ms since 1970). */
export const PlannedStatus = z.object({
  source: z.enum(statusSources),
  from: StatusMoment,
  to: StatusMoment,
  status: StatusDraft,
})
export type PlannedStatus = z.output<typeof PlannedStatus>

/** A status that Latchkey will clear. */
export const StatusEnding = z.object({
  at: StatusMoment,
  /** The status on GitLab, which would clear it later. */
  status: SeenStatus,
  /** Whether it was planned instead of set by hand. */
  isScheduled: z.boolean().optional(),
  /** Where it comes from if it was planned; absent if it wasn’t. */
  source: z.enum(statusSources).optional(),
})
export type StatusEnding = z.output<typeof StatusEnding>

/** A status selected while the instance couldn’t be reached. An empty one clears the current status. */
export const WaitingStatus = z.object({
  status: StatusDraft,
  /** When the status ends, even if it is set late. */
  endsAt: StatusMoment.optional(),
  /** Why it will never be set; absent while it is waiting. */
  problem: z.string().optional(),
})
export type WaitingStatus = z.output<typeof WaitingStatus>

export const StatusTimes = z.lazy(() =>
  z.object({
    ending: StatusEnding.optional(),
    waiting: WaitingStatus.optional(),
    schedule: z.array(ScheduledStatus),
    oneTime: z.array(OneTimeStatus),
    /** What will happen in the next 24 hours, in order. */
    upcoming: z.array(PlannedStatus),
    /** Why Latchkey couldn't set or clear a status and won't retry automatically. */
    problem: z.string().optional(),
  }),
)
export type StatusTimes = z.output<typeof StatusTimes>

/** When Latchkey, while running, sets and clears statuses. */
export const statusTimes = {
  get: accountOperation(() => ({ input: z.strictObject({}), output: StatusTimes })),
  /** Replaces the schedule. Fails if two statuses overlap. */
  saveSchedule: accountOperation(() => ({
    input: z.strictObject({ schedule: z.array(ScheduledStatus).max(maxScheduledStatuses) }),
    output: StatusTimes,
  })),
  /** Replaces the statuses for single times. Fails if two of them overlap. */
  saveOneTime: accountOperation(() => ({
    input: z.strictObject({ oneTime: z.array(OneTimeStatus).max(maxOneTimeStatuses) }),
    output: StatusTimes,
  })),
  /** Ends the current status from the calendar now. */
  endCalendarStatus: accountOperation(() => ({ input: z.strictObject({}), output: StatusTimes })),
  /** Cancels the status that waits for the instance, or dismisses its failure. */
  cancelWaiting: accountOperation(() => ({ input: z.strictObject({}), output: StatusTimes })),
}
