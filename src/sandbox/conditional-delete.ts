import { ApiError } from './errors.ts'
import type { Call } from './handler.ts'

/**
 * Refuses to delete what was changed since the moment that `If-Unmodified-Since` names. Seconds count, as HTTP dates have
 * nothing finer (`lib/api/helpers.rb`, `check_unmodified_since!`).
 */
export function assertUnmodified(
  { headers }: Pick<Call<unknown>, 'headers'>,
  updatedAt: string,
): void {
  const since = Date.parse(headers.get('if-unmodified-since') ?? '')
  if (Number.isNaN(since)) return
  if (Math.floor(Date.parse(updatedAt) / 1000) > Math.floor(since / 1000)) {
    throw new ApiError(412, { message: '412 Precondition Failed' })
  }
}
