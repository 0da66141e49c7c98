import { ApiError } from './errors.ts'
import type { Call } from './handler.ts'

/**
 * Rejects a delete if the record changed after `If-Unmodified-Since`. Compares whole seconds, because HTTP dates aren't
 * more precise (`lib/api/helpers.rb`, `check_unmodified_since!`).
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
