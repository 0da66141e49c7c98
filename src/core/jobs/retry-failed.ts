import type { AccountJobs } from './jobs.ts'
import { JobStore } from './job-store.ts'

/** Requeues a job's refused and expired items. */
export function retryFailed(
  { sql, runner }: Pick<AccountJobs, 'sql' | 'runner'>,
  kind: string,
  job: number,
  now: number,
): void {
  const store = new JobStore(sql, kind)
  runner.assertWritable()
  const failed = [...store.pages(job)]
    .flat()
    .filter(({ state }) => state === 'refused' || state === 'expired')
  if (failed.length === 0) return
  runner.change(() => {
    store.continueJob(job, now)
    for (const { id } of failed) store.requeue(id, now, {})
  })
}
