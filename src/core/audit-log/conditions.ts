import type { AuditLogFilter } from '../../shared/app/audit-log.ts'
import { FailureError } from '../infra/failure.ts'
import { startOfDay } from '../infra/time/local-day.ts'
import type { Actor } from './audit-log.ts'

interface Conditions {
  where: string
  values: (string | number)[]
}

/** A filter as SQL, with every value bound. Throws where the days are the wrong way round. */
export function conditionsOf(actor: Actor, filter: AuditLogFilter): Conditions {
  const { search, action, outcome, target, from, to } = filter
  if (from && to && from > to) throw reversed()
  const words = search && searchable(search)
  const conditions: [string, string | number | undefined][] = [
    ['instance = ?', actor.instance],
    ['actor_id = ?', actor.id],
    // Other than LIKE this knows no wildcards, and no limit for what is looked for.
    ['instr(words, ?) > 0', words || undefined],
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

/** A text as it is looked for: whether letters are large, wide or put together of several signs makes no difference. */
export function searchable(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
}

function reversed(): FailureError {
  return new FailureError({
    kind: 'invalid',
    message: 'The last day is before the first one.',
    hint: 'Choose a first day that is not after the last one.',
    fields: { from: ['is after the last day'] },
  })
}
