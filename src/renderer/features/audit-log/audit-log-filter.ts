import type { AuditLogFilter } from '../../../shared/operations/audit-log.ts'
import type { MessageId } from '../../../shared/messages/message.ts'
import { auditActionLabel } from '../../../shared/rules/audit-labels.ts'
import { nameLimit } from '../../../shared/rules/limits.ts'
import { t, textOf } from '../../ui/messages.ts'
import { isDay } from '../../ui/time/days.ts'
import { fullDay } from '../../ui/time/moments.ts'
import { truncate } from '../../../shared/rules/text-length.ts'

/** The values in the filter form. Empty ones are ignored. */
export interface AuditLogDraft {
  search: string
  action: string
  outcome: '' | NonNullable<AuditLogFilter['outcome']>
  from: string
  to: string
  /** A user’s ID or username. */
  target: string
  /** The ID of a run. */
  run: string
  onboardingRun: string
}

export const auditOutcomes = ['done', 'refused', 'unknown'] as const

/** Parses the filters in a URL query, ignoring invalid ones. */
export function queryToDraft(query: Record<string, unknown>): AuditLogDraft {
  const text = (name: string) => (typeof query[name] === 'string' ? query[name] : '')
  return {
    search: text('search'),
    action: text('action'),
    outcome: auditOutcomes.find((candidate) => candidate === query.outcome) ?? '',
    from: isDay(text('from')) ? text('from') : '',
    to: isDay(text('to')) ? text('to') : '',
    run: runId(text('run')),
    onboardingRun: runId(text('onboardingRun')),
    target: /^@?\w[\w.-]*$/.test(text('target')) ? text('target') : '',
  }
}

const runId = (text: string) => (/^[1-9]\d{0,14}$/.test(text) ? text : '')

/** Validation errors by field. */
export function auditLogDraftErrors({ from, to }: AuditLogDraft): {
  from?: string[]
  to?: string[]
} {
  const [isFrom, isTo] = [from, to].map((day) => day === '' || isDay(day))
  if (!isFrom || !isTo) {
    const errors = [t('dates.unreadable')]
    return { ...(!isFrom && { from: errors }), ...(!isTo && { to: errors }) }
  }
  return from && to && from > to
    ? { to: [t('directory.errorDayOrder', { day: fullDay(from) })] }
    : {}
}

/** Converts the form values to a filter for requests. */
export function draftToFilter(draft: AuditLogDraft): AuditLogFilter {
  const { search, action, outcome, from, to, target, run, onboardingRun } = draft
  return {
    ...(search.trim() && { search: search.trim() }),
    ...(action && { action }),
    ...(outcome && { outcome }),
    ...(from && { from }),
    ...(to && { to }),
    ...(run && { run: Number(run) }),
    ...(onboardingRun && { onboardingRun: Number(onboardingRun) }),
    ...targetFilter(target.trim()),
  }
}

/** An ID, or a username with or without an @. */
function targetFilter(target: string): AuditLogFilter {
  if (/^[1-9]\d{0,14}$/.test(target)) return { target: Number(target) }
  const username = truncate(target.replace(/^@/, ''), nameLimit)
  return username ? { username } : {}
}

/** Filters that aren’t views, as chips. Each is named after its field. */
export function draftChips(draft: AuditLogDraft): { key: string; label: string }[] {
  const labeled = (label: MessageId, value: string) =>
    t('common.labeled', { label: t(label), value })
  const { action, target, from, to, run, onboardingRun } = draft
  const chips = [
    action && { key: 'action', label: textOf(auditActionLabel(action)) },
    target.trim() && { key: 'target', label: labeled('auditLog.target', target.trim()) },
    from && { key: 'from', label: labeled('auditLog.from', isDay(from) ? fullDay(from) : from) },
    to && { key: 'to', label: labeled('auditLog.to', isDay(to) ? fullDay(to) : to) },
    run && { key: 'run', label: t('auditLog.runEntries', { run }) },
    onboardingRun && {
      key: 'onboardingRun',
      label: t('auditLog.runEntries', { run: onboardingRun }),
    },
  ]
  return chips.filter((chip) => typeof chip === 'object')
}

/** Converts the form values to a URL query. */
export function draftToQuery(draft: AuditLogDraft): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(draft).map(([name, value]) => [name, value.trim() || undefined]),
  )
}
