import type { ModerationAction } from '../../../shared/moderation.ts'
import type { QueueSummary, QueuedAction } from '../../../shared/app/queue.ts'
import type { MessageId } from '../../../shared/messages/message.ts'
import { failureOf, useLatchkey } from '../latchkey.ts'
import { actionTitle } from './moderation-messages.ts'
import { formatOutcome, formatProgress, isFinal } from './moderation-outcome.ts'
import { useConnectivityStore } from '../stores/connectivity.ts'
import { useQueueStore } from '../stores/queue.ts'
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
  const queue = useQueueStore()
  const connectivity = useConnectivityStore()
  const { say } = useToast()
  const calls = () => latchkey(account).queue
  const isAway = () => connectivity.isAway(account)

  /** Returns the queued action; throws a `FailureError` where it could not be queued. */
  async function enqueue(
    action: ModerationAction,
    user: UserSnapshot,
    { reason, note, confirmed }: RequestDetails = {},
  ): Promise<QueuedAction> {
    const { id, username, name, state, bot } = user
    const seen = { username, name, state, bot }
    const queued = await calls().enqueue({ action, id, seen, reason, note, confirmed })
    follow(queued)
    return queued
  }

  /** Shows the progress of an action until it is final, each message once. */
  function follow(queued: QueuedAction): void {
    let shownText: string | undefined
    let isReading = false
    let isStale = false
    let isUndoneHere = false
    const { id, target } = queued
    const unsubscribe = queue.watchTarget(account, target.id, () => void refresh())
    if (!isFinal(queued)) show(queued)
    // It may have changed between the answer and the first event.
    void refresh()

    async function refresh() {
      isStale = true
      if (isReading) return
      isReading = true
      while (isStale) {
        isStale = false
        // Nothing is shown where it could not be read; the next event reads again.
        const now = await calls()
          .get({ id })
          .catch(() => undefined)
        if (now) show(now)
      }
      isReading = false
    }

    function undo() {
      isUndoneHere = true
      return cancel(queued)
    }

    function show(action: QueuedAction) {
      if (isFinal(action)) unsubscribe()
      const text = isFinal(action) ? formatOutcome(action) : formatProgress(action, isAway())
      if (text === shownText) return
      shownText = text
      // Where it was cancelled elsewhere, perhaps together with others, that is shown there.
      if (action.state === 'cancelled' && !isUndoneHere) return
      const isPending = action.state === 'undoable' || action.state === 'ready'
      say(
        text,
        isPending ? { label: t('common.undo'), run: undo } : undefined,
        action.state === 'undoable'
          ? { label: t('queue.sendNow'), run: () => sendNow(action) }
          : undefined,
      )
    }
  }

  function cancel(queued: QueuedAction): Promise<void> {
    return change(() => calls().cancel({ ids: [queued.id] }), 'moderation.notUndone', queued)
  }

  function sendNow(queued: QueuedAction): Promise<void> {
    return change(() => calls().sendNow({ ids: [queued.id] }), 'moderation.notSentNow', queued)
  }

  /** The events of the queue show the outcome. */
  async function change(
    request: () => Promise<QueueSummary>,
    failureMessage: MessageId,
    queued: QueuedAction,
  ): Promise<void> {
    try {
      queue.put(account, await request())
    } catch (error) {
      say(t(failureMessage, { action: actionTitle(queued), reason: failureOf(error).message }))
    }
  }

  return { enqueue, follow }
}
