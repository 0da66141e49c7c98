import { z } from 'zod'
import type { Failure as FailureOf } from '../../shared/rules/failure.ts'
import { type UnformattedFailure, formatFailure } from '../platform/failure.ts'
import { t } from '../platform/messages.ts'

const StoredFailure = z.looseObject({
  kind: z.string(),
  message: z.union([z.string(), z.looseObject({ id: z.string() })]),
})

/** The failure of a row. SQLite does not notice every damaged value, so anything may be there. */
export function parseFailure(stored: string): UnformattedFailure {
  try {
    return StoredFailure.parse(JSON.parse(stored)) as unknown as UnformattedFailure
  } catch {
    return { kind: 'unexpected', message: stored }
  }
}

/** The failure of a row in words. Another version may have stored other values than this version's messages need. */
export function formatStoredFailure(failure: UnformattedFailure): FailureOf {
  try {
    return formatFailure(failure)
  } catch {
    const { kind, reason, status, retryAt } = failure
    return { kind, reason, status, retryAt, message: t('common.unknownMessage') }
  }
}
