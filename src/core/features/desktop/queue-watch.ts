import type { Notice } from '../../../shared/app/desktop.ts'
import { type QueueCounts, type QueueSummary, queueStates } from '../../../shared/app/queue.ts'
import { keyOf } from './already-notified.ts'

/** Looks how the queue of each account comes to its end: what was done meanwhile is told once, however much it was. */
export class QueueWatch {
  /** Of each account, what had come to its end when it was last told, or was first heard of. */
  readonly #told = new Map<string, QueueCounts>()

  /** Takes the next summary of an account; answers what to tell, once nothing is open any more. */
  moved(account: string, { counts }: QueueSummary, now: number): Notice | undefined {
    const told = this.#told.get(account) ?? counts
    if (sum(counts, openStates) > 0) {
      // What is ordered again has not come to its end any more.
      this.#told.set(account, lesser(told, counts))
      return undefined
    }
    this.#told.set(account, counts)
    const since = (...states: State[]) => Math.max(0, sum(counts, states) - sum(told, states))
    const text = words(since('done'), since('refused', 'expired'), since('conflict'))
    if (!text) return undefined
    return {
      key: keyOf(account, 'queue', now),
      title: 'What you ordered has come to its end',
      text,
      visit: { screen: 'actions', account },
      onScreen: true,
    }
  }

  forget(account: string): void {
    this.#told.delete(account)
  }
}

type State = keyof QueueCounts

const openStates = ['undoable', 'ready', 'sending', 'unknown'] as const

function lesser(a: QueueCounts, b: QueueCounts): QueueCounts {
  const least = queueStates.map((state) => [state, Math.min(a[state] ?? 0, b[state] ?? 0)])
  return Object.fromEntries(least) as QueueCounts
}

function sum(counts: QueueCounts, states: readonly State[]): number {
  return states.reduce((all, state) => all + (counts[state] ?? 0), 0)
}

function words(done: number, refused: number, conflicts: number): string {
  const parts = [
    ...(done > 0 ? [`${actions(done)} done`] : []),
    ...(refused > 0 ? [`${actions(refused)} refused`] : []),
    ...(conflicts > 0 ? [`${actions(conflicts)} to decide on`] : []),
  ]
  return parts.length > 0 ? `${parts.join(', ')}.` : ''
}

function actions(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'action' : 'actions'}`
}
