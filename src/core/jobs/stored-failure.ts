import { z } from 'zod'
import type { Failure as FailureOf } from '../../shared/rules/failure.ts'
import { type UnformattedFailure, formatFailure } from '../platform/failure.ts'
import { t } from '../platform/messages.ts'
import type { JobItem } from './job-kind.ts'

const StoredFailure = z.looseObject({
  kind: z.string(),
  message: z.union([z.string(), z.looseObject({ id: z.string() })]),
})

/** Parses a row's failure, which may be anything, because SQLite doesn't detect every damaged value. */
export function parseFailure(stored: string): UnformattedFailure {
  try {
    return StoredFailure.parse(JSON.parse(stored)) as unknown as UnformattedFailure
  } catch {
    return { kind: 'unexpected', message: stored }
  }
}

/** Formats a row's failure. Another version may have stored values that don't fit this version's messages. */
export function formatStoredFailure(failure: UnformattedFailure): FailureOf {
  try {
    return formatFailure(failure)
  } catch {
    const { kind, reason, status, retryAt } = failure
    return { kind, reason, status, retryAt, message: t('common.unknownMessage') }
  }
}

/** Formats an item's failure for the page. The operation's schema omits the rest of what only core needs. */
export function withFormattedFailure<Item extends JobItem>({ failure, ...item }: Item) {
  return { ...item, ...(failure && { failure: formatStoredFailure(failure) }) }
}
