import { z } from 'zod'
import { SeenStatus, StatusMoment } from '../../../../shared/operations/own-status.ts'
import {
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

const StoredStatusEnding = StatusEnding.extend(ReplacedStatus.shape)
export type StoredStatusEnding = z.output<typeof StoredStatusEnding>

/** A status to set in place of `base`, which was on screen when it was selected. */
const StoredWaitingStatus = WaitingStatus.extend({ base: SeenStatus })
export type StoredWaitingStatus = z.output<typeof StoredWaitingStatus>

/** Latchkey's pending changes to an account's status. */
export const StatusTimesFile = z.object({
  ending: StoredStatusEnding.optional(),
  waiting: StoredWaitingStatus.optional(),
  schedule: z.array(ScheduledStatus).default([]),
  /** When the last span that was handled started, for each scheduled status. */
  begun: z.record(z.string(), z.number()).default({}),
  /**
   * Written before a scheduled status is sent. If the response is lost or the process ends, the status is still known
   * to be Latchkey's.
   */
  sending: ReplacedStatus.extend({ id: z.string(), from: z.number() }).optional(),
})
export type StatusTimesFile = z.output<typeof StatusTimesFile>

/** The handled spans, limited to items that still exist. */
export function begunOf({ begun, schedule }: StatusTimesFile): Record<string, number> {
  const ids = new Set(schedule.map(({ id }) => id))
  return Object.fromEntries(Object.entries(begun).filter(([id]) => ids.has(id)))
}
