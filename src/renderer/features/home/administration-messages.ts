import type { AdminAttention } from '../../../shared/app/attention.ts'
import type { AttentionWords } from './attention-messages.ts'

/** Says what waits for an administrator, the most urgent first. */
export function administrationWords(waiting: AdminAttention): AttentionWords[] {
  const { needReview, failed, paused, approvals } = waiting
  const rows: (AttentionWords | false)[] = [
    needReview > 0 && {
      key: 'actions-review',
      title: `${counted(needReview, 'action')} ${needReview === 1 ? 'needs' : 'need'} review`,
      text: 'A user changed in the meantime. Decide whether to apply the action.',
      tone: 'urgent',
      screen: 'actions',
      query: { tab: 'decide' },
    },
    failed > 0 && {
      key: 'actions-failed',
      title: `${counted(failed, 'action')} failed`,
      text: 'See why, and retry.',
      tone: 'urgent',
      screen: 'actions',
      query: { tab: 'finished' },
    },
    approvals !== undefined &&
      approvals > 0 && {
        key: 'approvals',
        title: `${counted(approvals, 'user')} pending approval`,
        text: 'Approve or reject the sign-up.',
        tone: 'quiet',
        screen: 'directory',
        query: { states: 'blocked_pending_approval' },
      },
    paused > 0 && {
      key: 'actions-paused',
      title: `${counted(paused, 'action')} paused`,
      text: 'Resume the queue to send them.',
      tone: 'quiet',
      screen: 'actions',
    },
    approvals === undefined && {
      key: 'directory-missing',
      title: 'Pending approvals aren’t known yet',
      text: 'Load all users to see who is waiting.',
      tone: 'quiet',
      screen: 'directory',
    },
  ]
  return rows.filter((row) => row !== false)
}

function counted(count: number, what: string): string {
  return `${count.toLocaleString()} ${what}${count === 1 ? '' : 's'}`
}
