import { ref } from 'vue'
import type { AnswerOf } from '../../../bridge/latchkey.ts'
import type { JobSummary } from '../../../../shared/operations/jobs.ts'
import { currentTime } from '../../../../shared/rules/clock.ts'
import { countInStates } from '../../../../shared/rules/item-states.ts'
import { actionsAtOnce } from '../../../../shared/rules/limits.ts'
import { isTask, type IrreversibleAction } from '../../../../shared/rules/moderation.ts'
import { downloadText } from '../../../ui/download.ts'
import { useLatchkey } from '../../../bridge/latchkey.ts'
import { useAccountsStore } from '../../../stores/accounts.ts'
import { useAsyncAction } from '../../../bridge/use-async-action.ts'
import { useChoice, useConfirm } from '../../../components/use-confirm.ts'
import { actionConsequences } from '../../../components/moderation/moderation-messages.ts'
import { bidiIsolate } from '../../../ui/bidi-isolate.ts'
import { t } from '../../../ui/messages.ts'
import { useToast } from '../../../ui/use-toast.ts'
import { countRetried, countUnsent, isStuck, isUnfinished } from './run-messages.ts'

/** A run’s only user, if it has just one. */
export function onlyTarget({ items, total }: AnswerOf<'jobs.items'>) {
  const targets = new Map(items.map(({ target }) => [target.username, target]))
  const [target] = targets.values()
  return targets.size === 1 && items.length === total ? target : undefined
}

/**
 * Describes how much of a run was canceled, because some of it may have been sent. Undefined if the run continues.
 */
function formatUndone(run: JobSummary): string | undefined {
  const { state, counts, already, starts, irreversible } = run
  if (isUnfinished(run) && countUnsent(run) > 0) return undefined
  const sent = countInStates(counts, ['sending', 'unknown', 'done', 'refused']) - already
  // A canceled action with several objects may have removed some of them.
  const mayBePartial = irreversible && starts !== undefined && starts <= currentTime()
  if (state === 'cancelled' && sent === 0 && !mayBePartial) return t('bulk.runCancelled')
  return t(counts.cancelled ? 'bulk.restCancelled' : 'queue.tooLate')
}

/**
 * Controls runs of any kind. Changes continue in core if the user leaves. `show` receives the run after a change,
 * or undefined if its record was deleted.
 */
export function useRunChanges(account: string, show: (run: JobSummary | undefined) => unknown) {
  const latchkey = useLatchkey()
  const accounts = useAccountsStore()
  const choose = useChoice()
  const confirm = useConfirm()
  const toasts = useToast()
  /** Shows a toast with the run’s name, replacing any earlier toast about that run. */
  const showToast = ({ id, name }: Pick<JobSummary, 'id' | 'name'>, text: string) =>
    toasts.about(`run ${id}`).showToast(t('runs.toast', { run: bidiIsolate(name), text }))
  const changing = useAsyncAction()
  const retryLast = ref<() => unknown>()
  const jobs = () => latchkey(account).jobs

  /** Changes a run. The message describes the run’s new state, and is absent if that is still the old one. */
  function change(
    name: string,
    run: JobSummary,
    work: () => Promise<JobSummary>,
    messageOf: (next: JobSummary) => string | false | undefined,
  ) {
    return changing.run(async () => {
      retryLast.value = () => change(name, run, work, messageOf)
      const next = await work()
      const text = messageOf(next)
      if (text) showToast(next, text)
      await show(next)
    }, `${run.id} ${name}`)
  }

  /** Asks for the same confirmation of irreversible actions as when the run was started. */
  async function confirmSending(
    { id, irreversible: what }: JobSummary,
    count: number,
    title: string,
  ) {
    if (!what) return true
    // If this fails, the confirmation only shows the number of users.
    const user = await jobs()
      .items({ job: id, limit: actionsAtOnce })
      .then(onlyTarget, () => undefined)
    return confirm({
      what,
      isReversible: false,
      count,
      user: user?.id === undefined ? undefined : { account, ...user, id: user.id },
      title,
      text: isTask(what) ? t('plans.permanent') : actionConsequences(what as IrreversibleAction),
      confirm: t('queue.send'),
    })
  }

  /** Asks again before sending deletions whose undo period has passed. */
  function confirmOverdue(run: JobSummary) {
    if (!run.isUndoMissed) return true
    return confirmSending(run, countUnsent(run), t('queue.applyTitle', { action: run.name }))
  }

  const pause = (run: JobSummary) =>
    change(
      'pause',
      run,
      () => jobs().pause({ job: run.id }),
      ({ state }) => state === 'paused' && t('bulk.runPaused'),
    )

  const goFirst = (run: JobSummary) =>
    change(
      'goFirst',
      run,
      () => jobs().runFirst({ job: run.id }),
      (next) => run.canGoFirst === true && next.canGoFirst !== true && t('runs.isFirst'),
    )

  const endFirst = (run: JobSummary) =>
    change(
      'endFirst',
      run,
      () => jobs().runFirst({ job: run.id, isFirst: false }),
      (next) => run.isFirst === true && next.isFirst !== true && t('runs.firstEnded'),
    )

  /** Resumes a run. If it waits for the account to be fixed, rechecks the account first. */
  async function resume(run: JobSummary) {
    if (!(await confirmOverdue(run))) return
    const work = async () => {
      if (isStuck(run)) await refreshAccount()
      return jobs().resume({ job: run.id })
    }
    const isActive = (one: JobSummary) => one.state === 'running' && !isStuck(one)
    await change(
      'resume',
      run,
      work,
      (next) => !isActive(run) && isActive(next) && t('bulk.runResumed'),
    )
  }

  /** Continues after a new token or certificate, except with actions on hold, which need a separate decision. */
  async function continueAfterFix(run: JobSummary) {
    const job = run.id
    let latest = run
    const recheck = async () => {
      retryLast.value = () => continueAfterFix(run)
      await refreshAccount()
      latest = await jobs().get({ job })
      await show(latest)
    }
    if ((await changing.run(recheck, `${job} fix`)) && isStuck(latest)) await resume(latest)
  }
  const refreshAccount = async () =>
    accounts.put(await latchkey().accounts.refresh({ id: account }))

  async function retry(run: JobSummary) {
    const refused = run.counts.refused ?? 0
    const title = t('runs.retryTitle', { count: refused, run: run.name })
    if (!(await confirmSending(run, refused, title))) return
    await change(
      'retry',
      run,
      () => jobs().retry({ job: run.id }),
      (next) => {
        const count = countRetried(run) - countRetried(next)
        return count > 0 && t('queue.queuedMany', { count })
      },
    )
  }
  const undo = (run: JobSummary) =>
    change('undo', run, () => jobs().cancel({ job: run.id }), formatUndone)

  /** Pauses a run immediately, then asks about its remaining actions. They stay paused if the dialog is dismissed. */
  async function cancel(run: JobSummary): Promise<unknown> {
    const job = run.id
    retryLast.value = () => cancel(run)
    const wasPaused = run.state === 'paused'
    let stopped = run
    async function stop() {
      // If the whole queue is paused, don’t also pause the run, or it would stay paused after the queue resumes.
      stopped = await (wasPaused ? jobs().get({ job }) : jobs().pause({ job }))
      await show(stopped)
    }
    if (!(await changing.run(stop, `${job} cancel`))) return
    if (!isUnfinished(stopped)) return showToast(stopped, formatUndone(stopped)!)
    const cancelRest = () =>
      change(
        'cancel rest',
        run,
        () => jobs().cancel({ job }),
        (next) => !isUnfinished(next) && t('bulk.restCancelled'),
      )
    const left = countUnsent(stopped)
    if (left === 0) return cancelRest()
    const sent = countInStates(stopped.counts, ['done', 'refused', 'sending', 'unknown'])
    const isCancelled = await choose({
      title: t('queue.stopped', { sent, left }),
      text: '',
      confirm: t('queue.cancelCount', { count: left }),
      cancel: t(wasPaused ? 'queue.keep' : 'queue.resume'),
    })
    if (isCancelled) return cancelRest()
    if (isCancelled === false && !wasPaused) return resume(stopped)
  }

  async function remove({ id, name, isReversible: endsUndo }: JobSummary) {
    const isConfirmed = await confirm({
      what: 'delete_record',
      isReversible: false,
      title: t('runs.deleteTitle', { run: name }),
      text: [t('runs.deleteText'), endsUndo && t('runs.deleteEndsUndo')].filter(Boolean).join(' '),
      confirm: t('runs.delete'),
    })
    if (!isConfirmed) return
    await changing.run(async () => {
      retryLast.value = undefined
      const { jobs: left } = await jobs().remove({ job: id })
      const run = left.find((one) => one.id === id)
      if (!run) showToast({ id, name }, t('runs.deleted'))
      await show(run)
    }, `${id} remove`)
  }

  function save(run: JobSummary, format: 'csv' | 'json') {
    return changing.run(async () => {
      retryLast.value = () => save(run, format)
      const files = await jobs().report({ job: run.id, format })
      showToast(run, files.map(downloadText)[0]!)
    }, `${run.id} ${format}`)
  }

  return {
    changing,
    retryLast,
    pause,
    goFirst,
    endFirst,
    resume,
    continueAfterFix,
    retry,
    undo,
    cancel,
    remove,
    save,
  }
}
