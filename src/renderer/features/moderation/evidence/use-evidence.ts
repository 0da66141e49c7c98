import type { InputOf } from '../../../bridge/latchkey.ts'
import { useServiceQuery } from '../../../bridge/use-service-query.ts'
import { reloadOnQueueChange } from '../../../stores/queue.ts'

/** Minimum interval (ms) between reloads while a run is active. Each loads all steps for up to 200 users. */
const reloadIntervalMs = 5000

/** A run’s evidence, which is reloaded while it is on screen. */
export function useEvidence(account: string, input: () => InputOf<'jobs.evidence'>) {
  const query = useServiceQuery(account, 'jobs.evidence', input)
  reloadOnQueueChange(account, async () => {
    await query.reload()
    await new Promise((resolve) => setTimeout(resolve, reloadIntervalMs))
  })
  return query
}
