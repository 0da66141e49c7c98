import type { AnswerSource, ReviewState, ReviewersPart } from '../../../shared/operations/review.ts'
import { daysUntil } from '../../../shared/rules/local-day.ts'
import { escapeBidi } from '../../ui/escape-bidi.ts'
import { t } from '../../ui/messages.ts'
import { formatMoment } from '../../ui/time/moments.ts'

/** Whose part it is. Items that nobody was found for have no reviewer. */
export const partReviewer = ({ name, email }: Pick<ReviewersPart, 'name' | 'email'>) =>
  escapeBidi(name || email) || t('review.unassigned')

/** Where answers came from: “From a file that @ines imported, today, 15:04; not signed”. */
export const answerSourceText = ({ importedBy, at, signedWith }: AnswerSource, now: number) =>
  t('review.answerSource', {
    importer: escapeBidi(importedBy),
    moment: formatMoment(at, now),
    signed: signedWith === undefined ? 'no' : 'yes',
    key: signedWith ?? '',
  })

/** A part’s progress: “61 of 80 decided · Due in 4 days”. */
export function partProgress(
  { decided, items, imported }: ReviewersPart,
  { plan, closed }: Pick<ReviewState, 'plan' | 'closed'>,
  now: number,
): string {
  const progress = t('review.decided', { decided, total: items })
  if (!plan?.due || closed || imported) return progress
  const days = daysUntil(plan.due, now)
  const due = days < 0 ? t('review.partOverdue', { days: -days }) : t('review.dueIn', { days })
  return `${progress} · ${due}`
}
