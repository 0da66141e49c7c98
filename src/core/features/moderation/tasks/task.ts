import type { AdminUser } from '../../../../shared/gitlab/user-fields.ts'
import type { ActionContext } from '../action-context.ts'
import type { Attempt, Commit } from '../moderate.ts'
import type { Outcome } from '../outcome.ts'

/** What a step of a plan does besides changing the user's state. The user was read, and is the one who was meant. */
export interface Task {
  /** Reads what is to be changed, commits, changes it and reads it again. */
  run(context: ActionContext, attempt: Attempt, user: AdminUser, commit: Commit): Promise<Outcome>
  /** Finds out, by reading, how an attempt ended whose answer was lost. */
  reconcile(context: ActionContext, attempt: Attempt, user: AdminUser): Promise<Outcome>
}
