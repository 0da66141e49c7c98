import type { MessageId } from '../../../shared/messages/message.ts'
import type { RunPart, RunSum } from '../../../shared/rules/run-sums.ts'
import { t } from '../../ui/messages.ts'

/** The label and the color of each part of a run. */
export const runPartLook: Record<RunPart, { label: MessageId; tone: string }> = {
  done: { label: 'queue.stateDone', tone: 'primary' },
  created: { label: 'onboarding.state_created', tone: 'primary' },
  reviewed: { label: 'review.reviewed', tone: 'primary' },
  already: { label: 'bulk.already', tone: 'edge' },
  refused: { label: 'queue.stateRefused', tone: 'danger' },
  failed: { label: 'onboarding.state_failed', tone: 'danger' },
  conflict: { label: 'queue.stateConflict', tone: 'warning' },
  incomplete: { label: 'review.filter_unread', tone: 'warning' },
  gone: { label: 'review.gone', tone: 'edge' },
  unknown: { label: 'queue.stateUnknown', tone: 'warning' },
  expired: { label: 'queue.stateExpired', tone: 'warning' },
  cancelled: { label: 'queue.stateCancelled', tone: 'edge' },
  scheduled: { label: 'queue.stateScheduled', tone: 'border' },
  left: { label: 'bulk.pending', tone: 'border' },
}

/** A run in one line: "Done: 919 · Canceled: 2". */
export function formatSums(sums: readonly RunSum[]): string {
  return sums
    .map(({ part, count }) => t('bulk.sum', { part: t(runPartLook[part].label), count }))
    .join(' · ')
}
