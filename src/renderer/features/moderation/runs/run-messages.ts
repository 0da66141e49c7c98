import type { Failure } from '../../../../shared/rules/failure.ts'
import type { JobKindName, JobSummary } from '../../../../shared/operations/jobs.ts'
import {
  type QueueState,
  countInStates,
  finishedStates,
  unfinishedStates,
} from '../../../../shared/rules/item-states.ts'
import type { RunPart, RunSum } from '../../../../shared/rules/run-sums.ts'
import type { MessageId } from '../../../../shared/messages/message.ts'
import { actionLabel } from '../../../components/moderation/moderation-messages.ts'
import {
  type QueueContext,
  formatWait,
  needsDecision,
} from '../../../components/moderation/queue-messages.ts'
import { countQueued } from '../../../stores/queue.ts'
import { formatNumber, t } from '../../../ui/messages.ts'
import { formatMoment } from '../../../ui/time/moments.ts'
import { formatTimeLeft } from '../../../ui/time/time-left.ts'
import { runKinds } from './run-kinds.ts'

/** Counts items in these states, for one kind of run or all. The totals include actions without a run. */
export function countItems(
  kind: JobKindName | '',
  states: readonly QueueState[],
  { counts, reads, runs }: Parameters<typeof countQueued>[0] & { runs: readonly JobSummary[] },
): number {
  const countInRuns = (kindName: JobKindName) =>
    runs
      .filter((run) => run.kind === kindName)
      .reduce((sum, run) => sum + countInStates(run.counts, states), 0)
  switch (kind) {
    case '':
      return countQueued({ counts, reads }, states)
    case 'moderation':
      return countInStates(counts, states) - countInRuns('onboarding')
    default:
      return countInRuns(kind)
  }
}

/** A run’s progress. */
export function runProgress({ counts, total }: Pick<JobSummary, 'counts' | 'total'>) {
  const ended = countInStates(counts, [...finishedStates, 'conflict'])
  return { ended, left: total - ended, percent: total ? Math.floor((ended / total) * 100) : 100 }
}

/** Counts a run’s actions that may still be sent or need review, including any that aren’t stored yet. */
export function countUnsent({ counts, total }: Pick<JobSummary, 'counts' | 'total'>): number {
  return total - countInStates(counts, [...finishedStates, 'sending', 'unknown'])
}

/** Whether a run hasn’t ended yet. */
export function isUnfinished({ state }: Pick<JobSummary, 'state'>): boolean {
  return state === 'preparing' || state === 'running' || state === 'paused'
}

/** Which lists in the queue contain a run. It may be in several. */
export const runConditions = {
  open: (run: JobSummary) =>
    isUnfinished(run) && runProgress(run).left > (run.counts.scheduled ?? 0),
  scheduled: (run: JobSummary) => isUnfinished(run) && (run.counts.scheduled ?? 0) > 0,
  decide: (run: JobSummary) =>
    (isUnfinished(run) && run.isUndoMissed) || (run.counts.conflict ?? 0) > 0,
  finished: (run: JobSummary) => !isUnfinished(run),
} as const

/** Whether a run does nothing until someone has fixed the account, although it isn’t paused. */
export function isStuck({ state, waiting }: Pick<JobSummary, 'state' | 'waiting'>): boolean {
  return state === 'running' && needsDecision(waiting)
}

/** The controls available in a run’s state. */
export function runControls(run: JobSummary, now: number, { isPaused, isHeld }: QueueContext) {
  const isOpen = isUnfinished(run)
  const isUndoable = isOpen && undoSecondsLeft(run, now) > 0
  return {
    undo: isUndoable,
    pause: run.state === 'running',
    goFirst: run.canGoFirst === true,
    endFirst: isOpen && run.isFirst === true,
    // If the whole queue is paused or on hold, it is resumed or released for all runs at once.
    resume: (run.state === 'paused' && !isPaused && !(run.hold && isHeld)) || isStuck(run),
    cancel: isOpen && !isUndoable,
    reschedule: isOpen && !isUndoable && run.due !== undefined,
    /** How many items can be retried. */
    retry: isOpen ? 0 : countRetried(run),
    remaining: !isOpen && run.remaining + run.rest > 0,
    reverse: run.isReversible,
    // Keep the record while the run has open actions, because nothing else shows them.
    remove: !isOpen && countInStates(run.counts, ['conflict', 'sending', 'unknown']) === 0,
  }
}

/** The label of a run’s state. */
export function runStateLabel(run: JobSummary, now: number): string {
  const { state } = run
  if (run.hold || run.refusal) return t('runs.held')
  if (state !== 'running') return t(`bulk.state_${state}`)
  if (isOnlyScheduled(run)) return t('queue.stateScheduled')
  if (undoSecondsLeft(run, now) > 0) return t('queue.stateUndoable')
  return t(run.waiting || run.waitsFor ? 'runs.waiting' : 'bulk.state_running')
}

/** Whether everything left in a run waits for a date. */
function isOnlyScheduled(run: JobSummary): boolean {
  const { left } = runProgress(run)
  return left > 0 && left === run.counts.scheduled
}

/** How many items a retry queues. A canceled review also retries the users it skipped. */
export function countRetried({ kind, counts, incomplete = 0, lacking = 0 }: JobSummary): number {
  const states = kind === 'review' ? (['refused', 'cancelled'] as const) : (['refused'] as const)
  return countInStates(counts, states) + incomplete + lacking
}

/** Describes a run’s state. */
export function formatRunState(
  run: JobSummary,
  now: number,
  { isPaused, isAway }: QueueContext = {},
): string {
  const { left } = runProgress(run)
  switch (run.state) {
    case 'preparing':
      return t('bulk.preparing', {
        queued: countInStates(run.counts, unfinishedStates),
        total: run.total,
      })
    case 'paused':
      if (run.hold || run.refusal) return t('runs.onHold')
      return isPaused ? t('bulk.state_paused') : t('bulk.pausedWithLeft', { left })
    case 'cancelled':
      return t('bulk.cancelled')
    case 'finished':
      return run.counts.conflict ? t('bulk.finishedWithConflicts') : t('bulk.state_finished')
    default:
      return isAway ? t('queue.waitsForGitLab') : formatRunning(run, now)
  }
}

function formatRunning(run: JobSummary, now: number): string {
  if (isOnlyScheduled(run)) return formatDueRun(run, runProgress(run).left, now)
  const seconds = undoSecondsLeft(run, now)
  if (seconds > 0) return t('bulk.startsIn', { seconds })
  if (run.waiting) return t('runs.waiting')
  return run.waitsFor ? formatWait(run.waitsFor) : t('bulk.state_running')
}

/** “Unblock is due today, 4:40 PM.”, or “Starts today, 4:40 PM.” if nothing has been done yet. */
function formatDueRun({ due, total }: JobSummary, left: number, now: number): string {
  if (!due) return t('bulk.waitsForDate', { left })
  const when = formatMoment(due.at, now)
  if (!due.action || left === total) return t('runs.startsOn', { when })
  return t('runs.due', { action: actionLabel(due.action), when })
}

/** How many seconds are left to undo the entire run; 0 if it is too late. */
export function undoSecondsLeft({ starts, state }: JobSummary, now: number): number {
  if (starts === undefined || state === 'cancelled') return 0
  return Math.max(0, Math.ceil((starts - now) / 1000))
}

/** What the labels of a run’s actions depend on. */
export function runContext(
  run: JobSummary,
  now: number,
): Pick<QueueContext, 'isRunPaused' | 'isRunAhead'> {
  return {
    isRunPaused: run.state === 'paused',
    isRunAhead:
      run.state === 'preparing' || (run.state === 'running' && undoSecondsLeft(run, now) > 0),
  }
}

/** A run’s pace and the time left; undefined while unknown. */
export function formatPace(
  run: JobSummary,
  { isAway, isHostGone }: QueueContext = {},
): string | undefined {
  if (isAway || isHostGone) return undefined
  const { ended, left: unended } = runProgress(run)
  if (run.state !== 'running' || run.waiting || run.pace <= 0 || ended === 0) return undefined
  const digits = run.pace < 10 ? 1 : 0
  const pace = formatNumber(run.pace, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  // Scheduled actions aren’t sent at this pace.
  const left = unended - (run.counts.scheduled ?? 0)
  if (left <= 0 && run.counts.scheduled) return undefined
  return left > 0
    ? t('bulk.paceWithTimeLeft', { pace, time: formatTimeLeft((left / run.pace) * 1000) })
    : t('bulk.pace', { pace })
}

/** The label and color of each part of a run. The label for finished items depends on the kind. */
const partLook: Record<RunPart, { label: MessageId; tone: string }> = {
  done: { label: 'queue.stateDone', tone: 'primary' },
  already: { label: 'bulk.already', tone: 'edge' },
  refused: { label: 'queue.stateRefused', tone: 'danger' },
  conflict: { label: 'queue.stateConflict', tone: 'warning' },
  incomplete: { label: 'review.filter_unread', tone: 'warning' },
  gone: { label: 'review.filter_gone', tone: 'edge' },
  unknown: { label: 'queue.stateUnknown', tone: 'warning' },
  expired: { label: 'queue.stateExpired', tone: 'warning' },
  cancelled: { label: 'queue.stateCancelled', tone: 'edge' },
  scheduled: { label: 'queue.stateScheduled', tone: 'border' },
  left: { label: 'bulk.pending', tone: 'border' },
}

export function describePart(part: RunPart, { kind }: Pick<JobSummary, 'kind'>) {
  const { label, tone } = partLook[part]
  return { label: t(part === 'done' ? runKinds[kind].done : label), tone }
}

/** Summarizes a run on one line: “Done: 919 · Canceled: 2”. */
export function formatSums(sums: readonly RunSum[], run: Pick<JobSummary, 'kind'>): string {
  return sums
    .map(({ part, count }) =>
      t('common.labeled', { label: describePart(part, run).label, value: formatNumber(count) }),
    )
    .join(' · ')
}

/** Why a run is on hold: at a limit, or because GitLab refused the first users. */
export function refusalTitle({ reason }: Pick<Failure, 'reason'>): string {
  return t(reason === 'ceiling' ? 'limits.stopped' : 'queue.heldRefused')
}
