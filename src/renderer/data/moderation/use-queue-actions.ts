import { type Ref, ref } from 'vue'
import type { Failure } from '../../../shared/failure.ts'
import type { QueuePlace, QueueSummary, QueuedAction } from '../../../shared/app/queue.ts'
import { isIrreversible } from '../../../shared/moderation.ts'
import type { MessageId } from '../../../shared/messages/message.ts'
import { t } from '../../ui/messages.ts'
import { useToast } from '../../ui/use-toast.ts'
import type { ShowToast } from '../../ui/use-toast.ts'
import { useLatchkey } from '../latchkey.ts'
import { useConnectivityStore } from '../stores/connectivity.ts'
import { useQueueStore } from '../stores/queue.ts'
import { useAsyncAction } from '../use-async-action.ts'
import { useConfirm } from '../use-confirm.ts'
import { actionLabel, actionTitle } from './moderation-messages.ts'
import { formatPlace } from './queue-messages.ts'

/** The outcome of a change: the queue afterwards, and what to say about it. */
interface QueueChange {
  summary: QueueSummary
  toast: Parameters<ShowToast>
}

/** Changes an account’s queue, says so, and reads again what is shown. */
export function useQueueChanges(account: string, reload: () => Promise<unknown>) {
  const queue = useQueueStore()
  const { showToast } = useToast()
  const changing = useAsyncAction()
  /** Tries the last change again. */
  const again = ref<() => unknown>()
  /** What the running change is about: the ID of an action, or another subject. */
  const current = ref<unknown>()

  /** Returns whether it succeeded. A second change of the same subject does nothing while the first one runs. */
  function change(subject: unknown, request: () => Promise<QueueChange>): Promise<boolean> {
    return changing.run(async () => {
      current.value = subject
      again.value = () => change(subject, request)
      try {
        const { summary, toast } = await request()
        queue.put(account, summary)
        showToast(...toast)
      } finally {
        // An action that could not be changed has often moved on since.
        await reload()
      }
    }, subject)
  }

  return { changing, again, current, change }
}

/** The changes that can be made to a queued action. */
export function useQueueActions(account: string, reload: () => Promise<unknown>) {
  const latchkey = useLatchkey()
  const connectivity = useConnectivityStore()
  const confirm = useConfirm()
  const { change, ...state } = useQueueChanges(account, reload)
  const calls = () => latchkey(account).queue

  function changeOne(
    action: QueuedAction,
    message: MessageId,
    request: () => Promise<QueueSummary>,
  ): Promise<boolean> {
    const toast: Parameters<ShowToast> = [t(message, { action: actionTitle(action) })]
    return change(action.id, async () => ({ summary: await request(), toast }))
  }

  const send = (action: QueuedAction, message: MessageId) =>
    changeOne(action, message, () => calls().sendNow({ ids: [action.id] }))

  async function decide(action: QueuedAction, decision: 'apply' | 'drop'): Promise<boolean> {
    const wasSent = action.state === 'unknown'
    if (decision === 'apply' && !(await confirmSending(action))) return false
    const dropped = wasSent ? 'queue.dismissedUnknown' : 'queue.dismissed'
    const messages = { apply: 'queue.queuedAgain', drop: dropped } as const
    return changeOne(action, messages[decision], async () => {
      await calls().decide({ id: action.id, decision })
      return calls().summary()
    })
  }

  /**
   * Before an action goes on that was sent already, or whose user has changed. Names the user as they are now, by all that tells them
   * from others. The local copy may not know them.
   */
  async function confirmSending(queued: QueuedAction) {
    const { action, state, target, usernameNow: username = target.username } = queued
    const { id, name } = target
    const { person } = await latchkey(account)
      .directory.person({ id })
      .catch(() => ({ person: undefined }))
    const texts =
      state === 'unknown'
        ? {
            title: t('queue.resendTitle', { username }),
            text: t('queue.resendText'),
            confirm: t('queue.sendAgain'),
          }
        : {
            title: t('queue.applyTitle', { action: actionTitle(queued) }),
            text: t('queue.applyText'),
            confirm: actionLabel(action),
          }
    return confirm({
      ...texts,
      what: action,
      isReversible: !isIrreversible(action),
      user: { account, id, name, username, email: person?.email },
    })
  }

  /** Moves a pending action among the others. */
  function move(action: QueuedAction, to: QueuePlace) {
    return change(action.id, async () => {
      const { summary, moved } = await calls().move({ id: action.id, to })
      return { summary, toast: [formatPlace(action, to, moved)] }
    })
  }

  return {
    ...state,
    cancel: (action: QueuedAction) =>
      changeOne(action, 'queue.cancelled', () => calls().cancel({ ids: [action.id] })),
    sendNow: (action: QueuedAction) =>
      send(action, connectivity.isAway(account) ? 'queue.isSentWhenReachable' : 'queue.sendingNow'),
    /** Checks the outcome of an action without an answer now. */
    look: (action: QueuedAction) => send(action, 'queue.checking'),
    retry: (action: QueuedAction) =>
      changeOne(action, 'queue.queuedAgain', () => calls().retry({ ids: [action.id] })),
    decide,
    move,
  }
}

/** The queue of one user: what their page knows of it, and hands to what shows it. */
export interface UserQueue {
  shown: Readonly<Ref<readonly QueuedAction[]>>
  /** Actions that are queued already. */
  pending: Readonly<Ref<ReadonlySet<QueuedAction['action']>>>
  /** The action that is sent next, if one is; those that wait for a date keep nothing else waiting. */
  waiting: Readonly<Ref<QueuedAction['action'] | undefined>>
  /** Whether GitLab accepted their deletion, which it does in the background (`app/models/user.rb`, `delete_async`). */
  isLeaving: Readonly<Ref<boolean>>
  failure: Readonly<Ref<Failure | undefined>>
  reload: () => Promise<unknown>
  actions: ReturnType<typeof useQueueActions>
  retry: (action: QueuedAction) => Promise<unknown>
  decide: (action: QueuedAction, decision: 'apply' | 'drop') => Promise<unknown>
  dismiss: (action: QueuedAction) => unknown
}
