import type { Clock } from '../../infra/time/clock.ts'

/** Milliseconds between two events about one account. */
const intervalMs = 200
/** Users that one event names. */
const maxTargets = 100

/** Reports changes of the queue, at once the first time and then at intervals. */
export class QueueEvents {
  readonly #clock: Pick<Clock, 'after'>
  readonly #emit: (account: string, targets: number[]) => void
  readonly #pending = new Map<string, Set<number>>()
  readonly #timers = new Map<string, () => void>()

  constructor(clock: Pick<Clock, 'after'>, emit: (account: string, targets: number[]) => void) {
    this.#clock = clock
    this.#emit = emit
  }

  queueChanged(account: string, targets: Iterable<number>): void {
    const pending = this.#pending.get(account) ?? new Set()
    this.#pending.set(account, pending)
    for (const target of targets) {
      if (pending.size >= maxTargets) break
      pending.add(target)
    }
    if (!this.#timers.has(account)) this.#flush(account)
  }

  close(): void {
    for (const end of this.#timers.values()) end()
    this.#pending.clear()
  }

  #flush(account: string): void {
    const targets = this.#pending.get(account)
    this.#timers.delete(account)
    if (!targets) return
    this.#pending.delete(account)
    // First, because a listener may change something.
    this.#timers.set(
      account,
      this.#clock.after(intervalMs, () => this.#flush(account)),
    )
    this.#emit(account, [...targets])
  }
}
