import type { UserForAdmins } from '../../../../shared/gitlab/user-fields.ts'
import type { JobOutcome, Prepared } from '../../../jobs/job-kind.ts'
import type { ActionRow } from '../action-store.ts'
import type { Attempt } from '../compare.ts'
import type { ActionContext } from '../read-user.ts'

/** A plan step other than a change of the user's state. The user was read and is the intended one. */
export interface Task {
  /** Reads what is to be changed; returns the write, which verifies by reading again. */
  prepare(
    context: ActionContext,
    attempt: Attempt,
    user: UserForAdmins,
  ): Promise<JobOutcome | Prepared<ActionRow>>
  /** Finds out, by reading, the outcome of an attempt whose response was lost. */
  reconcile(context: ActionContext, attempt: Attempt, user: UserForAdmins): Promise<JobOutcome>
}
