import type { AdminAttention, AttentionItem, DueReview } from '../../shared/operations/attention.ts'
import { isUrgentExpiry } from '../../shared/rules/expiry.ts'
import { t } from '../platform/messages.ts'
import type { OutputLine } from './command-request.ts'

/** An item as Home words it. */
export function attentionTitle(item: AttentionItem): string {
  switch (item.kind) {
    case 'ssh-keys-missing':
      return t('home.noSshKey')
    case 'ssh-key-expired':
      return t('home.sshKeyExpired', { title: item.title })
    case 'ssh-key-expiring':
      return t('home.sshKeyExpires', { title: item.title, days: item.daysLeft })
    case 'ssh-key-weak':
      return t('home.sshKeyWeak', { title: item.title })
    case 'email-unconfirmed':
      return t('home.emailUnconfirmed', { email: item.email })
    case 'token-expired':
      return t('home.tokenExpired', { name: item.name })
    case 'token-expiring':
      return t('home.tokenExpires', { name: item.name, days: item.daysLeft })
    case 'token-unused':
      return t('home.tokenUnused', { name: item.name, days: item.days })
    case 'two-factor-off':
      return t('home.twoFactorOff')
    case 'local-key-unprotected':
      return t('home.keyUnprotected', { file: item.file })
    case 'key-on-two-accounts':
      return t(item.type === 'ssh' ? 'home.sshKeyShared' : 'home.gpgKeyShared', {
        title: item.title,
        count: item.others.length + 1,
      })
    case 'access-token-expired':
      return t('home.ownTokenExpired')
    case 'access-token-expiring':
      return t('home.ownTokenExpires', { days: item.daysLeft })
    case 'access-token-unsaved':
      return t('home.ownTokenUnsaved')
  }
}

export function attentionTone(item: AttentionItem): OutputLine['tone'] {
  if (item.kind.endsWith('-expired')) return 'urgent'
  if (!('daysLeft' in item)) return undefined
  return isUrgentExpiry(item.daysLeft) ? 'urgent' : 'soon'
}

function dueReviewTitle({ name, days, isNext }: DueReview): string {
  if (isNext) return t('home.nextReviewDue', { name })
  return days < 0
    ? t('home.reviewOverdue', { name, days: -days })
    : t('home.reviewDue', { name, days })
}

/** What an administrator has to decide, as Home words it. */
export function administrationTitles(waiting: AdminAttention): string[] {
  const { approvals = 0, needReview, reviews, dueReviews, runs } = waiting
  const { paused, endedExceptions, failed } = waiting
  return [
    approvals > 0 && t('home.approvals', { count: approvals }),
    needReview > 0 && t('home.reviewActions', { count: needReview }),
    reviews > 0 && t('home.pausedReviews', { count: reviews }),
    ...dueReviews.map(dueReviewTitle),
    runs > 0 && t('home.pausedRuns', { count: runs }),
    paused > 0 && t('home.pausedActions', { count: paused }),
    endedExceptions > 0 && t('home.endedExceptions', { count: endedExceptions }),
    failed > 0 && t('home.failedActions', { count: failed }),
  ].filter((title) => title !== false)
}
