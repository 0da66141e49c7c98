import { ref } from 'vue'
import type { QueuePlace, QueueSummary, QueuedAction } from '../../../shared/app/queue.ts'
import { useLatchkey } from '../latchkey.ts'
import { actionTitle } from './moderation-messages.ts'
import { formatPlace } from './queue-messages.ts'
import { useConnectivityStore } from '../stores/connectivity.ts'
import { useQueueStore } from '../stores/queue.ts'
import { useAsyncAction } from '../use-async-action.ts'
import { useConfirm } from '../use-confirm.ts'
import { t } from '../../ui/messages.ts'
import { useToast } from '../../ui/use-toast.ts'
import type { MessageId } from '../../../shared/messages/message.ts'

/** The subject of a click: one action by its ID, or all pending ones. */
type Subject = number | 'pause' | 'resume' | 'send all' | 'cancel all'

const decided = { apply: 'queue.queuedAgain', drop: 'queue.dismissed' } as const
const resent = { apply: 'queue.sentAgain', drop: 'queue.dismissedUnknown' } as const

/** The changes that can be made to queued actions; afterwards `reload` reads again what is shown. */
export function useQueueActions(account: string, reload: () => Promise<unknown>) {
  const latchkey = useLatchkey()
  const queue = useQueueStore()
  const connectivity = useConnectivityStore()
  const { say } = useToast()
  const ask = useConfirm()
  const changing = useAsyncAction()
  const again = ref<() => unknown>()
  /** The action that is being changed. */
  const current = ref<number>()

  /** Returns whether it succeeded. */
  function change(
    work: () => Promise<QueueSummary>,
    /** The toast; a function where it depends on the answer. */
    said: string | (() => Parameters<typeof say>),
    about: Subject,
  ): Promise<boolean> {
    return changing.run(async () => {
      current.value = typeof about === 'number' ? about : undefined
      again.value = () => change(work, said, about)
      try {
        queue.put(account, await work())
        if (typeof said === 'string') say(said)
        else say(...said())
      } finally {
        // An action that could not be changed has often moved on since.
        await reload()
      }
    }, about)
  }

  const calls = () => latchkey(account).queue
  const isAway = () => connectivity.isAway(account)

  function cancel(one: QueuedAction) {
    return change(
      () => calls().cancel({ ids: [one.id] }),
      formatFor('queue.cancelled', one),
      one.id,
    )
  }

  function sendNow(one: QueuedAction) {
    const text = formatFor(isAway() ? 'queue.isSentWhenReachable' : 'queue.sendingNow', one)
    return change(() => calls().sendNow({ ids: [one.id] }), text, one.id)
  }

  /** Checks the outcome of an action without an answer now. */
  function look(one: QueuedAction) {
    return change(
      () => calls().sendNow({ ids: [one.id] }),
      formatFor('queue.checking', one),
      one.id,
    )
  }

  function retry(one: QueuedAction) {
    return change(
      () => calls().retry({ ids: [one.id] }),
      formatFor('queue.queuedAgain', one),
      one.id,
    )
  }

  async function decide(one: QueuedAction, decision: 'apply' | 'drop') {
    const wasSent = one.state === 'unknown'
    if (wasSent && decision === 'apply' && !(await maySendAgain(one))) return false
    return change(
      async () => {
        await calls().decide({ id: one.id, decision })
        return calls().summary()
      },
      formatFor((wasSent ? resent : decided)[decision], one),
      one.id,
    )
  }

  function maySendAgain({ target }: QueuedAction) {
    return ask({
      title: t('queue.resendTitle', { username: target.username }),
      text: t('queue.resendText'),
      confirm: t('queue.sendAgain'),
      dangerous: true,
    })
  }

  function pause() {
    return change(() => calls().pause(), t('queue.pausedNow'), 'pause')
  }

  function resume() {
    return change(() => calls().resume(), t('queue.resumedNow'), 'resume')
  }

  function sendAllNow() {
    return change(
      () => calls().sendAllNow(),
      t(isAway() ? 'queue.allSentWhenReachable' : 'queue.sendingAll'),
      'send all',
    )
  }

  /** Cancels all pending actions, about `count` of them, after a confirmation. */
  async function cancelAll(count: number) {
    const isSure = await ask({
      title: t('queue.cancelAllTitle', { count }),
      text: t('queue.cancelAllText'),
      confirm: t('queue.cancelAllConfirm', { count }),
      cancel: t('queue.keep'),
      dangerous: true,
    })
    if (!isSure) return
    let ids: number[] = []
    await change(
      async () => {
        const taken = await calls().cancelAll()
        ids = taken.ids
        return taken.summary
      },
      () => {
        const retryAll = () =>
          change(() => calls().retry({ ids }), t('queue.allQueuedAgain'), 'cancel all')
        const undo = ids.length > 0 ? { label: t('common.undo'), run: retryAll } : undefined
        return [t('queue.allCancelled', { count: ids.length }), undo]
      },
      'cancel all',
    )
  }

  /** Moves a pending action among the others. */
  function move(one: QueuedAction, to: QueuePlace) {
    let moved = 0
    return change(
      async () => {
        const answer = await calls().move({ id: one.id, to })
        moved = answer.moved
        return answer.summary
      },
      () => [formatPlace(one, to, moved)],
      one.id,
    )
  }

  return {
    changing,
    current,
    again,
    cancel,
    sendNow,
    look,
    retry,
    decide,
    pause,
    resume,
    sendAllNow,
    cancelAll,
    move,
  }
}

function formatFor(id: MessageId, one: QueuedAction): string {
  return t(id, { action: actionTitle(one) })
}
