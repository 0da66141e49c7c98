import { minute } from './clock.ts'
import type { Context } from './context.ts'
import { deleteMarkedUsers } from './deletions.ts'
import { deleteExpiredStatuses } from './statuses.ts'

const jobs = [deleteExpiredStatuses, deleteMarkedUsers]

/** What a real service does by cron: each time it is called in a new minute of the clock, all jobs run once. */
export function createHousekeeping(context: Context): () => void {
  const minuteNow = () => Math.floor(context.now().getTime() / minute)
  let last = minuteNow()
  return () => {
    const current = minuteNow()
    if (current === last) return
    last = current
    for (const job of jobs) job(context)
  }
}
