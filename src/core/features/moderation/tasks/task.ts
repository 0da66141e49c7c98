import type { UserForAdmins } from '../../../../shared/gitlab/user-fields.ts'
import type { JobOutcome, Prepared } from '../../../jobs/job-kind.ts'
import type { ActionRow } from '../action-store.ts'
import type { Attempt } from '../compare.ts'
import type { ActionContext } from '../read-user.ts'

/** What a step of a plan does besides changing the user's state. The user was read, and is the one who was meant. */
export interface Task {
  /** Reads what is to be changed; then it is changed and read again. */
  prepare(
    context: ActionContext,
    attempt: Attempt,
    user: UserForAdmins,
  ): Promise<JobOutcome | Prepared<ActionRow>>
  /** Finds out, by reading, how an attempt ended whose answer was lost. */
  reconcile(context: ActionContext, attempt: Attempt, user: UserForAdmins): Promise<JobOutcome>
}
