import type { ModerationAction } from '../../../shared/moderation.ts'
import type { QueuedAction } from '../../../shared/app/queue.ts'
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
    let said: string | undefined
    let isLooking = false
    let isDue = false
    let isUndoneHere = false
    const { id, target } = queued
    const end = queue.watchTarget(account, target.id, () => void look())
    if (!isFinal(queued)) show(queued)
    // It may have moved between the answer and the first event.
    void look()

    async function look() {
      isDue = true
      if (isLooking) return
      isLooking = true
      while (isDue) {
        isDue = false
        // Nothing is shown where it could not be read; the next event reads again.
        const now = await calls()
          .get({ id })
          .catch(() => undefined)
        if (now) show(now)
      }
      isLooking = false
    }

    function undo() {
      isUndoneHere = true
      return cancel(queued)
    }

    function show(action: QueuedAction) {
      if (isFinal(action)) end()
      const text = isFinal(action) ? formatOutcome(action) : formatProgress(action, isAway())
      if (text === said) return
      said = text
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
    const work = () => calls().cancel({ ids: [queued.id] })
    return change(work, 'moderation.notUndone', queued)
  }

  function sendNow(queued: QueuedAction): Promise<void> {
    const work = () => calls().sendNow({ ids: [queued.id] })
    return change(work, 'moderation.notSentNow', queued)
  }

  /** The events of the queue show the outcome. */
  async function change(
    work: () => ReturnType<ReturnType<typeof calls>['cancel']>,
    failed: MessageId,
    queued: QueuedAction,
  ): Promise<void> {
    try {
      queue.put(account, await work())
    } catch (error) {
      say(t(failed, { action: actionTitle(queued), reason: failureOf(error).message }))
    }
  }

  return { enqueue, follow }
}
