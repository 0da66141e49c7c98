import type { BulkRun } from '../../../../shared/operations/bulk.ts'
import type { QueueCounts, QueueState } from '../../../../shared/operations/queue.ts'
import { formatNumber, t } from '../../../ui/messages.ts'
import { formatTimeLeft } from '../../../ui/time/time-left.ts'

/** States of actions that are queued. */
const queuedStates = ['scheduled', 'undoable', 'ready', 'sending', 'unknown'] as const
/** States after which nothing more happens to an action by itself. */
const endStates = ['done', 'refused', 'expired', 'cancelled', 'conflict'] as const

/** How many actions of these states there are. */
export function countInStates(counts: QueueCounts, states: readonly QueueState[]): number {
  return states.reduce((sum, state) => sum + (counts[state] ?? 0), 0)
}

/** How far a run is. */
export function progressOf({ counts, total }: Pick<BulkRun, 'counts' | 'total'>) {
  const ended = countInStates(counts, endStates)
  return { ended, left: total - ended, percent: total ? Math.floor((ended / total) * 100) : 100 }
}

/** How many actions of a run would be sent if it went on, or need review; some may not be written yet. */
export function unsentOf({ counts, total }: Pick<BulkRun, 'counts' | 'total'>): number {
  return (
    total - countInStates(counts, ['done', 'refused', 'expired', 'cancelled', 'sending', 'unknown'])
  )
}

/** The state of a run in words. */
export function formatRunState(run: BulkRun, now: number): string {
  const { left } = progressOf(run)
  switch (run.state) {
    case 'preparing':
      return t('bulk.preparing', {
        queued: countInStates(run.counts, queuedStates),
        total: run.total,
      })
    case 'paused':
      return t('bulk.pausedWithLeft', { left })
    case 'cancelled':
      return t('bulk.cancelled')
    case 'finished':
      return run.counts.conflict ? t('bulk.finishedWithConflicts') : t('bulk.finished')
    default:
      return formatRunning(run, undoLeft(run, now))
  }
}

function formatRunning(run: BulkRun, seconds: number): string {
  if (seconds > 0) return t('bulk.startsIn', { seconds })
  const { left } = progressOf(run)
  if (left > 0 && left === run.counts.scheduled) return t('bulk.waitsForDate', { left })
  return run.waiting ? t('bulk.delayed') : t('bulk.sending')
}

/** Whole seconds in which all of a run can still be undone; 0 when it is too late. */
export function undoLeft({ starts, state }: BulkRun, now: number): number {
  if (starts === undefined || state === 'cancelled') return 0
  return Math.max(0, Math.ceil((starts - now) / 1000))
}

/** The pace of a run and the time left; undefined while they can't be known. */
export function formatPace(run: BulkRun): string | undefined {
  if (run.state !== 'running' || run.waiting || run.pace <= 0) return undefined
  const digits = run.pace < 10 ? 1 : 0
  const pace = formatNumber(run.pace, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  // What waits for its date is not sent at this pace.
  const left = progressOf(run).left - (run.counts.scheduled ?? 0)
  if (left <= 0 && run.counts.scheduled) return undefined
  return left > 0
    ? t('bulk.paceWithTimeLeft', { pace, time: formatTimeLeft((left / run.pace) * 1000) })
    : t('bulk.pace', { pace })
}
