import { z } from 'zod'
import { StatusMessage, UserStatus, clearStatusAfter } from '../service/current-user.ts'
import { editOutcome, undoOutcome } from './edit-outcome.ts'
import { accountOperation, kept } from './operation.ts'

/** What a person says of themselves; an empty emoji means the service's default. */
export const StatusDraft = z.strictObject({
  emoji: z.string().max(100),
  message: StatusMessage,
  busy: z.boolean(),
})
export type StatusDraft = z.output<typeof StatusDraft>

/** A status to set at once, with the duration after which it clears itself. */
export const TimedStatus = StatusDraft.extend({
  // Those kept by older versions had none.
  clear: z.enum([...clearStatusAfter, 'never']).default('never'),
})
export type TimedStatus = z.output<typeof TimedStatus>

/** What is shown of a status before it is changed. */
const SeenStatus = UserStatus.pick({
  emoji: true,
  message: true,
  availability: true,
  clear_status_at: true,
})
export type SeenStatus = z.output<typeof SeenStatus>

/** `before` is what was there, for an undo. */
const replaced = editOutcome(UserStatus).and(z.object({ before: UserStatus }))

export const ownStatus = {
  /** The status with an expired one left out, as it may still be returned for a while. */
  get: kept(accountOperation({ input: z.strictObject({}), output: UserStatus })),
  /** Saves the fields that differ from `base` and that nobody else changed since. `keep` leaves the time at which it clears. */
  save: accountOperation({
    input: StatusDraft.extend({
      base: SeenStatus,
      clear: z.enum([...clearStatusAfter, 'never', 'keep']),
    }),
    output: editOutcome(UserStatus),
  }),
  /** Sets exactly this status, unless there is another one than `base`. Without `base`, replaces whatever is there. */
  set: accountOperation({
    input: TimedStatus.extend({ base: SeenStatus.optional() }),
    output: replaced,
  }),
  /** Clears the status, unless there is another one than `base`. Without `base`, clears whatever is there. */
  clear: accountOperation({
    input: z.strictObject({ base: SeenStatus.optional() }),
    output: replaced,
  }),
  /** Sets a cleared status again, unless another one was set since. Its time left becomes the closest duration there is. */
  restore: accountOperation({
    input: z.strictObject({ status: SeenStatus }),
    output: undoOutcome(UserStatus),
  }),
  /** The last ten statuses used with this account, newest first. */
  recent: accountOperation({ input: z.strictObject({}), output: z.array(TimedStatus) }),
}
