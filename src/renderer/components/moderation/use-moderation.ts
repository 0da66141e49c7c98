import { nextTick, shallowRef, watch } from 'vue'
import { useRouter } from 'vue-router'
import { type ModerationAction, isIrreversible } from '../../../shared/rules/moderation.ts'
import type { QueueSummary, QueuedAction } from '../../../shared/operations/queue.ts'
import type { MessageId } from '../../../shared/messages/message.ts'
import { coalesce } from '../../bridge/coalesce.ts'
import { failureOf, useLatchkey } from '../../bridge/latchkey.ts'
import { actionTitle } from './moderation-messages.ts'
import { formatOutcome, formatActionProgress, isFinal } from './moderation-outcome.ts'
import { useConnectivityStore } from '../../bridge/connectivity.ts'
import { useQueueStore } from '../../stores/queue.ts'
import { useRequestsStore } from '../../stores/requests.ts'
import { t } from '../../ui/messages.ts'
import { useToast } from '../../ui/use-toast.ts'

/** A user as the screen shows them. */
export interface UserSnapshot {
  id: number
  username: string
  name: string
  state: string
  bot?: boolean | null
  is_admin?: boolean | null
}

/** Options for a request. */
interface RequestDetails {
  reason?: string
  /** Whether to also add the reason to the user’s admin note. */
  note?: boolean
  /** The username typed for confirmation, if required. */
  confirmed?: string
}

/**
 * Enqueues actions on users and reports their outcomes, even after the screen closes. Unsent actions can be undone or
 * sent immediately.
 */
export function useModeration(account: string) {
  const latchkey = useLatchkey()
  const follow = useProgressToasts(account)

  /** Returns the queued action; throws a `CallError` if it couldn’t be queued. */
  async function enqueue(
    action: ModerationAction,
    user: UserSnapshot,
    { reason, note, confirmed }: RequestDetails = {},
  ): Promise<QueuedAction> {
    const { id, username, name, state, bot, is_admin: admin } = user
    const seen = { username, name, state, bot, admin }
    const { queue } = latchkey(account)
    const queued = await queue.enqueue({ action, id, seen, reason, note, confirmed })
    follow(queued)
    return queued
  }

  return { enqueue, follow }
}

const secondMs = 1000
/** The latest action’s ID for each account and user. */
const latestActions = new Map<string, number>()

/** Returns a function that shows an action’s progress until it’s final, without repeating messages. */
function useProgressToasts(account: string) {
  const latchkey = useLatchkey()
  const queue = useQueueStore()
  const connectivity = useConnectivityStore()
  const { about } = useToast()
  const context = () => {
    const { isPaused, hold } = queue.of(account) ?? {}
    const isHeld = hold !== undefined
    return { isPaused: isPaused === true, isHeld, isAway: connectivity.isAway(account) }
  }
  const { cancel, sendNow } = useUnsentChanges(account)
  const addReason = useReasonRequest(account)
  const router = useRouter()
  const openInQueue = ({ id }: QueuedAction) =>
    router.push({ name: 'queue', params: { account }, query: { tab: 'decide', show: id } })

  return (queued: QueuedAction): void => {
    const subject = `user ${queued.target.id}`
    const ownSubject = `action ${queued.id}`
    const key = `${account} ${subject}`
    latestActions.set(key, queued.id)
    const isSuperseded = () => latestActions.get(key) !== queued.id
    // A restarted action still has its earlier, final state here.
    const latest = shallowRef(isFinal(queued) ? undefined : queued)
    let shownText: string | undefined
    // Enqueuing an action that undoes an unsent one cancels both.
    let isUndoneHere = queued.state === 'cancelled'
    const { id, target } = queued
    const refresh = coalesce(async () => {
      // Failures go unreported, because the next event triggers another read.
      const action = await latchkey(account)
        .queue.get({ id })
        .catch(() => undefined)
      if (!action) return
      latest.value = action
      show()
    })
    const stops = [
      queue.watchTarget(account, target.id, () => void refresh()),
      watch(context, show),
    ]
    show()
    // The action may have changed before the subscription started.
    void refresh()

    function undo() {
      isUndoneHere = true
      return cancel(queued)
    }

    function show() {
      const action = latest.value
      if (!action) return
      if (isFinal(action)) for (const stop of stops) stop()
      // Until it’s final, a superseded action appears only in the queue.
      if (isSuperseded() && !isFinal(action)) return
      const { showToast, closeToast } = about(isSuperseded() ? ownSubject : subject)
      // If another screen canceled it, perhaps along with others, that screen reports it.
      if (action.state === 'cancelled' && !isUndoneHere) return closeToast()
      const progress = (now: number) => formatActionProgress(latest.value ?? action, now, context())
      const text = isFinal(action) ? formatOutcome(action) : progress
      // The toast keeps the remaining time up to date.
      const key = typeof text === 'string' ? text : text(action.notBefore - secondMs)
      if (key === shownText) return
      shownText = key
      const { isPaused, isHeld } = context()
      const isUndoable = action.state === 'undoable'
      // An irreversible action can be stopped while it waits, but not undone.
      const isOnlyStopped = isIrreversible(action.action) && !isUndoable
      const undoLabel = t(isOnlyStopped ? 'common.cancel' : 'common.undo')
      showToast(
        text,
        isUndoable || action.state === 'ready'
          ? { label: undoLabel, run: undo, isUndo: true }
          : undefined,
        isUndoable && !isPaused && !isHeld
          ? { label: t('queue.sendNow'), run: () => sendNow(action) }
          : undefined,
        isUndoable && !action.reason
          ? { label: t('queue.addReason'), run: () => addReason(action) }
          : undefined,
        action.state === 'conflict'
          ? { label: t('queue.review'), run: () => openInQueue(action) }
          : undefined,
      )
    }
  }
}

/** Opens the reason editor on this screen if it has one, or else in the queue. Opening it holds the action back. */
function useReasonRequest(account: string) {
  const latchkey = useLatchkey()
  const requests = useRequestsStore()
  const router = useRouter()

  return async ({ id }: QueuedAction): Promise<void> => {
    // The editor retries if this fails.
    const postponed = latchkey(account)
      .queue.postpone({ id, isEditing: true })
      .catch(() => undefined)
    requests.put(account, 'edit-reason', String(id))
    await nextTick()
    const isTaken = requests.peek(account, 'edit-reason') === undefined
    if (!isTaken) await router.push({ name: 'queue', params: { account } })
    await postponed
  }
}

/** Changes an unsent action, whose progress toast shows the outcome. */
function useUnsentChanges(account: string) {
  const latchkey = useLatchkey()
  const queue = useQueueStore()
  const { showToast } = useToast()

  async function change(
    request: () => Promise<QueueSummary>,
    failureMessage: MessageId,
    action: QueuedAction,
  ): Promise<void> {
    try {
      queue.put(account, await request())
    } catch (error) {
      showToast(
        t(failureMessage, { action: actionTitle(action), reason: failureOf(error).message }),
      )
    }
  }

  return {
    cancel: (action: QueuedAction) =>
      change(
        () => latchkey(account).queue.cancel({ ids: [action.id] }),
        'moderation.notUndone',
        action,
      ),
    sendNow: (action: QueuedAction) =>
      change(
        () => latchkey(account).queue.sendNow({ ids: [action.id] }),
        'moderation.notSentNow',
        action,
      ),
  }
}
