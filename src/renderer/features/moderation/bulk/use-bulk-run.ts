import { computed, ref, watch } from 'vue'
import { useRouter } from 'vue-router'
import type { BulkRun } from '../../../../shared/app/bulk.ts'
import { downloadText } from '../../../ui/download.ts'
import { useLatchkey } from '../../../data/latchkey.ts'
import { countInStates, undoLeft } from '../runs/run-messages.ts'
import { useAccountsStore } from '../../../data/stores/accounts.ts'
import { openStates } from '../../../data/stores/queue.ts'
import { useAsyncAction } from '../../../data/use-async-action.ts'
import { useClock } from '../../../ui/use-clock.ts'
import { useConfirm } from '../../../data/use-confirm.ts'
import { reloadOnQueueChange } from '../../../data/stores/queue.ts'
import { useServiceQuery } from '../../../data/use-service-query.ts'
import { t } from '../../../ui/messages.ts'
import { useToast } from '../../../ui/use-toast.ts'

/** A bulk run with its progress and controls. It runs in core: leaving the screen changes nothing. */
export function useBulkRun(account: string, id: number) {
  const latchkey = useLatchkey()
  const router = useRouter()
  const accounts = useAccountsStore()
  const confirm = useConfirm()
  const { showToast } = useToast()
  const now = useClock()
  const run = useServiceQuery(account, 'bulk.get', { run: id })
  const changing = useAsyncAction()
  const retryLast = ref<() => unknown>()

  reloadOnQueueChange(account, run.reload)
  // The pace changes even while nothing happens.
  watch(now, () => {
    if (run.data.value?.state === 'running' && !run.loading.value) void run.reload()
  })

  const secondsToUndo = computed(() => (run.data.value ? undoLeft(run.data.value, now.value) : 0))

  function change(work: () => Promise<BulkRun>, toast: string, undo?: () => unknown) {
    return changing.run(async () => {
      retryLast.value = () => change(work, toast, undo)
      const next = await work()
      showToast(toast, undo && { label: t('common.undo'), run: undo, isUndo: true })
      if (next.id === id) run.set(next)
      else await router.push({ name: 'bulk-run', params: { account, run: next.id } })
    }, toast)
  }

  const bulk = () => latchkey(account).bulk
  const pause = () => change(() => bulk().pause({ run: id }), t('bulk.runPaused'))
  const resume = () => change(() => bulk().resume({ run: id }), t('bulk.runResumed'))
  /** After a failure that only a person could fix: reads the account again, so that its queue tries again. */
  const refreshAndResume = () =>
    change(async () => {
      accounts.put(await latchkey().accounts.refresh({ id: account }))
      return bulk().resume({ run: id })
    }, t('bulk.retrying'))
  const retry = () => change(() => bulk().retry({ run: id }), t('bulk.refusedQueuedAgain'))
  const undo = () => change(() => bulk().cancel({ run: id }), t('bulk.runCancelled'))

  /** Cancels the rest of the run. Undo queues again what a small rest was. */
  async function cancel() {
    const current = run.data.value
    if (!current) return
    const left = countInStates(current.counts, openStates)
    const isConfirmed = await confirm({
      what: 'cancel_actions',
      isReversible: true,
      count: left,
      title: t('bulk.cancelTitle', { left }),
      text: t('bulk.cancelText', { done: current.counts.done ?? 0 }),
      confirm: t('bulk.cancelConfirm'),
      cancel: t('bulk.keepRunning'),
    })
    if (!isConfirmed) return
    const ids = await openIds()
    await change(
      () => bulk().cancel({ run: id }),
      t('bulk.restCancelled'),
      ids.length > 0 ? () => requeue(ids) : undefined,
    )
  }

  /** The IDs of the open actions, up to as many as can be shown at once. */
  async function openIds(): Promise<number[]> {
    const { queue } = latchkey(account)
    const { items, total } = await queue.list({ run: id, states: [...openStates] })
    return total > items.length ? [] : items.map((action) => action.id)
  }

  function requeue(ids: number[]) {
    return change(async () => {
      await latchkey(account).queue.retry({ ids })
      return bulk().get({ run: id })
    }, t('bulk.runResumed'))
  }

  function save(format: 'csv' | 'json') {
    return changing.run(async () => {
      retryLast.value = () => save(format)
      showToast(downloadText(await bulk().report({ run: id, format })))
    }, format)
  }

  return {
    run,
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
