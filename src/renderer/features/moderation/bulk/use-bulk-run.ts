import { computed, ref, watch } from 'vue'
import { useRouter } from 'vue-router'
import type { BulkRun } from '../../../../shared/operations/bulk.ts'
import { actionsAtOnce } from '../../../../shared/rules/limits.ts'
import { sumsOfBulkRun } from '../../../../shared/rules/run-sums.ts'
import { formatSums } from '../../../components/moderation/run-sums.ts'
import { downloadText } from '../../../ui/download.ts'
import { useLatchkey } from '../../../bridge/latchkey.ts'
import { countInStates, undoLeft, unsentOf } from '../runs/run-messages.ts'
import { useAccountsStore } from '../../../stores/accounts.ts'
import { useAsyncAction } from '../../../bridge/use-async-action.ts'
import { useClock } from '../../../ui/use-clock.ts'
import { useChoice, useConfirm } from '../../../components/use-confirm.ts'
import {
  bulkConsequences,
  bulkTitle,
  planTitle,
} from '../../../components/moderation/moderation-messages.ts'
import { isIrreversible } from '../../../../shared/rules/moderation.ts'
import { reloadOnQueueChange } from '../../../stores/queue.ts'
import { useServiceQuery } from '../../../bridge/use-service-query.ts'
import { t } from '../../../ui/messages.ts'
import { useToast } from '../../../ui/use-toast.ts'

/** A bulk run with its progress and controls. It runs in core: leaving the screen changes nothing. */
export function useBulkRun(account: string, id: number) {
  const latchkey = useLatchkey()
  const router = useRouter()
  const accounts = useAccountsStore()
  const choose = useChoice()
  const confirm = useConfirm()
  const { showToast } = useToast()
  const now = useClock()
  const run = useServiceQuery(account, 'bulk.get', { run: id })
  const first = useServiceQuery(account, 'queue.list', { run: id, limit: actionsAtOnce })
  const changing = useAsyncAction()
  const retryLast = ref<() => unknown>()

  reloadOnQueueChange(account, run.reload)
  /** The user whom all of the run is about, if it is about one. */
  const onlyUser = computed(() => {
    const { items = [], total } = first.data.value ?? {}
    const [target, ...others] = new Map(items.map((one) => [one.target.id, one.target])).values()
    return others.length === 0 && items.length === total ? target : undefined
  })
  // While it is prepared, more may follow.
  watch(
    () => run.data.value?.total,
    () => void first.reload(),
  )
  // The pace changes even while nothing happens.
  watch(now, () => {
    if (run.data.value?.state === 'running' && !run.loading.value) void run.reload()
  })

  const secondsToUndo = computed(() => (run.data.value ? undoLeft(run.data.value, now.value) : 0))

  function change(work: () => Promise<BulkRun>, toast: string) {
    return changing.run(async () => {
      retryLast.value = () => change(work, toast)
      const next = await work()
      showToast(toast)
      if (next.id === id) run.set(next)
      else await router.push({ name: 'bulk-run', params: { account, run: next.id } })
    }, toast)
  }

  const bulk = () => latchkey(account).bulk
  /** Asks about what can’t be undone, as the run did when it was started. */
  function confirmSending(count: number) {
    const { action, plan } = run.data.value!
    const actions = action ? [action] : plan!.steps.map((step) => step.action)
    const what = actions.find((one) => isIrreversible(one))
    if (!what) return true
    return confirm({
      what,
      isReversible: false,
      count,
      user: onlyUser.value && { account, ...onlyUser.value },
      title: t('queue.applyTitle', {
        action: action ? bulkTitle(action, count) : planTitle(plan!, count, onlyUser.value),
      }),
      text: action && isIrreversible(action) ? bulkConsequences(action) : t('plans.permanent'),
      confirm: t('queue.send'),
    })
  }

  /** Asks again about deletions that nobody could undo in time. */
  function confirmMissed() {
    const { isUndoMissed } = run.data.value!
    return !isUndoMissed || confirmSending(unsentOf(run.data.value!))
  }

  const pause = () => change(() => bulk().pause({ run: id }), t('bulk.runPaused'))
  const resumeNow = () => bulk().resume({ run: id })
  async function resume() {
    if (await confirmMissed()) await change(resumeNow, t('bulk.runResumed'))
  }
  /** After a failure that only a person could fix: reads the account again, so that its queue tries again. */
  async function refreshAndResume() {
    if (!(await confirmMissed())) return
    await change(async () => {
      accounts.put(await latchkey().accounts.refresh({ id: account }))
      return resumeNow()
    }, t('bulk.retrying'))
  }
  async function retry() {
    if (!(await confirmSending(run.data.value!.counts.refused ?? 0))) return
    await change(() => bulk().retry({ run: id }), t('bulk.refusedQueuedAgain'))
  }
  const undo = () => change(() => bulk().cancel({ run: id }), t('bulk.runCancelled'))

  /** Stops the run at once, and asks only then about the rest, which stays paused if the question is closed. */
  async function cancel(): Promise<unknown> {
    retryLast.value = cancel
    const pauseNow = async () => run.set(await bulk().pause({ run: id }))
    if (!(await changing.run(pauseNow, 'cancel'))) return
    const stopped = run.data.value!
    const { counts } = stopped
    const sums = formatSums(sumsOfBulkRun(stopped))
    const onTheWay = countInStates(counts, ['sending', 'unknown'])
    const left = unsentOf(stopped)
    if (left === 0) return resume()
    const isCancelled = await choose({
      title: t('queue.stopped', { left }),
      text: `${sums}. ${t('queue.onTheWay', { count: onTheWay })}`,
      confirm: t('bulk.cancelThem'),
      cancel: t('queue.resume'),
    })
    if (isCancelled) return change(() => bulk().cancel({ run: id }), t('bulk.restCancelled'))
    if (isCancelled === false) return resume()
  }

  function save(format: 'csv' | 'json') {
    return changing.run(async () => {
      retryLast.value = () => save(format)
      const files = await bulk().report({ run: id, format })
      showToast(files.map(downloadText)[0]!)
    }, format)
  }

  return {
    run,
    onlyUser,
    now,
    secondsToUndo,
    changing,
    retryLast,
    pause,
    resume,
    refreshAndResume,
    retry,
    undo,
    cancel,
    save,
  }
}

export type BulkRunView = ReturnType<typeof useBulkRun>
