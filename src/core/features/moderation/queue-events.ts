import type { Clock } from '../../platform/time/clock.ts'

/** Milliseconds between two events. */
const intervalMs = 200
/** Users that one event names. */
const maxTargets = 100

/** Reports changes of the queue, at once the first time and then at intervals. */
export class QueueEvents {
  readonly #clock: Pick<Clock, 'after'>
  readonly #emit: (targets: number[]) => void
  #pending: Set<number> | undefined
  #endTimer: (() => void) | undefined

  constructor(clock: Pick<Clock, 'after'>, emit: (targets: number[]) => void) {
    this.#clock = clock
    this.#emit = emit
  }

  queueChanged(targets: Iterable<number>): void {
    this.#pending ??= new Set()
    for (const target of targets) {
      if (this.#pending.size >= maxTargets) break
      this.#pending.add(target)
    }
    if (!this.#endTimer) this.#flush()
  }

  close(): void {
    this.#endTimer?.()
    this.#pending = undefined
  }

  #flush(): void {
    const targets = this.#pending
    this.#endTimer = undefined
    if (!targets) return
    this.#pending = undefined
    // First, because a listener may change something.
    this.#endTimer = this.#clock.after(intervalMs, () => this.#flush())
    this.#emit([...targets])
  }
}
