import {
  CalendarClock,
  Download,
  FileText,
  ListEnd,
  ListStart,
  Pause,
  Play,
  RotateCcw,
  Trash2,
  Undo2,
  X,
} from '@lucide/vue'
import { type Component, shallowRef } from 'vue'
import { useRouter } from 'vue-router'
import type { JobSummary } from '../../../../shared/operations/jobs.ts'
import { useAccountsStore } from '../../../stores/accounts.ts'
import { t } from '../../../ui/messages.ts'
import { useClock } from '../../../ui/use-clock.ts'
import type { ActionItem } from '../use-action-items.ts'
import { useQueueContext } from '../use-queue-controls.ts'
import { type RunLinkBuilder, runKinds } from './run-kinds.ts'
import { runControls } from './run-messages.ts'
import { useRunChanges } from './use-run.ts'

/** Lists what can be done with runs. `show` receives the run after a change, or undefined if its record was deleted. */
export function useRunActions(account: string, show: (run: JobSummary | undefined) => unknown) {
  const router = useRouter()
  const accounts = useAccountsStore()
  const now = useClock()
  const context = useQueueContext(account)
  const changes = useRunChanges(account, show)
  /** The run whose date is being changed. */
  const rescheduled = shallowRef<JobSummary>()

  /** What can be done with a run, with the most likely first. */
  function actionsOf(run: JobSummary): ActionItem[] {
    const controls = runControls(run, now.value, context.value)
    const { remaining, collected, undo, retry } = runKinds[run.kind]
    /** Whether it was a trial that left nothing undone but the other users. */
    const isTrialDone = run.rest > 0 && run.remaining === 0
    const item = (
      id: string,
      label: string,
      icon: Component,
      start: (run: JobSummary) => unknown,
      rest: Partial<ActionItem> = {},
    ): ActionItem => ({ id, label, icon, run: () => start(run), ...rest })
    const open = (to: RunLinkBuilder) => () => router.push(to(account, run))
    const writing = { objection: accounts.readOnlyReason }
    const resuming = { ...writing, isPrimary: true, isDangerous: run.isUndoMissed }
    const rest = isTrialDone
      ? t('bulk.continueRest', { count: run.rest })
      : remaining && t(remaining.label, { count: run.remaining + run.rest })
    const items = [
      controls.undo && item('undo', t('bulk.undoAll'), Undo2, changes.undo, { isPrimary: true }),
      controls.resume &&
        item(
          'resume',
          run.isUndoMissed ? run.name : t('queue.resume'),
          Play,
          changes.resume,
          resuming,
        ),
      controls.pause && item('pause', t('bulk.pause'), Pause, changes.pause),
      controls.retry > 0 &&
        item('retry', t(retry, { count: controls.retry }), RotateCcw, changes.retry, {
          ...writing,
          isPrimary: true,
        }),
      controls.remaining &&
        remaining &&
        item('remaining', rest!, Play, open(remaining.to), {
          isPrimary: isTrialDone && !controls.retry,
        }),
      controls.cancel && item('cancel', t('common.cancel'), X, changes.cancel),
      collected && item('collected', t(collected.label), FileText, open(collected.to)),
      controls.reverse && undo && item('reverse', t('bulk.reverse'), Undo2, open(undo)),
      controls.goFirst && item('goFirst', t('runs.goFirst'), ListStart, changes.goFirst),
      controls.endFirst && item('endFirst', t('runs.endFirst'), ListEnd, changes.endFirst),
      controls.reschedule &&
        item(
          'reschedule',
          t('queue.changeDate'),
          CalendarClock,
          () => (rescheduled.value = run),
          writing,
        ),
      item('csv', t('queue.exportCsv'), Download, () => changes.save(run, 'csv')),
      item('json', t('queue.exportJson'), Download, () => changes.save(run, 'json')),
      controls.remove &&
        item('remove', t('runs.delete'), Trash2, changes.remove, { isDangerous: true }),
    ]
    return items.filter((one) => typeof one === 'object')
  }

  return { ...changes, actionsOf, rescheduled }
}
