import { z } from 'zod'
import { createFailure } from '../platform/failures.ts'
import type { LogFunction } from '../platform/log/log.ts'
import type { JobItem, JobOutcome } from './job-kind.ts'

/** Tries an item. One whose row was edited or damaged ends as refused, so that it doesn't hold up the others. */
export async function refuseDamaged(
  item: JobItem,
  log: LogFunction,
  attempt: () => Promise<JobOutcome>,
): Promise<JobOutcome> {
  const refused = {
    kind: 'refused',
    failure: createFailure('queue.itemDamaged'),
    sent: item.state === 'unknown',
  } as const
  // guard: damaged-item
  if (item.isDamaged) return refused
  try {
    const outcome = await attempt()
    return outcome.kind === 'delayed' && isOwnInput(outcome.failure) ? refused : outcome
  } catch (error) {
    // An unknown action, or parameters of another shape.
    // guard: damaged-shape
    if (!(error instanceof TypeError || error instanceof z.ZodError)) throw error
    log('An entry of the action queue could not be carried out as stored.', { error })
    return refused
  }
}

/** Whether a request could never be sent, because its values are invalid. */
function isOwnInput({ kind, status }: { kind: string; status?: number }): boolean {
  return kind === 'invalid' && status === undefined
}
