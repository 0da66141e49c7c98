import { minute } from './clock.ts'
import type { Context } from './context.ts'
import { deleteDueUsers } from './deletions.ts'
import { deleteExpiredStatuses } from './statuses.ts'

/**
 * What a real service does in the background. Called before each request, it deletes who is due, and does in each new minute of
 * the clock what is done by cron.
 */
export function createHousekeeping(context: Context): () => void {
  const minuteNow = () => Math.floor(context.now().getTime() / minute)
  let last = minuteNow()
  return () => {
    deleteDueUsers(context)
    const current = minuteNow()
    if (current === last) return
    last = current
    deleteExpiredStatuses(context)
  }
}
