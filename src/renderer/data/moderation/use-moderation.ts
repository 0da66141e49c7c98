import type { ModerationAction } from '../../../shared/moderation.ts'
import type { QueuedAction } from '../../../shared/app/queue.ts'
import { failureOf, useLatchkey } from '../latchkey.ts'
import { isFinal, outcomeWords, underWayWords } from './moderation-outcome.ts'
import { nameInWords } from '../shown-name.ts'
import { useConnectivityStore } from '../stores/connectivity.ts'
import { useQueueStore } from '../stores/queue.ts'
import { useToast } from '../../ui/use-toast.ts'

/** A person as they are on the screen. */
export interface SeenPerson {
  id: number
  username: string
  name: string
  state: string
  bot?: boolean | null
}

/** What goes with a request. */
interface RequestDetails {
  reason?: string
  /** Whether the reason is written into the administrators' note of the person as well. */
  note?: boolean
  /** The username as it was typed, where that is asked for. */
  confirmed?: string
}

/**
 * Enqueues actions on users and reports their outcomes, also after the screen is left. What is not sent yet can be undone, or
 * be sent at once.
 */
export function useModeration(account: string) {
  const latchkey = useLatchkey()
  const queue = useQueueStore()
  const connectivity = useConnectivityStore()
  const { say } = useToast()
  const calls = () => latchkey(account).queue
  const isAway = () => connectivity.isAway(account)

  /** Answers the action as it stands in the queue; throws a `FailureError` where it could not be put there. */
  async function enqueue(
    action: ModerationAction,
    person: SeenPerson,
    { reason, note, confirmed }: RequestDetails = {},
  ): Promise<QueuedAction> {
    const { id, username, name, state, bot } = person
    const seen = { username, name, state, bot }
    const queued = await calls().enqueue({ action, id, seen, reason, note, confirmed })
    follow(queued)
    return queued
  }

  /** Says how an action stands until it is over; each thing once. */
  function follow(queued: QueuedAction): void {
    let said: string | undefined
    let isLooking = false
    let isDue = false
    let isUndoneHere = false
    const { id, target } = queued
    const end = queue.watchTarget(account, target.id, () => void look())
    if (!isFinal(queued)) tell(queued)
    // It may have moved between the answer and the first news.
    void look()

    async function look() {
      isDue = true
      if (isLooking) return
      isLooking = true
      while (isDue) {
        isDue = false
        // Nothing is said of what could not be read; the next news asks again.
        const now = await calls()
          .get({ id })
          .catch(() => undefined)
        if (now) tell(now)
      }
      isLooking = false
    }

    function undo() {
      isUndoneHere = true
      return cancel(queued)
    }

    function tell(action: QueuedAction) {
      if (isFinal(action)) end()
      const words = isFinal(action) ? outcomeWords(action) : underWayWords(action, isAway())
      if (words === said) return
      said = words
      // Where it is cancelled elsewhere, perhaps together with others, that is said there.
      if (action.state === 'cancelled' && !isUndoneHere) return
      const isPending = action.state === 'undoable' || action.state === 'ready'
      say(
        words,
        isPending ? { label: 'Undo', run: undo } : undefined,
        action.state === 'undoable' ? { label: 'Send now', run: () => sendNow(action) } : undefined,
      )
    }
  }

  function cancel({ id, target }: QueuedAction): Promise<void> {
    return change(() => calls().cancel({ ids: [id] }), `It is too late for ${nameInWords(target)}`)
  }

  function sendNow({ id, target }: QueuedAction): Promise<void> {
    return change(() => calls().sendNow({ ids: [id] }), `${nameInWords(target)} has to wait`)
  }

  /** What comes of it is told by the news of the queue. */
  async function change(
    work: () => ReturnType<ReturnType<typeof calls>['cancel']>,
    trouble: string,
  ): Promise<void> {
    try {
      queue.put(account, await work())
    } catch (error) {
      say(`${trouble}: ${failureOf(error).message}`)
    }
  }

  return { enqueue, follow }
}
