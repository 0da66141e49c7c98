import { useLatchkey } from '../../data/latchkey.ts'
import { useQueueChanges } from '../../data/moderation/use-queue-actions.ts'
import { useConnectivityStore } from '../../data/stores/connectivity.ts'
import { useConfirm } from '../../data/use-confirm.ts'
import { t } from '../../ui/messages.ts'

/** Changes to all pending actions of an account. */
export function useQueueControls(account: string, reload: () => Promise<unknown>) {
  const latchkey = useLatchkey()
  const connectivity = useConnectivityStore()
  const confirm = useConfirm()
  const { changing, again, change } = useQueueChanges(account, reload)
  const calls = () => latchkey(account).queue

  function pause() {
    return change('pause', async () => ({
      summary: await calls().pause(),
      toast: [t('queue.pausedNow')],
    }))
  }

  function resume() {
    return change('resume', async () => ({
      summary: await calls().resume(),
      toast: [t('queue.resumedNow')],
    }))
  }

  function sendAllNow() {
    const isAway = connectivity.isAway(account)
    return change('send all', async () => ({
      summary: await calls().sendAllNow(),
      toast: [t(isAway ? 'queue.allSentWhenReachable' : 'queue.sendingAll')],
    }))
  }

  /** Cancels all pending actions, about `count` of them, and offers to undo it. */
  async function cancelAll(count: number) {
    const isSure = await confirm({
      what: 'cancel_actions',
      isReversible: true,
      count,
      title: t('queue.cancelAllTitle', { count }),
      text: t('queue.cancelAllText'),
      confirm: t('queue.cancelAllConfirm', { count }),
      cancel: t('queue.keep'),
    })
    if (!isSure) return
    await change('cancel all', async () => {
      const { ids, summary } = await calls().cancelAll()
      const undo = { label: t('common.undo'), run: () => retryAll(ids), isUndo: true as const }
      const text = t('queue.allCancelled', { count: ids.length })
      return { summary, toast: [text, ids.length > 0 ? undo : undefined] }
    })
  }

  function retryAll(ids: number[]) {
    return change('cancel all', async () => ({
      summary: await calls().retry({ ids }),
      toast: [t('queue.allQueuedAgain')],
    }))
  }

  return { changing, again, pause, resume, sendAllNow, cancelAll }
}
