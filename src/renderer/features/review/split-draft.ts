import type { PartSplit, Reviewer } from '../../../shared/operations/review.ts'
import { t } from '../../ui/messages.ts'
import type { ChosenFile } from './chosen-file.ts'

/** How a review is to be split, while it’s being chosen. */
export interface SplitDraft {
  by: PartSplit['by']
  /** The position of the reviewer in the plan. */
  reviewer: number
  attribute: string
  file: ChosenFile | undefined
}

export const newSplitDraft = (reviewers: readonly Reviewer[]): SplitDraft => ({
  by: reviewers.length > 0 ? 'reviewer' : 'owner',
  reviewer: 0,
  attribute: 'manager',
  file: undefined,
})

/** What’s missing in a draft; undefined if nothing is. */
export function splitProblem({ by, attribute, file }: SplitDraft): string | undefined {
  if (by === 'attribute' && attribute.trim() === '') return t('review.splitAttributeMissing')
  return by === 'map' && !file ? t('review.splitFileMissing') : undefined
}

/** The split that a draft without problems describes. */
export function splitOf(
  { by, reviewer, attribute, file }: SplitDraft,
  reviewers: readonly Reviewer[],
): PartSplit {
  switch (by) {
    case 'reviewer':
      return { by, reviewer: reviewers[reviewer]! }
    case 'owner':
      return { by }
    case 'attribute':
      return { by, attribute: attribute.trim() }
    case 'map':
      return { by, text: file!.text }
  }
}
