import type { UserForAdmins } from '../../../../shared/gitlab/user-fields.ts'
import type { JobOutcome, Prepared } from '../../../jobs/job-kind.ts'
import type { ActionRow } from '../action-store.ts'
import type { Attempt } from '../compare.ts'
import type { ActionContext } from '../read-user.ts'

/** A plan step other than a change of the user's state. The user was already read and verified. */
export interface Task {
  /** Reads the objects to be changed; returns the write, which is verified by reading again. */
  prepare(
    context: ActionContext,
    attempt: Attempt,
    user: UserForAdmins,
  ): Promise<JobOutcome | Prepared<ActionRow>>
  /** Determines the outcome of an attempt with a lost response by reading. */
  reconcile(context: ActionContext, attempt: Attempt, user: UserForAdmins): Promise<JobOutcome>
}
