import type { ItemCounts, ReviewItem } from '../../../shared/operations/review.ts'
import {
  type ItemDecisionFilter,
  type RemediationState,
  itemDecisions,
  remediationStates,
} from '../../../shared/rules/review.ts'
import type { Decisions } from './decisions.ts'
import type { ItemFilters, ItemStore, UndecidedItem } from './item-store.ts'
import type { RemediationResults } from './remediation-results.ts'

/** The decisions about a review's items, and what came of them. */
export interface ReviewItemContext {
  decisions: Decisions
  results: RemediationResults
  isClosed: boolean
}

export interface ReviewItemFilter {
  decided?: ItemDecisionFilter | undefined
  remediation?: RemediationState | undefined
}

/** The items that filters by decision and result list; undefined for all. */
export function selectItems(
  context: ReviewItemContext,
  { decided, remediation }: ReviewItemFilter,
): ItemFilters['among'] {
  const { decisions } = context
  if (remediation !== undefined) {
    const ids = idsByRemediation(context)[remediation]
    if (decided === undefined) return { ids, isExcept: false }
    if (decided === 'undecided') return { ids: [], isExcept: false }
    const chosen = new Set(decisions.itemIds(decided))
    return { ids: ids.filter((id) => chosen.has(id)), isExcept: false }
  }
  if (decided === undefined) return undefined
  if (decided === 'undecided') return { ids: decisions.itemIds(), isExcept: true }
  return { ids: decisions.itemIds(decided), isExcept: false }
}

export function withDecisions(
  items: readonly UndecidedItem[],
  context: ReviewItemContext,
): ReviewItem[] {
  const decided = context.decisions.ofItems(items.map(({ id }) => id))
  return items.map((item) => {
    const decision = decided.get(item.id)
    return {
      ...item,
      decided: decision ?? null,
      remediation: decision ? resultOf(item.id, decision.decision, context) : null,
    }
  })
}

/** Counts in the entire review. Items that couldn’t be read can’t be decided. */
export function countReviewItems(
  items: ItemStore,
  context: ReviewItemContext,
  me: number,
): ItemCounts {
  const { total, kinds, findings } = items.counts(me)
  const all = { kinds: [], findings: [] }
  const countOf = (ids: readonly string[]) =>
    ids.length === 0 ? 0 : items.count({ ...all, among: { ids, isExcept: false } }, me)
  const decided = itemDecisions.map((id) => [id, countOf(context.decisions.itemIds(id))] as const)
  const undecided = decided.reduce((rest, [, count]) => rest - count, total - kinds.unread)
  const byRemediation = idsByRemediation(context)
  const results = remediationStates.map((state) => [state, countOf(byRemediation[state])] as const)
  return {
    ...{ total, kinds, findings },
    decisions: { undecided, ...Object.fromEntries(decided) } as ItemCounts['decisions'],
    remediation: Object.fromEntries(results) as ItemCounts['remediation'],
  }
}

function idsByRemediation({
  decisions,
  results,
  isClosed,
}: ReviewItemContext): Record<RemediationState, string[]> {
  const ids: Record<RemediationState, string[]> = {
    ...{ open: [], pending: [], done: [], refused: [], changed: [] },
  }
  if (!isClosed) return ids
  for (const id of [...decisions.itemIds('change'), ...decisions.itemIds('remove')])
    ids[results.get(id)?.state ?? 'open'].push(id)
  return ids
}

function resultOf(
  id: string,
  decision: string,
  { results, isClosed }: ReviewItemContext,
): ReviewItem['remediation'] {
  if (!isClosed || (decision !== 'change' && decision !== 'remove')) return null
  return results.get(id) ?? { state: 'open' }
}
