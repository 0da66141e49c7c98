import type { ReviewItem } from '../../../shared/operations/review.ts'
import type { RemediationState } from '../../../shared/rules/review.ts'
import { unfinishedStates } from '../../../shared/rules/item-states.ts'
import type { JobItem } from '../../jobs/job-kind.ts'
import { JobStore } from '../../jobs/job-store.ts'
import type { Sql } from '../../platform/sqlite/sql.ts'
import { textOf } from '../../platform/messages.ts'
import { RemediationParameters, itemToChange, remediationName } from './remediation-kind.ts'

/** What came of the decisions about items, by their IDs. */
export type RemediationResults = ReadonlyMap<string, NonNullable<ReviewItem['remediation']>>

/** The runs that carried a review out, oldest first. */
export function remediationRuns(sql: Sql, review: number): number[] {
  return new JobStore(sql, remediationName)
    .jobs()
    .toReversed()
    .filter(({ parameters }) => RemediationParameters.safeParse(parameters).data?.review === review)
    .map(({ id }) => id)
}

/** What came of a review's decisions that were carried out. The last attempt counts. */
export function remediationOf(sql: Sql, review: number): RemediationResults {
  const store = new JobStore(sql, remediationName)
  const results = new Map<string, NonNullable<ReviewItem['remediation']>>()
  for (const id of remediationRuns(sql, review)) {
    for (const item of [...store.pages(id)].flat()) {
      const change = itemToChange(item)
      if (change) results.set(change.item, resultOf(item))
    }
  }
  return results
}

function resultOf(item: JobItem): NonNullable<ReviewItem['remediation']> {
  const { failure } = item
  const text = failure && { text: textOf(failure.message) }
  return { state: stateOf(item), ...text }
}

function stateOf({ state, failure }: JobItem): RemediationState {
  if (state === 'done') return 'done'
  if (state === 'cancelled' || state === 'expired') return 'open'
  if (state === 'refused' || state === 'conflict')
    return messageIdOf(failure?.message) === 'review.changed' ? 'changed' : 'refused'
  return unfinishedStates.some((open) => open === state) ? 'pending' : 'open'
}

function messageIdOf(text: unknown): string | undefined {
  return typeof text === 'object' && text !== null && 'id' in text ? String(text.id) : undefined
}
