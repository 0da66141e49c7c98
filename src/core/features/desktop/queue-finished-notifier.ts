import type { Notice } from '../../../shared/operations/desktop.ts'
import type { QueueCounts, QueueSummary } from '../../../shared/operations/queue.ts'
import {
  type QueueState,
  countInStates,
  openStates,
  queueStates,
} from '../../../shared/rules/item-states.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import { t } from '../../platform/messages.ts'
import { keyOf } from './already-notified.ts'

/** Notifies once an account's queue has finished, and sums up what it did. */
export class QueueFinishedNotifier {
  /** How many actions each account's queue had finished at the last notification, or when first seen. */
  readonly #reported = new Map<string, QueueCounts>()

  /** Takes an account's next summary. Returns a notification once nothing is pending. */
  update(account: string, { counts }: QueueSummary, now: number): Notice | undefined {
    const reported = this.#reported.get(account) ?? counts
    if (countInStates(counts, openStates) > 0) {
      // An action that is retried is no longer finished.
      this.#reported.set(account, minCounts(reported, counts))
      return undefined
    }
    this.#reported.set(account, counts)
    const since = (...states: QueueState[]) =>
      Math.max(0, countInStates(counts, states) - countInStates(reported, states))
    const outcomes = outcomeMessages(since('done'), since('refused', 'expired'), since('conflict'))
    if (outcomes.length === 0) return undefined
    const canceled = since('cancelled')
    if (canceled > 0) outcomes.push(message('desktop.actionsCanceled', { count: canceled }))
    return {
      key: keyOf(account, 'queue', now),
      title: t('desktop.queueFinished'),
      text: t('desktop.queueOutcome', { outcomes }),
      visit: { screen: 'queue', account },
      onScreen: true,
    }
  }

  forget(account: string): void {
    this.#reported.delete(account)
  }
}

function minCounts(a: QueueCounts, b: QueueCounts): QueueCounts {
  const least = queueStates.map((state) => [state, Math.min(a[state] ?? 0, b[state] ?? 0)])
  return Object.fromEntries(least) as QueueCounts
}

function outcomeMessages(done: number, failed: number, conflicts: number): Message[] {
  return [
    ...(done > 0 ? [message('desktop.actionsDone', { count: done })] : []),
    ...(failed > 0 ? [message('home.failedActions', { count: failed })] : []),
    ...(conflicts > 0 ? [message('home.reviewActions', { count: conflicts })] : []),
  ]
}
