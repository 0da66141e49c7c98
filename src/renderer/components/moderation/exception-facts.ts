import type { UserException } from '../../../shared/operations/limits.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { t } from '../../ui/messages.ts'
import { formatDay, shortDayOf } from '../../ui/time/moments.ts'

/** Why a user is an exception, until when, and who decided that. */
export function exceptionFacts({ reason, ticket, until, by, since }: UserException): string {
  return [
    bidiIsolate(reason),
    ticket !== undefined && bidiIsolate(ticket),
    until !== undefined && t('limits.exceptionUntil', { day: shortDayOf(until) }),
    t('limits.exceptionBy', { username: bidiIsolate(by), day: formatDay(since) }),
  ]
    .filter(Boolean)
    .join(' · ')
}
