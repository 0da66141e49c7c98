import type { BulkRun, QueueCounts, QueueState } from '../../../../shared/app/queue.ts'
import { actionWords } from '../../../data/moderation/moderation-messages.ts'
import { timeLeft } from '../../../ui/time/time-left.ts'

const openStates = ['undoable', 'ready', 'sending', 'unknown'] as const
/** States after which nothing more happens to an action by itself. */
const endStates = ['done', 'refused', 'expired', 'cancelled', 'conflict'] as const

/** "Block 500 people" */
export function runTitle({ action, total }: Pick<BulkRun, 'action' | 'total'>): string {
  return `${actionWords[action].label}: ${peopleWords(total)}`
}

export function peopleWords(count: number): string {
  return count === 1 ? '1 person' : `${count.toLocaleString()} people`
}

/** How many actions of these states there are. */
export function countInStates(counts: QueueCounts, states: readonly QueueState[]): number {
  return states.reduce((sum, state) => sum + (counts[state] ?? 0), 0)
}

/** How far a run is. */
export function progressOf({ counts, total }: Pick<BulkRun, 'counts' | 'total'>) {
  const ended = countInStates(counts, endStates)
  return { ended, left: total - ended, percent: total ? Math.floor((ended / total) * 100) : 100 }
}

/** What a run does just now, in words. */
export function runStateWords(run: BulkRun, now: number): string {
  const { left } = progressOf(run)
  switch (run.state) {
    case 'preparing':
      return `Preparing ${queuedOf(run).toLocaleString()} of ${peopleWords(run.total)}. Nothing is sent yet.`
    case 'paused':
      return `Paused. ${peopleWords(left)} ${left === 1 ? 'is' : 'are'} left.`
    case 'cancelled':
      return 'Cancelled. What was sent before stays as it is.'
    case 'finished':
      return run.counts.conflict
        ? 'Finished, but for what needs a decision.'
        : 'Finished. The result of each person is below.'
    default:
      return runningWords(run, undoLeft(run, now))
  }
}

function runningWords(run: BulkRun, seconds: number): string {
  if (seconds > 0) return `Starts in ${seconds} s. You can undo all of it until then.`
  if (run.waiting) return 'Delayed.'
  return 'Sending.'
}

/** Whole seconds in which a run can still be undone as if it had never been; 0 when it is too late. */
export function undoLeft({ starts, state }: BulkRun, now: number): number {
  if (starts === undefined || state === 'cancelled') return 0
  return Math.max(0, Math.ceil((starts - now) / 1000))
}

/** How many actions of a run that is being prepared are in the queue by now. */
function queuedOf({ counts }: BulkRun): number {
  return countInStates(counts, [...openStates])
}

/** How fast it goes and how long it takes yet; nothing while that cannot be told. */
export function paceWords(run: BulkRun): string | undefined {
  if (run.state !== 'running' || run.waiting || run.pace <= 0) return undefined
  const pace = run.pace < 10 ? run.pace.toFixed(1) : Math.round(run.pace).toLocaleString()
  const { left } = progressOf(run)
  const rest = left > 0 ? `, ${timeLeft((left / run.pace) * 1000)} left` : ''
  return `${pace} a second${rest}`
}
