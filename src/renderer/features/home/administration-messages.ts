import type { AdminAttention, DueReview } from '../../../shared/operations/attention.ts'
import { userFigures } from '../../../shared/rules/user-figures.ts'
import { formatFilter } from '../../components/directory/list-query.ts'
import type { AttentionEntry } from './attention-messages.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { t } from '../../ui/messages.ts'

/** Attention entries for pending admin work: first what to decide, then what failed. */
export function administrationEntries(waiting: AdminAttention): AttentionEntry[] {
  const { needReview, failed, paused, approvals, reviews, dueReviews, runs } = waiting
  const { endedExceptions, proposals } = waiting
  const rows: (AttentionEntry | false)[] = [
    approvals !== undefined &&
      approvals > 0 && {
        key: 'approvals',
        title: t('home.approvals', { count: approvals }),
        text: t('home.approvalsHint'),
        definition: t('figures.pending'),
        tone: 'waiting',
        action: t('home.reviewPending', { count: approvals }),
        fix: { screen: 'directory', query: formatFilter(userFigures.pending) },
      },
    needReview > 0 && {
      key: 'actions-review',
      title: t('home.reviewActions', { count: needReview }),
      text: t('home.reviewActionsHint'),
      tone: 'waiting',
      action: t('home.review'),
      fix: { screen: 'queue', query: { tab: 'decide' } },
    },
    proposals > 0 && {
      key: 'runs-proposed',
      title: t('home.proposedRuns', { count: proposals }),
      text: t('home.proposedRunsHint', { count: proposals }),
      tone: 'waiting',
      action: t('home.openRules'),
      fix: { screen: 'rules' },
    },
    reviews > 0 && {
      key: 'reviews-paused',
      title: t('home.pausedReviews', { count: reviews }),
      text: t('home.pausedReviewsHint'),
      tone: 'waiting',
      action: t('home.openReview'),
      fix: { screen: 'review' },
    },
    ...dueReviews.map(dueReviewEntry),
    runs > 0 && {
      key: 'runs-paused',
      title: t('home.pausedRuns', { count: runs }),
      text: t('home.pausedRunsHint'),
      tone: 'waiting',
      action: t('home.openQueue'),
      fix: { screen: 'queue' },
    },
    paused > 0 && {
      key: 'actions-paused',
      title: t('home.pausedActions', { count: paused }),
      text: t('home.pausedActionsHint'),
      tone: 'waiting',
      action: t('home.openQueue'),
      fix: { screen: 'queue' },
    },
    endedExceptions > 0 && {
      key: 'exceptions-ended',
      title: t('home.endedExceptions', { count: endedExceptions }),
      text: t('home.endedExceptionsHint'),
      tone: 'soon',
      action: t('home.openExceptions'),
      fix: { screen: 'settings', query: { show: 'exceptions' } },
    },
    failed > 0 && {
      key: 'actions-failed',
      title: t('home.failedActions', { count: failed }),
      text: t('home.failedActionsHint'),
      tone: 'broken',
      action: t('home.viewFailed'),
      fix: { screen: 'queue', query: { tab: 'finished' } },
    },
  ]
  return rows.filter((row) => row !== false)
}

function dueReviewEntry({ id, days, isNext, ...review }: DueReview): AttentionEntry {
  const name = bidiIsolate(review.name)
  return {
    key: `review-due ${id}`,
    title: isNext
      ? t('home.nextReviewDue', { name })
      : days < 0
        ? t('home.reviewOverdue', { name, days: -days })
        : t('home.reviewDue', { name, days }),
    text: t(isNext ? 'home.nextReviewDueHint' : 'home.reviewDueHint'),
    tone: 'waiting',
    action: t('home.openReview'),
    fix: { screen: 'review', query: { review: `${id}` } },
  }
}
