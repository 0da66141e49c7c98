import { ref } from 'vue'
import type { QueuePlace, QueueSummary, QueuedAction } from '../../../shared/app/queue.ts'
import { useLatchkey } from '../latchkey.ts'
import { actionCount, orderWords, placeWords } from './queue-messages.ts'
import { useConnectivityStore } from '../stores/connectivity.ts'
import { useQueueStore } from '../stores/queue.ts'
import { useAction } from '../use-action.ts'
import { useConfirm } from '../use-confirm.ts'
import { useToast } from '../../ui/use-toast.ts'

/** What a press is about: one action by its id, or all that is pending. */
type Subject = number | 'pause' | 'resume' | 'send all' | 'cancel all'

const whenBack = 'is sent when the service can be reached.'

const decided = { apply: 'queued again.', drop: 'dismissed. Nothing was sent.' }
const resent = { apply: 'sent again.', drop: 'dismissed. The audit log keeps it as unknown.' }

/** What a person can still do about queued actions; afterwards `reload` reads what is shown again. */
export function useQueueActions(account: string, reload: () => Promise<unknown>) {
  const latchkey = useLatchkey()
  const queue = useQueueStore()
  const connectivity = useConnectivityStore()
  const { say } = useToast()
  const ask = useConfirm()
  const changing = useAction()
  const again = ref<() => unknown>()
  /** The action that is being changed. */
  const current = ref<number>()

  /** Whether it was done. */
  function change(
    work: () => Promise<QueueSummary>,
    /** What happened; a function where only the answer tells. */
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
        // What could not be changed has often moved on meanwhile.
        await reload()
      }
    }, about)
  }

  const calls = () => latchkey(account).queue
  const isAway = () => connectivity.isAway(account)

  function cancel(one: QueuedAction) {
    const words = `${orderWords(one)}: cancelled. Nothing was sent.`
    return change(() => calls().cancel({ ids: [one.id] }), words, one.id)
  }

  function sendNow(one: QueuedAction) {
    const words = `${orderWords(one)}: ${isAway() ? whenBack : 'sent at once.'}`
    return change(() => calls().sendNow({ ids: [one.id] }), words, one.id)
  }

  /** Checks the outcome of something without an answer now. */
  function look(one: QueuedAction) {
    const words = `${orderWords(one)}: checking the outcome.`
    return change(() => calls().sendNow({ ids: [one.id] }), words, one.id)
  }

  function retry(one: QueuedAction) {
    const words = `${orderWords(one)}: queued again.`
    return change(() => calls().retry({ ids: [one.id] }), words, one.id)
  }

  async function decide(one: QueuedAction, decision: 'apply' | 'drop') {
    const wasSent = one.state === 'unknown'
    if (wasSent && decision === 'apply' && !(await maySendAgain(one))) return false
    const words = wasSent ? resent[decision] : decided[decision]
    return change(
      async () => {
        await calls().decide({ id: one.id, decision })
        return calls().summary()
      },
      `${orderWords(one)}: ${words}`,
      one.id,
    )
  }

  function maySendAgain({ target }: QueuedAction) {
    return ask({
      title: `Send the deletion of @${target.username} again?`,
      text: 'The first request got no answer. The service may still be deleting the account.',
      confirm: 'Send again',
      dangerous: true,
    })
  }

  function pause() {
    return change(() => calls().pause(), 'Queue paused. Nothing is sent until you resume.', 'pause')
  }

  function resume() {
    return change(() => calls().resume(), 'Queue resumed.', 'resume')
  }

  function sendAllNow() {
    return change(
      () => calls().sendAllNow(),
      isAway() ? 'Pending actions are sent when the service can be reached.' : 'Sending all now.',
      'send all',
    )
  }

  /** Cancels all that is pending, which are so many as far as is known, once somebody confirmed it. */
  async function cancelAll(count: number) {
    const isSure = await ask({
      title:
        count === 1
          ? 'Cancel the pending action?'
          : `Cancel all ${count.toLocaleString()} pending actions?`,
      text: 'This includes actions of bulk runs. Actions in progress are still sent.',
      confirm: count === 1 ? 'Cancel action' : 'Cancel all',
      cancel: 'Keep',
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
          change(() => calls().retry({ ids }), 'All actions are queued again.', 'cancel all')
        const undo = ids.length > 0 ? { label: 'Undo', run: retryAll } : undefined
        return [`${actionCount(ids.length)} cancelled. Nothing was sent.`, undo]
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
      () => [placeWords(one, to, moved)],
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
