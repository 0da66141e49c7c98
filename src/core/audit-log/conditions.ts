import type { AuditLogFilter } from '../../shared/app/audit-log.ts'
import { message } from '../../shared/messages/message.ts'
import { FailureError } from '../infra/failure.ts'
import { startOfDay } from '../infra/time/local-day.ts'
import type { Actor } from './audit-log.ts'

/** The SQL function of an answer in the form in which it is searched. */
export const answerSearchText = 'answer_search_text'

const searched = `iif(answer IS NULL, search_text, search_text || char(10) || ${answerSearchText}(answer))`

interface Conditions {
  where: string
  values: (string | number)[]
}

/** A filter as SQL, with every value bound. Throws where the days are the wrong way round. */
export function conditionsOf(actor: Actor, filter: AuditLogFilter): Conditions {
  const { search, action, outcome, target, from, to } = filter
  if (from && to && from > to) throw reversed()
  const text = search && searchable(search)
  const conditions: [string, string | number | undefined][] = [
    ['instance = ?', actor.instance],
    ['actor_id = ?', actor.id],
    // Unlike LIKE this has no wildcards, and no limit of length.
    [`instr(${searched}, ?) > 0`, text || undefined],
    ['action = ?', action || undefined],
    ['outcome = ?', outcome],
    ['target_id = ?', target],
    ['at >= ?', from && startOfDay(from)],
    ['at < ?', to && startOfDay(to, 1)],
  ]
  const given = conditions.filter(
    (condition): condition is [string, string | number] => condition[1] !== undefined,
  )
  return {
    where: given.map(([sql]) => sql).join(' AND '),
    values: given.map(([, value]) => value),
  }
}

/** A text in the form in which it is searched: case, width and composition of letters make no difference. */
export function searchable(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
}

function reversed(): FailureError {
  return new FailureError({
    kind: 'invalid',
    message: message('auditLog.daysReversed'),
    hint: message('auditLog.daysReversedHint'),
    fields: { from: [message('auditLog.fromReversed')] },
  })
}
