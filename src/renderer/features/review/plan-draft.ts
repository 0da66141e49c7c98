import type { ReviewPlan, Reviewer } from '../../../shared/operations/review.ts'
import type { UndecidedOutcome, reviewCadences } from '../../../shared/rules/review.ts'
import { daysUntil } from '../../../shared/rules/local-day.ts'
import { t } from '../../ui/messages.ts'
import { parseDay } from '../../ui/time/typed-time.ts'

/** A review’s plan while it’s being edited. */
export interface PlanDraft {
  /** `YYYY-MM-DD`, empty, or text that isn’t a date. */
  due: string
  reviewers: Reviewer[]
  undecided: UndecidedOutcome
  /** In months; empty if the review isn’t repeated. */
  cadence: (typeof reviewCadences)[number] | ''
}

export function planDraftOf(plan: ReviewPlan | undefined): PlanDraft {
  return {
    due: plan?.due ?? '',
    reviewers: plan?.reviewers.map((reviewer) => ({ ...reviewer })) ?? [],
    undecided: plan?.undecided ?? 'exception',
    cadence: plan?.cadence ?? '',
  }
}

/** What’s wrong with a draft, by field. A due date may be over only if it was set before. */
export function planProblems(draft: PlanDraft, today: string, before?: string) {
  const { due } = draft
  const isDay = due === '' || parseDay(due, today) === due
  const isOver = isDay && due !== '' && due !== before && due < today
  return {
    due: [...(isDay ? [] : [t('review.dueInvalid')]), ...(isOver ? [t('review.dueOver')] : [])],
    reviewers: namedReviewers(draft).every(({ email }) => isEmail(email))
      ? []
      : [t('review.emailInvalid')],
  }
}

/** A draft’s plan. Reviewers without a name are known by their email. */
export function planOf({ due, undecided, cadence, ...draft }: PlanDraft): ReviewPlan {
  return {
    ...(due && { due }),
    reviewers: namedReviewers(draft),
    undecided,
    ...(cadence && { cadence }),
  }
}

function namedReviewers({ reviewers }: Pick<PlanDraft, 'reviewers'>): Reviewer[] {
  return reviewers
    .map(({ name, email }) => ({ name: name.trim() || email.trim(), email: email.trim() }))
    .filter(({ name }) => name !== '')
}

const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)

/** When something will be due, and whether that’s soon: “Due in 4 days”. Undefined once it’s overdue. */
export function dueText(day: string, now: number) {
  const days = daysUntil(day, now)
  if (days < 0) return undefined
  const tone = days <= soonDays ? ('warning' as const) : undefined
  return { text: t('review.dueIn', { days }), tone }
}

/** How many days ahead a due date is marked. */
const soonDays = 7
