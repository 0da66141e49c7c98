import type { AuditLogFilter } from '../../../shared/app/audit-log.ts'

/** What is typed into the filters; an empty text asks for nothing. */
export interface AuditLogDraft {
  search: string
  action: string
  outcome: '' | NonNullable<AuditLogFilter['outcome']>
  from: string
  to: string
  /** Id of a person. */
  target: string
}

export const outcomes = ['done', 'refused', 'unknown'] as const

/** The filters that an address holds; what makes no sense in it is left out. */
export function draftOf(query: Record<string, unknown>): AuditLogDraft {
  const text = (name: string) => (typeof query[name] === 'string' ? query[name] : '')
  return {
    search: text('search'),
    action: text('action'),
    outcome: outcomes.find((one) => one === query.outcome) ?? '',
    from: isDay(text('from')) ? text('from') : '',
    to: isDay(text('to')) ? text('to') : '',
    target: /^[1-9]\d{0,14}$/.test(text('target')) ? text('target') : '',
  }
}

/** What is wrong with the filters, by field. */
export function draftErrors({ from, to }: AuditLogDraft): { from?: string[]; to?: string[] } {
  return from && to && from > to ? { to: ['is before the first day'] } : {}
}

/** The filters as they are asked for. */
export function filterOf(draft: AuditLogDraft): AuditLogFilter {
  const { search, action, outcome, from, to, target } = draft
  return {
    ...(search.trim() && { search: search.trim() }),
    ...(action && { action }),
    ...(outcome && { outcome }),
    ...(from && { from }),
    ...(to && { to }),
    ...(target && { target: Number(target) }),
  }
}

/** The filters as an address holds them. */
export function queryOf(draft: AuditLogDraft): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(draft).map(([name, value]) => [name, value.trim() || undefined]),
  )
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
}
