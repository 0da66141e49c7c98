import { z } from 'zod'
import { calendarFileProblems } from '../../../../shared/operations/calendar.ts'
import { SeenStatus, StatusMoment } from '../../../../shared/operations/own-status.ts'
import { calendarKinds } from '../../../../shared/rules/calendar-spans.ts'
import {
  OneTimeStatus,
  ScheduledStatus,
  StatusEnding,
  WaitingStatus,
} from '../../../../shared/operations/status-times.ts'

/** The status that a scheduled one replaced. */
const ReplacedStatus = z.object({
  /** The status to restore. */
  before: SeenStatus.optional(),
  /** When that status ends, in milliseconds since 1970. */
  beforeEndsAt: StatusMoment.optional(),
})
export type ReplacedStatus = z.output<typeof ReplacedStatus>

const StoredStatusEnding = StatusEnding.extend({
  ...ReplacedStatus.shape,
  /** The planned span that it belongs to. */
  plannedId: z.string().optional(),
})
export type StoredStatusEnding = z.output<typeof StoredStatusEnding>

/** A status to set in place of `base`, which was on screen when it was selected. */
const StoredWaitingStatus = WaitingStatus.extend({ base: SeenStatus })
export type StoredWaitingStatus = z.output<typeof StoredWaitingStatus>

/** An account's calendar. Its address is in the keychain. */
const StoredCalendar = z.object({
  /** Distinguishes it from others that the account had. */
  id: z.string(),
  /** The file or folder; absent if it has an address. */
  path: z.string().optional(),
  isOn: z.boolean(),
  /** Whether titles of events are shown as the status. */
  hasTitles: z.boolean(),
  restores: z.boolean(),
  /** The account's email addresses, as attendees of events. */
  own: z.array(z.string()),
  events: z.number(),
  skipped: z.number(),
  spans: z.array(
    z.object({
      from: StatusMoment,
      to: StatusMoment,
      kind: z.enum(calendarKinds),
      title: z.string().optional(),
    }),
  ),
  /** When it was last read. */
  readAt: StatusMoment,
  problem: z.enum(calendarFileProblems).optional(),
  pausedUntil: StatusMoment.optional(),
})
export type StoredCalendar = z.output<typeof StoredCalendar>

/** Latchkey's pending changes to an account's status. */
export const StatusTimesFile = z.object({
  ending: StoredStatusEnding.optional(),
  waiting: StoredWaitingStatus.optional(),
  schedule: z.array(ScheduledStatus).default([]),
  oneTime: z.array(OneTimeStatus).default([]),
  calendar: StoredCalendar.optional(),
  /** When the last span that was handled started, for each planned status. */
  begun: z.record(z.string(), z.number()).default({}),
  /**
   * Written before a scheduled status is sent. If the response is lost or the process ends, the status is still known
   * to be Latchkey's.
   */
  sending: ReplacedStatus.extend({ id: z.string(), from: z.number() }).optional(),
})
export type StatusTimesFile = z.output<typeof StatusTimesFile>
