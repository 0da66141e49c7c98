import type {
  ItemCounts,
  LastReview,
  ReviewItem,
  ReviewedUser,
  UserDecision,
} from '../../../shared/operations/review.ts'
import type { ReviewItemFilter } from './decided-items.ts'
import type { ItemFilters } from './item-store.ts'
import type { CredentialKind, DecisionFilter, ReviewFilter } from '../../../shared/rules/review.ts'
import { credentialFilters, credentialKinds, reviewFilters } from '../../../shared/rules/review.ts'
import { accessLevelMessage } from '../../../shared/rules/access-levels.ts'
import { toCsv } from '../../platform/files/csv.ts'
import { besideCsv, toDescribedJson } from '../../platform/files/described-table.ts'
import { t } from '../../platform/messages.ts'
import { exportName } from '../../../shared/rules/export-name.ts'
import type { ReviewState } from '../../../shared/operations/review.ts'
import {
  type ReviewStore,
  type CredentialFilters,
  type CredentialQuery,
  type StoredMembership,
  type UserQuery,
  storedUserColumns,
} from './review-store.ts'

type Cell = string | number | boolean | null
type Head = Record<string, Cell | string[] | Record<string, number>>

/** More rows than any review has. */
const unlimited = { sort: 'asc', offset: 0, limit: -1 } as const
/** A query for all users. */
export const allRows: Omit<UserQuery, 'filters'> = { ...unlimited, order_by: 'username' }

/** The columns keep the names from GitLab's API if there are any, because scripts read these files. */
const userColumns = [
  'id',
  ...storedUserColumns,
  'groups',
  'projects',
  'owned',
  'ssh_keys',
  'gpg_keys',
  'oldest_key',
  'expired_keys',
  'active_tokens',
  'tokens_without_expiry',
  'expired_tokens',
  'gone',
] as const satisfies readonly (keyof ReviewedUser)[]

const credentialColumns = [
  'user',
  'username',
  'kind',
  'id',
  'title',
  'fingerprint',
  'algorithm',
  'bits',
  'scopes',
  'created_at',
  'expires_at',
  'last_used_at',
  'never_used',
  'last_used_ips',
  'active',
] as const

const itemCells = [
  ...(['id', 'kind', 'user', 'username', 'name', 'title', 'source_type', 'source'] as const),
  ...(['level', 'expires_at', 'origin'] as const),
]

/** A query for all items. */
export const allItems = { sort: 'asc', offset: 0, limit: -1 } as const

interface ReviewedItems {
  state: ReviewState
  items: readonly ReviewItem[]
  counts: ItemCounts
}

/** A review's matching items with decisions and what came of them, and a description of the review. */
export function exportItems(
  { state, items, counts }: ReviewedItems,
  { kinds, findings, decided }: ItemFilter,
  format: 'csv' | 'json',
  now: number,
) {
  const filters = [...kinds, ...findings, ...(decided === undefined ? [] : [decided])]
  const { total, decisions } = counts
  const head = {
    ...headOf({ state }, { filters, rows: items.length, totals: { items: total }, now }),
    decisions,
  }
  const filename = `${nameOf('review-items', { state }, now)}.${format}`
  const lines = items.map(({ findings: found, decided: decision, remediation, ...item }) => ({
    ...item,
    findings: found.join(' '),
    decision: decision?.decision ?? 'undecided',
    new_level: decision?.level ?? null,
    note: decision?.note ?? '',
    decided_by: decision?.by ?? null,
    decided_at: toIso(decision?.at),
    result: remediation?.state ?? null,
    result_text: remediation?.text ?? null,
  }))
  if (format === 'json')
    return [{ filename, text: toDescribedJson(head, 'items', lines.map(toLine)) }]
  const columns = [
    ...itemCells,
    ...(['findings', 'decision', 'new_level', 'note', 'decided_by', 'decided_at'] as const),
    ...(['result', 'result_text'] as const),
  ]
  const rows = lines.map((line) => columns.map((column) => toCell(line[column])))
  return besideCsv({ filename, text: toCsv([columns, ...rows]) }, head)
}

type ItemFilter = Pick<ItemFilters, 'kinds' | 'findings'> & ReviewItemFilter

/** A review and its collected data. */
interface ReviewedData {
  state: ReviewState
  store: ReviewStore
}

interface ReviewedUsers extends ReviewedData {
  items: readonly ReviewedUser[]
  counts: Record<ReviewFilter, number>
  decisions: Record<DecisionFilter, number>
}

/**
 * A review's matching users with their memberships and decisions, and a description of the review: name, author, time
 * and totals.
 */
export function exportReviewedUsers(
  { items: users, counts, decisions, ...review }: ReviewedUsers,
  { filters, decided }: { filters: readonly ReviewFilter[]; decided?: DecisionFilter | undefined },
  format: 'csv' | 'json',
  now: number,
) {
  const { store } = review
  const head = {
    ...headOf(review, {
      filters: [
        ...reviewFilters.filter((one) => filters.includes(one)),
        ...(decided === undefined ? [] : [decided]),
      ],
      rows: users.length,
      totals: counts,
      now,
    }),
    decisions,
  }
  const filename = `${nameOf('review', review, now)}.${format}`
  if (format === 'json') {
    const rows = users.map(({ decided, last, ...user }) =>
      toLine({
        ...user,
        ...toDecision(decided),
        ...toLastReview(last),
        memberships: store.memberships(user.id),
      }),
    )
    return [{ filename, text: toDescribedJson(head, 'users', rows) }]
  }
  const rows = users.map((user) => [
    ...userColumns.map((column) => toCell(user[column])),
    store.memberships(user.id).map(describeMembership).join('; '),
    user.unread.join(' '),
    ...Object.values({ ...toLastReview(user.last), ...toDecision(user.decided) }).map(toCell),
  ])
  const columns = [
    ...[...userColumns, 'memberships', 'unread'],
    ...Object.keys({ ...toLastReview(null), ...toDecision(null) }),
  ]
  return besideCsv({ filename, text: toCsv([columns, ...rows]) }, head)
}

/** A review's matching credentials, without secrets. Keys are listed only by fingerprint. */
export function exportCredentials(
  review: ReviewedData,
  query: CredentialFilters & Pick<CredentialQuery, 'order_by'>,
  format: 'csv' | 'json',
  now: number,
) {
  const { store } = review
  const credentials = store.credentials({ ...unlimited, ...query })
  const head = headOf(review, {
    filters: [
      ...credentialKinds.filter((one) => query.kinds.includes(one)),
      ...credentialFilters.filter((one) => query.filters.includes(one)),
    ],
    rows: credentials.length,
    totals: store.credentialCounts(),
    now,
  })
  const filename = `${nameOf('credentials', review, now)}.${format}`
  if (format === 'json')
    return [{ filename, text: toDescribedJson(head, 'credentials', credentials.map(toLine)) }]
  const rows = credentials.map((one) => credentialColumns.map((column) => toCell(one[column])))
  return besideCsv({ filename, text: toCsv([credentialColumns, ...rows]) }, head)
}

interface HeadFacts {
  filters: string[]
  rows: number
  totals: Record<string, number>
  now: number
}

const nameOf = (kind: string, { state }: Pick<ReviewedData, 'state'>, now: number) =>
  exportName(kind, { instance: state.instance ?? '', username: state.by ?? '' }, now)

function headOf(
  { state }: Pick<ReviewedData, 'state'>,
  { filters, rows, totals, now }: HeadFacts,
): Head {
  const { name = '', by = '', instance = '', phase, ...progress } = state
  const unlistedKinds: CredentialKind[] = state.lacksTokenList ? ['personal'] : []
  return {
    review: name,
    instance,
    started_by: by,
    queued_at: toIso(progress.startedAt),
    started_at: toIso(progress.firstRequest),
    finished_at: toIso(phase === 'done' ? progress.lastAnswer : undefined),
    state: phase,
    saved_at: toIso(now),
    users_total: progress.total,
    users_read: progress.read,
    users_incomplete: progress.incomplete,
    users_gone: progress.gone,
    kinds_not_listed: unlistedKinds,
    filters,
    rows,
    totals,
  }
}

function describeMembership({ type, name, level }: StoredMembership): string {
  return t('review.membership', { type, name, role: accessLevelMessage(level) })
}

function toDecision(decided: UserDecision | null) {
  return {
    decision: decided?.decision ?? 'undecided',
    note: decided?.note ?? '',
    decided_by: decided?.by ?? null,
    decided_at: toIso(decided?.at),
  }
}

function toLastReview(last: LastReview | null) {
  return {
    last_decision: last?.decision ?? null,
    last_note: last?.note ?? '',
    last_decided_by: last?.by ?? null,
    last_decided_at: toIso(last?.at),
    new_since: last?.added.map(({ title }) => title).join('; ') ?? null,
    still_there: last?.isStillThere ?? null,
  }
}

function toLine(row: object): string {
  return JSON.stringify(row)
}

function toCell(value: unknown): string {
  return value === null || value === undefined ? '' : String(value)
}

function toIso(moment: number | undefined): string | null {
  return moment === undefined ? null : new Date(moment).toISOString()
}
