import { countsOf } from '../database/users.ts'
import { handler } from '../handler.ts'
import type { FamilyHandlers } from '../handler.ts'
import { currentView } from '../views.ts'

/** The caller themselves. */
export const user: FamilyHandlers<'user'> = {
  get: handler({ answer: ({ context, caller }) => currentView(context, caller) }),

  counts: handler({
    answer: ({ caller }) => {
      const counts = countsOf(caller.user)
      return {
        merge_requests: counts.assigned_merge_requests,
        assigned_issues: counts.assigned_issues,
        assigned_merge_requests: counts.assigned_merge_requests,
        review_requested_merge_requests: counts.review_requested_merge_requests,
        todos: counts.todos,
      }
    },
  }),
}
