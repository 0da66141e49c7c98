import { type Ref, ref } from 'vue'
import type { Failure } from '../../../shared/rules/failure.ts'
import { pendingStates } from '../../../shared/rules/item-states.ts'
import type {
  ConflictDecision,
  ConflictKind,
  QueuePlace,
  QueueSummary,
  QueuedAction,
} from '../../../shared/operations/queue.ts'
import {
  type ModerationAction,
  type QueueAction,
  isIrreversible,
  removesObjects,
} from '../../../shared/rules/moderation.ts'
import type { MessageId } from '../../../shared/messages/message.ts'
import { t } from '../../ui/messages.ts'
import { useToast } from '../../ui/use-toast.ts'
import type { ShowToast } from '../../ui/use-toast.ts'
import { useLatchkey } from '../../bridge/latchkey.ts'
import { useConnectivityStore } from '../../bridge/connectivity.ts'
import { useQueueStore } from '../../stores/queue.ts'
import { useAsyncAction } from '../../bridge/use-async-action.ts'
import { confirmationOf } from '../confirmation-rule.ts'
import { useConfirm, useQuestion } from '../use-confirm.ts'
import { actionConsequences, actionLabel, actionTitle } from './moderation-messages.ts'
import { formatOutcome, isFinal } from './moderation-outcome.ts'
import { formatConflictKind, formatMove, hasUserChanged } from './queue-messages.ts'

/** A change’s outcome: the resulting queue and a message about it, absent if nothing has changed. */
interface QueueChange {
  summary: QueueSummary
  toast?: Parameters<ShowToast> | false
}

/** Changes an account’s queue, reports the outcome, and reloads the screen’s data. */
export function useQueueChanges(account: string, reload: () => Promise<unknown>) {
  const queue = useQueueStore()
  const { showToast } = useToast()
  const changing = useAsyncAction()
  /** Retries the last change. */
  const retryLast = ref<() => unknown>()
  /** What the running change is about: an action’s ID or another key. */
  const current = ref<unknown>()

  /** Returns whether it succeeded. While a change runs, others to the same subject are ignored. */
  function change(subject: unknown, request: () => Promise<QueueChange>): Promise<boolean> {
    return changing.run(async () => {
      current.value = subject
      retryLast.value = () => change(subject, request)
      try {
        const { summary, toast } = await request()
        queue.put(account, summary)
        if (toast) showToast(...toast)
      } finally {
        // If an action couldn’t be changed, its state has probably changed.
        await reload()
      }
    }, subject)
  }

  return { changing, retryLast, current, change }
}

/** An action’s effect on a user, with a warning if it’s irreversible. */
function consequencesOf(action: QueueAction): string {
  const effect = action === 'edit_user' ? undefined : actionConsequences(action)
  return [effect, isIrreversible(action) && t('moderation.cannotBeUndone')]
    .filter(Boolean)
    .join(' ')
}

/** Describes whether an action was canceled in time or what happened instead; undefined if it is still pending. */
function formatCancellation(action: QueuedAction): string | undefined {
  if (pendingStates.includes(action.state)) return undefined
  if (action.state === 'cancelled' && !removesObjects(action.action)) {
    return t('queue.cancelled', { action: actionTitle(action) })
  }
  return isFinal(action) ? formatOutcome(action) : t('queue.tooLate')
}

/** Everything a screen can do with queued actions. */
export function useQueueActions(account: string, reload: () => Promise<unknown>) {
  const latchkey = useLatchkey()
  const connectivity = useConnectivityStore()
  const confirm = useConfirm()
  const ask = useQuestion()
  const { change, ...state } = useQueueChanges(account, reload)
  const calls = () => latchkey(account).queue

  /** Changes one action, and reports it if the action is now in another state or due earlier. */
  function changeOne(
    action: QueuedAction,
    message: MessageId,
    request: () => Promise<QueueSummary>,
  ): Promise<boolean> {
    return change(action.id, async () => {
      const summary = await request()
      const { state, notBefore } = await calls().get({ id: action.id })
      const isChanged = state !== action.state || notBefore < action.notBefore
      return { summary, toast: isChanged && [t(message, { action: actionTitle(action) })] }
    })
  }

  const send = (action: QueuedAction, message: MessageId) =>
    changeOne(action, message, () => calls().sendNow({ ids: [action.id] }))

  async function decide(action: QueuedAction, decision: 'apply' | 'drop'): Promise<boolean> {
    const wasSent = action.state === 'unknown'
    if (decision === 'apply' && !(await confirmSending(action, resendQuestion(action))))
      return false
    const dropped = wasSent ? 'queue.dismissedUnknown' : 'queue.dismissed'
    const messages = { apply: 'queue.queuedInstead', drop: dropped } as const
    return changeOne(action, messages[decision], async () => {
      await calls().decide({ id: action.id, decision })
      return calls().summary()
    })
  }

  /** The question whether to resend a deletion that got no response; undefined for other actions. */
  function resendQuestion({
    state,
    target,
    usernameNow: username = target.username,
  }: QueuedAction) {
    if (state !== 'unknown') return undefined
    return {
      title: t('queue.resendTitle', { username }),
      text: t('queue.resendText'),
      confirm: t('queue.sendAgain'),
    }
  }

  /**
   * Asks for the same confirmation again before an action is sent. Shows the user’s current username, and
   * their email if the local copy has it.
   */
  async function confirmSending(
    queued: QueuedAction,
    question?: { title: string; text: string; confirm: string },
  ) {
    const { action, target, usernameNow: username = target.username } = queued
    const { id, name } = target
    const isReversible = !isIrreversible(action)
    // Avoids loading the email if there’s nothing to confirm.
    if (!confirmationOf({ what: action, isReversible, username })) return true
    const { user } = await latchkey(account)
      .directory.user({ id })
      .catch(() => ({ user: undefined }))
    const title = t('queue.applyTitle', { action: actionTitle(queued) })
    const changed = hasUserChanged(queued) && t('queue.userChanged')
    const text = [changed, consequencesOf(action)].filter(Boolean).join(' ')
    return confirm({
      ...(question ?? { title, text, confirm: actionLabel(action) }),
      what: action,
      isReversible,
      user: { account, id, name, username, email: user?.email },
    })
  }

  /** Replaces an action that’s no longer possible with another one, based on the user’s current state. */
  async function replace(conflict: QueuedAction, action: ModerationAction): Promise<boolean> {
    const { usernameNow: username = conflict.target.username } = conflict
    const queued = { ...conflict, action, target: { ...conflict.target, username } }
    if (!(await confirmSending(queued))) return false
    return changeOne(queued, 'queue.queuedInstead', async () => {
      const decision = { instead: action }
      return (await calls().decideAll({ ids: [conflict.id], decision })).summary
    })
  }

  /** Applies one decision to all conflicts of a kind, after a confirmation that shows their count. */
  async function decideAll({ latest, ids }: ConflictKind, decision: ConflictDecision) {
    const count = ids.length
    const action = typeof decision === 'string' ? latest.action : decision.instead
    const isDropped = decision === 'drop'
    const isReversible = isDropped || !isIrreversible(action)
    const question = {
      title: isDropped
        ? t('queue.dismissManyTitle', { count })
        : t('queue.decideManyTitle', { action: actionLabel(action), count }),
      text: [
        formatConflictKind(latest),
        isDropped ? t('queue.dismissManyText') : consequencesOf(action),
      ].join(' '),
      confirm: isDropped ? t('queue.dismiss') : actionLabel(action),
    }
    const weight = { what: action, isReversible, count }
    const isTyped = !isDropped && confirmationOf(weight) !== undefined
    const isSure = isTyped ? await confirm({ ...weight, ...question }) : await ask(question)
    if (!isSure) return false
    const message = isDropped ? 'queue.dismissedMany' : 'queue.queuedMany'
    return change(`kind ${latest.id}`, async () => {
      const { summary, decided } = await calls().decideAll({ ids, decision })
      return { summary, toast: decided > 0 && [t(message, { count: decided })] }
    })
  }

  /** Cancels an action, unless it has been sent by then. */
  function cancel(action: QueuedAction) {
    return change(action.id, async () => {
      const summary = await calls().cancel({ ids: [action.id] })
      const text = formatCancellation(await calls().get({ id: action.id }))
      return { summary, toast: text !== undefined && [text] }
    })
  }

  /** Moves a pending action within the queue. */
  function move(action: QueuedAction, to: QueuePlace) {
    return change(action.id, async () => {
      const { summary, moved } = await calls().move({ id: action.id, to })
      return { summary, toast: [formatMove(action, to, moved)] }
    })
  }

  return {
    ...state,
    cancel,
    sendNow: (action: QueuedAction) =>
      send(action, connectivity.isAway(account) ? 'moderation.queuedAway' : 'queue.sendingNow'),
    /** Immediately checks the outcome of an action that got no response. */
    look: (action: QueuedAction) => send(action, 'queue.checking'),
    retry: async (action: QueuedAction) =>
      (await confirmSending(action)) &&
      changeOne(action, 'queue.queuedInstead', () => calls().retry({ ids: [action.id] })),
    decide,
    replace,
    decideAll,
    move,
  }
}

/** A user’s queue, which their page provides to its components. */
export interface UserQueue {
  shown: Readonly<Ref<readonly QueuedAction[]>>
  /** Actions in the queue, except scheduled ones. */
  pending: Readonly<Ref<ReadonlySet<QueuedAction['action']>>>
  /** When scheduled actions are due (ms since 1970). */
  scheduled: Readonly<Ref<ReadonlyMap<QueuedAction['action'], number>>>
  /** The next action to be sent, if any. Scheduled actions don’t hold up others. */
  waiting: Readonly<Ref<QueuedAction['action'] | undefined>>
  /** Whether GitLab has accepted the user’s deletion, a background job (`app/models/user.rb`, `delete_async`). */
  isLeaving: Readonly<Ref<boolean>>
  failure: Readonly<Ref<Failure | undefined>>
  reload: () => Promise<unknown>
  actions: ReturnType<typeof useQueueActions>
  retry: (action: QueuedAction) => Promise<unknown>
  decide: (action: QueuedAction, decision: 'apply' | 'drop') => Promise<unknown>
  dismiss: (action: QueuedAction) => unknown
}
