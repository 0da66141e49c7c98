import { computed, ref, watch } from 'vue'
import { useRouter } from 'vue-router'
import type { BulkRun } from '../../../../shared/app/queue.ts'
import { downloadText } from '../../../ui/download.ts'
import { useLatchkey } from '../../../data/latchkey.ts'
import { countInStates, peopleWords, undoLeft } from '../runs/run-messages.ts'
import { useAccountsStore } from '../../../data/stores/accounts.ts'
import { openStates } from '../../../data/stores/queue.ts'
import { useAction } from '../../../data/use-action.ts'
import { useClock } from '../../../ui/use-clock.ts'
import { useConfirm } from '../../../data/use-confirm.ts'
import { useQueueEvents } from '../../../data/moderation/use-queue-events.ts'
import { useServiceQuery } from '../../../data/use-service-query.ts'
import { useToast } from '../../../ui/use-toast.ts'

/** One action on many people, its progress, and what can be done about it. It lives in core: leaving changes nothing. */
export function useBulkRun(account: string, id: number) {
  const latchkey = useLatchkey()
  const router = useRouter()
  const accounts = useAccountsStore()
  const ask = useConfirm()
  const { say } = useToast()
  const now = useClock()
  const run = useServiceQuery(account, 'bulk.get', { run: id })
  const changing = useAction()
  const again = ref<() => unknown>()

  useQueueEvents(account, run.reload)
  // The pace changes also while nothing happens.
  watch(now, () => {
    if (run.data.value?.state === 'running' && !run.loading.value) void run.reload()
  })

  const secondsToUndo = computed(() => (run.data.value ? undoLeft(run.data.value, now.value) : 0))

  function change(work: () => Promise<BulkRun>, said: string) {
    return changing.run(async () => {
      again.value = () => change(work, said)
      const next = await work()
      say(said)
      if (next.id === id) run.set(next)
      else await router.push({ name: 'bulk-run', params: { account, run: next.id } })
    }, said)
  }

  const bulk = () => latchkey(account).bulk
  const pause = () =>
    change(() => bulk().pause({ run: id }), 'Run paused. Actions in progress are still sent.')
  const resume = () => change(() => bulk().resume({ run: id }), 'Run resumed.')
  /** After something that only a person could mend: looks at the account anew, which lets its queue try again. */
  const tryAgain = () =>
    change(async () => {
      accounts.put(await latchkey().accounts.refresh({ id: account }))
      return bulk().resume({ run: id })
    }, 'Trying again.')
  const retry = () =>
    change(() => bulk().retry({ run: id }), 'The refused actions are queued again.')
  const undo = () => change(() => bulk().cancel({ run: id }), 'Run cancelled. Nothing was sent.')

  async function cancel() {
    const current = run.data.value
    if (!current) return
    const left = countInStates(current.counts, openStates)
    const isSure = await ask({
      title: 'Cancel what is left?',
      text:
        `What is done stays done: ${peopleWords(current.counts.done ?? 0)} so far. Nothing is done to what is left, ` +
        `${peopleWords(left)}, but for the few that are on their way just now.`,
      confirm: 'Cancel the rest',
      cancel: 'Keep running',
      dangerous: true,
    })
    if (isSure)
      await change(() => bulk().cancel({ run: id }), 'The remaining actions are cancelled.')
  }

  function save(format: 'csv' | 'json') {
    return changing.run(async () => {
      again.value = () => save(format)
      const { filename, text } = await bulk().report({ run: id, format })
      downloadText(filename, format === 'csv' ? 'text/csv' : 'application/json', text)
      say(`Saved as ${filename}.`)
    }, format)
  }

  return {
    run,
    now,
    secondsToUndo,
    changing,
    again,
    pause,
    resume,
    tryAgain,
    retry,
    undo,
    cancel,
    save,
  }
}

export type RunView = ReturnType<typeof useBulkRun>
