import { isAboutRights } from '../../../gitlab/throttle.ts'
import { type UnformattedFailure, FailureError } from '../../../platform/failure.ts'
import type { ItemContext } from '../../../jobs/job-kind.ts'

/**
 * GitLab's response is the same for former administrators as for administrators without Admin Mode, and silently omits
 * emails.
 */
export async function withLostRights(
  context: Pick<ItemContext, 'isStillAdmin'>,
  failure: UnformattedFailure,
): Promise<UnformattedFailure> {
  if (failure.kind !== 'forbidden' || isAboutRights(failure)) return failure
  try {
    const isStillAdmin = await context.isStillAdmin()
    return isStillAdmin ? failure : { ...failure, reason: 'administrators-only' }
  } catch (error) {
    if (error instanceof FailureError) return error.failure
    throw error
  }
}

/**
 * Failures after which the same request keeps failing until something changes: the account, its token, or this
 * computer.
 */
const lastingKinds: ReadonlySet<string> = new Set<UnformattedFailure['kind']>([
  'forbidden',
  'not-found',
  'keychain',
  'unexpected',
])

export function isLastingFailure({ kind }: UnformattedFailure): boolean {
  return lastingKinds.has(kind)
}
