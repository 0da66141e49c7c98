import type { ReviewState, Reviewer, ReviewersPart } from '../../../shared/operations/review.ts'
import { exportName } from '../../../shared/rules/export-name.ts'
import { truncate } from '../../../shared/rules/text-length.ts'
import { instanceName } from '../../components/instance-name.ts'
import { t } from '../../ui/messages.ts'

/** How much of a name goes into an email, because some systems cut long links. */
const maxNameLength = 80

type DescribedReview = Pick<ReviewState, 'name' | 'plan' | 'instance'>

/** A link that opens a new email to a reviewer. Undefined for an address that can’t be in a link. */
export function reminderLink(
  reviewer: Reviewer,
  review: DescribedReview,
  numbers?: { decided: number; total: number },
): string | undefined {
  return reviewLink(reviewer, review, numbers ? [t('review.itemsDecided', numbers)] : [])
}

/** Like `reminderLink`, for an email with the page of the reviewer’s part. */
export function partLink(
  part: ReviewersPart,
  review: DescribedReview,
  now: number,
): string | undefined {
  return reviewLink(part, review, [t('review.partAttached', { file: pageName(part, review, now) })])
}

/** The name under which the page of a part is saved. */
function pageName({ id, email }: ReviewersPart, { instance = '' }: DescribedReview, now: number) {
  return `${exportName('review-part', { instance, username: email }, now)}-${id.slice(0, 8)}.html`
}

function reviewLink(
  { name, email }: Reviewer,
  { plan, instance = '', ...state }: DescribedReview,
  more: readonly string[],
): string | undefined {
  if (!/^[\w.+'-]+@[\w-]+(\.[\w-]+)+$/.test(email)) return undefined
  const review = truncate(state.name ?? '', maxNameLength)
  const values = { review, instance: instanceName(instance) }
  const body = [
    t('review.reminderGreeting', { name: truncate(name, maxNameLength) }),
    plan?.due
      ? t('review.reminderDue', { ...values, due: plan.due })
      : t('review.reminderText', values),
    ...more,
  ].join('\r\n\r\n')
  const subject = t('review.reminderSubject', values)
  return `mailto:${encoded(email).replace('%40', '@')}?subject=${encoded(subject)}&body=${encoded(body)}`
}

const encoded = (text: string) => encodeURIComponent(text).replaceAll("'", '%27')
