import type { AuditLogEntry } from '../../../shared/operations/audit-log.ts'
import {
  type ModerationAction,
  isTask,
  moderationRules,
  queueActions,
} from '../../../shared/rules/moderation.ts'
import { type AuditLog, gapAction } from '../../audit-log/audit-log.ts'
import { startOfDay } from '../../platform/time/local-day.ts'
import type { Figures } from './report-store.ts'

/** Whose entries to count. */
type Actor = Parameters<AuditLog['list']>[0]

/** The counters of the audit log on a local day; undefined if entries of that day may be missing. */
export function readDecisionFigures(
  auditLog: AuditLog,
  actor: Actor,
  day: string,
): Figures | undefined {
  const count = (filter: object) =>
    auditLog.list(actor, { filter: { from: day, to: day, ...filter }, offset: 0, limit: 1 }).total
  const gap = auditLog.list(actor, { filter: { action: gapAction }, offset: 0, limit: 1 }).items[0]
  if (gap && gap.at >= startOfDay(day)) return undefined
  const decisions = count({})
  return {
    decisions,
    decisionsRefused: count({ outcome: 'refused' }),
    decisionsUnknown: count({ outcome: 'unknown' }),
    reversals: decisions === 0 ? 0 : countReversals(auditLog, actor, day, decisions),
  }
}

/** How many entries of a day undid the last change to the state of their user, that day or before. */
function countReversals(auditLog: AuditLog, actor: Actor, day: string, limit: number): number {
  const filter = { from: day, to: day, outcome: 'done' } as const
  const changes = auditLog.list(actor, { filter, offset: 0, limit }).items.filter(hasChangedState)
  const users = [...new Set(changes.flatMap(({ target }) => target?.id ?? []))]
  if (users.length === 0) return 0
  const ofDay = new Set(changes.map(({ id }) => id))
  const last = new Map<number, AuditLogEntry>()
  let reversals = 0
  for (const entry of auditLog.doneTo(actor, users, 0).filter(hasChangedState)) {
    const user = entry.target!.id
    const before = last.get(user)
    if (ofDay.has(entry.id) && before && isUndoneBy(before, entry)) reversals += 1
    last.set(user, entry)
  }
  return reversals
}

/** Whether an action changed a user's state. One whose user was already in that state changed nothing. */
function hasChangedState({ action, before, target }: AuditLogEntry): boolean {
  const rule = stateRule(action)
  return target !== undefined && rule?.resultingState !== undefined && before !== undefined
    ? before !== rule.resultingState
    : false
}

function isUndoneBy({ action }: AuditLogEntry, undoing: AuditLogEntry): boolean {
  return stateRule(action)?.undoneBy === undoing.action
}

function stateRule(action: string) {
  const known = queueActions.find((one) => one === action)
  return known === undefined || isTask(known)
    ? undefined
    : moderationRules[known satisfies ModerationAction]
}
