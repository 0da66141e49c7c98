import { createFailureError } from '../platform/failures.ts'
import type { AuditLogFilter } from '../../shared/operations/audit-log.ts'
import { message } from '../../shared/messages/message.ts'
import { auditActionLabel, auditActions } from '../../shared/rules/audit-labels.ts'
import { knownStates, userStateMessage } from '../../shared/rules/moderation.ts'
import { textOf } from '../platform/messages.ts'
import { startOfDay } from '../platform/time/local-day.ts'
import type { Scope } from './chain.ts'

/** The user who acted, through any account on this computer. */
export interface Actor {
  /** Normalized URL of the instance. */
  instance: string
  /** The user's ID there. */
  id: number
}

/** The SQL function that makes an entry's result searchable. */
export const answerTextFunction = 'answer_search_text'

const searchedText = `iif(answer IS NULL, search_text, search_text || char(10) || ${answerTextFunction}(answer))`

/** Onboarding runs create users and bulk runs never do, so this action distinguishes the two kinds. */
export const createAction = 'users.create'
export const ofOnboarding = `action = '${createAction}'`

/** The labels an entry shows in the current language: its action and, if it changed, the user's state. */
const searchedLabels = `action IN (SELECT value FROM json_each(?))
  OR (before IS NOT after AND EXISTS (SELECT 1 FROM json_each(?) WHERE value IN (before, after)))`

interface Conditions {
  where: string
  values: (string | number)[]
}

/** Converts a filter to SQL with bound values. Throws if the days are reversed. */
export function buildConditions(actor: Actor, filter: AuditLogFilter): Conditions {
  const { search, action, outcome, target, username, run, onboardingRun, from, to } = filter
  if (from && to && from > to) throw createFailureError('auditLog.daysReversed')
  const text = search && toSearchText(search)
  const conditions: [string, string | number | undefined, ...string[]][] = [
    ['instance = ?', actor.instance],
    ['actor_id = ?', actor.id],
    // Unlike LIKE, this has no wildcards and no length limit.
    [
      `(instr(${searchedText}, ?) > 0 OR ${searchedLabels})`,
      text || undefined,
      ...findByLabel(text),
    ],
    ['action = ?', action || undefined],
    ['outcome = ?', outcome],
    ['target_id = ?', target],
    ['lower(target) = lower(?)', username || undefined],
    [`run = ? AND NOT (${ofOnboarding})`, run],
    [`run = ? AND ${ofOnboarding}`, onboardingRun],
    ['at >= ?', from && startOfDay(from)],
    ['at < ?', to && startOfDay(to, 1)],
  ]
  const activeConditions = conditions.filter(
    (condition): condition is [string, string | number, ...string[]] => condition[1] !== undefined,
  )
  return {
    where: activeConditions.map(([sql]) => sql).join(' AND '),
    values: activeConditions.flatMap(([, ...values]) => values),
  }
}

/**
 * The actions and user states whose labels contain a string, as JSON. An action can also be found by its name in GitLab's
 * API.
 */
function findByLabel(text = ''): [actions: string, states: string] {
  const actions = auditActions.filter((action) =>
    [action, textOf(auditActionLabel(action))].some((label) => toSearchText(label).includes(text)),
  )
  const states = [
    ...knownStates.map((state) => ({ state, label: userStateMessage(state) })),
    { state: 'gone', label: message('auditLog.gone') },
  ]
  const matching = states.filter(({ label }) => toSearchText(textOf(label)).includes(text))
  return [JSON.stringify(actions), JSON.stringify(matching.map(({ state }) => state))]
}

/** A filter's scope: the complete log, or a selection by conditions. */
export function scopeOf(filter: AuditLogFilter): Scope {
  const conditions = Object.entries(filter).filter(
    ([, value]) => value !== undefined && value !== '',
  )
  return conditions.length === 0 ? 'whole' : Object.fromEntries(conditions)
}

/** Normalizes text for search: ignores case, width, and Unicode composition. */
export function toSearchText(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
}
