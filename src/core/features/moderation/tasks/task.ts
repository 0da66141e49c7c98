import type { UserForAdmins } from '../../../../shared/gitlab/user-fields.ts'
import type { JobOutcome, PreparedWrite } from '../../../jobs/job-kind.ts'
import type { ActionRow } from '../action-store.ts'
import type { Attempt } from '../compare.ts'
import type { ActionContext } from '../read-user.ts'

/** A plan step that doesn't change the user's state. The user was already read and verified. */
export interface Task {
  /** Reads the objects to change, and returns the write. Another read then verifies it. */
  prepare(
    context: ActionContext,
    attempt: Attempt,
    user: UserForAdmins,
  ): Promise<JobOutcome | PreparedWrite<ActionRow>>
  /** Reads the outcome of an attempt whose response was lost. */
  reconcile(context: ActionContext, attempt: Attempt, user: UserForAdmins): Promise<JobOutcome>
}
