import { z } from 'zod'
import { StatusMessage, UserStatus, clearStatusAfter } from '../gitlab/current-user.ts'
import { maxStatusPresets } from '../rules/limits.ts'
import { isStatusDuration, type StatusDuration } from '../rules/status-durations.ts'
import { editOutcome, undoOutcome } from './edit-outcome.ts'
import { accountOperation, cacheable } from './operation.ts'

/** The content of a status. An empty emoji stands for GitLab’s default. */
export const StatusDraft = z.strictObject({
  emoji: z.string().max(100),
  message: StatusMessage,
  busy: z.boolean(),
})
export type StatusDraft = z.output<typeof StatusDraft>

/**
 * A status with the duration after which it clears. If GitLab doesn't support this duration, Latchkey clears the status
 * itself.
 */
export const TimedStatus = StatusDraft.extend({
  clear: z
    .custom<StatusDuration | 'never'>(
      (value) => value === 'never' || (typeof value === 'string' && isStatusDuration(value)),
    )
    .default('never'),
})
export type TimedStatus = z.output<typeof TimedStatus>

/** The status as shown before a change. */
export const SeenStatus = UserStatus.pick({
  emoji: true,
  message: true,
  availability: true,
  clear_status_at: true,
})
export type SeenStatus = z.output<typeof SeenStatus>

/** The instance can’t be reached, so the change is queued; see `statusTimes`. */
const queued = z.lazy(() => z.object({ outcome: z.literal('queued') }))
export type QueuedStatus = z.output<typeof queued>

/** `before` is the replaced status, for undo. */
const replaced = z.lazy(() =>
  z.union([editOutcome(UserStatus).and(z.object({ before: UserStatus })), queued]),
)

/** In milliseconds since 1970, up to the latest valid `Date`. */
export const StatusMoment = z.number().min(0).max(8.64e15)

export const ownStatus = {
  /** The current status. Empty if it has expired, even though GitLab may return it a while longer. */
  get: cacheable(accountOperation(() => ({ input: z.strictObject({}), output: UserStatus }))),
  /**
   * Saves the fields that differ from `base`, unless they were changed elsewhere. `keep` preserves the time at which
   * the status clears. If `endsAt` is earlier, Latchkey clears it then.
   */
  save: accountOperation(() => ({
    input: StatusDraft.extend({
      base: SeenStatus,
      clear: z.enum([...clearStatusAfter, 'never', 'keep']),
      endsAt: StatusMoment.optional(),
    }),
    output: z.union([editOutcome(UserStatus), queued]),
  })),
  /** Sets exactly this status, if the current one is still `base`. Without `base`, it replaces any status. */
  set: accountOperation(() => ({
    input: TimedStatus.extend({ base: SeenStatus.optional() }),
    output: replaced,
  })),
  /** Clears the status, if it is still `base`. Without `base`, it clears any status. */
  clear: accountOperation(() => ({
    input: z.strictObject({ base: SeenStatus.optional() }),
    output: replaced,
  })),
  /**
   * Restores a status that was replaced by `base` (cleared if absent), unless another one has been set since. Rounds
   * its remaining time to the closest duration, or up if Latchkey will clear the status itself.
   */
  restore: accountOperation(() => ({
    input: z.strictObject({ status: SeenStatus, base: SeenStatus.optional() }),
    output: undoOutcome(UserStatus),
  })),
  /** The account’s last ten statuses, newest first. */
  recent: accountOperation(() => ({ input: z.strictObject({}), output: z.array(TimedStatus) })),
  /** The one-click statuses in the user’s order; the built-in ones until the user changes them. */
  presets: accountOperation(() => ({ input: z.strictObject({}), output: z.array(TimedStatus) })),
  /** Replaces all presets. */
  savePresets: accountOperation(() => ({
    input: z.strictObject({ presets: z.array(TimedStatus).max(maxStatusPresets) }),
    output: z.array(TimedStatus),
  })),
}
