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
}

/** The details of a request. */
interface RequestDetails {
  reason?: string
  /** Whether the reason is added to the administrators' note of the user as well. */
  note?: boolean
  /** The username as it was typed, where it has to be. */
  confirmed?: string
}

/**
 * Enqueues actions on users and reports their outcomes, also after the screen is left. An action that is not sent yet can be
 * undone or sent at once.
 */
export function useModeration(account: string) {
  const latchkey = useLatchkey()
  const follow = useProgressToasts(account)

  /** Returns the queued action; throws a `CallError` if it could not be queued. */
  async function enqueue(
    action: ModerationAction,
    user: UserSnapshot,
    { reason, note, confirmed }: RequestDetails = {},
  ): Promise<QueuedAction> {
    const { id, username, name, state, bot } = user
    const seen = { username, name, state, bot }
    const { queue } = latchkey(account)
    const queued = await queue.enqueue({ action, id, seen, reason, note, confirmed })
    follow(queued)
    return queued
  }

  return { enqueue, follow }
}

const aSecond = 1000
/** The IDs of the last actions, by account and user. */
const latestActions = new Map<string, number>()

/** Returns a function that shows the progress of an action until it is final, each message once. */
function useProgressToasts(account: string) {
  const latchkey = useLatchkey()
  const queue = useQueueStore()
  const connectivity = useConnectivityStore()
  const { about } = useToast()
  const circumstances = () => {
    const { isPaused, hold } = queue.of(account) ?? {}
    const isHeld = hold !== undefined
    return { isPaused: isPaused === true, isHeld, isAway: connectivity.isAway(account) }
  }
  const { cancel, sendNow } = useUnsentChanges(account)
  const addReason = useReasonRequest(account)

  return (queued: QueuedAction): void => {
    const subject = `user ${queued.target.id}`
    const ownSubject = `action ${queued.id}`
    const key = `${account} ${subject}`
    latestActions.set(key, queued.id)
    const isSuperseded = () => latestActions.get(key) !== queued.id
    const latest = shallowRef(queued)
    let shownText: string | undefined
    // An action that undoes one that wasn’t sent yet cancels both.
    let isUndoneHere = queued.state === 'cancelled'
    const { id, target } = queued
    const refresh = coalesce(async () => {
      // Nothing is shown where it could not be read; the next event reads again.
      const action = await latchkey(account)
        .queue.get({ id })
        .catch(() => undefined)
      if (!action) return
      latest.value = action
      show()
    })
    const stops = [
      queue.watchTarget(account, target.id, () => void refresh()),
      watch(circumstances, show),
    ]
    if (!isFinal(queued)) show()
    // It may have changed between the answer and the first event.
    void refresh()

    function undo() {
      isUndoneHere = true
      return cancel(queued)
    }

    function show() {
      const action = latest.value
      if (isFinal(action)) for (const stop of stops) stop()
      // Until it is final, only the queue shows an action that another one for the same user followed.
      if (isSuperseded() && !isFinal(action)) return
      const { showToast, closeToast } = about(isSuperseded() ? ownSubject : subject)
      // Where it was cancelled elsewhere, perhaps together with others, that is shown there.
      if (action.state === 'cancelled' && !isUndoneHere) return closeToast()
      const progress = (now: number) => formatActionProgress(latest.value, now, circumstances())
      const text = isFinal(action) ? formatOutcome(action) : progress
      // The time that is left changes inside the toast.
      const key = typeof text === 'string' ? text : text(action.notBefore - aSecond)
      if (key === shownText) return
      shownText = key
      const { isPaused, isHeld } = circumstances()
      const isUndoable = action.state === 'undoable'
      // It can be stopped while it waits, not taken back.
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
      )
    }
  }
}

/** Opens the reason of an action: on the screen where it is shown, else in the queue. Meanwhile it isn’t sent. */
function useReasonRequest(account: string) {
  const latchkey = useLatchkey()
  const requests = useRequestsStore()
  const router = useRouter()

  return async ({ id }: QueuedAction): Promise<void> => {
    // Where this fails, the editor tries again.
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

/** The changes to an action that is not sent yet. Its progress toast shows their outcome. */
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
