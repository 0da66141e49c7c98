import type { ItemDecision } from '../../../shared/rules/review.ts'

/** The keys that decide about the current user or item. */
export const decisionKeys: Readonly<Record<ItemDecision, string>> = {
  keep: 'k',
  change: 'c',
  remove: 'r',
  not_mine: 'm',
}
