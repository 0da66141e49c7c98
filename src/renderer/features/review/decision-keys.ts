import type { ReviewDecision } from '../../../shared/rules/review.ts'

/** The keys that decide about the current user. */
export const decisionKeys: Readonly<Record<ReviewDecision, string>> = {
  keep: 'k',
  change: 'c',
  remove: 'r',
}
