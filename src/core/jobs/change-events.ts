import type { Clock } from '../platform/time/clock.ts'

/** Time (ms) between two events. */
const intervalMs = 200
/** Maximum number of users listed in one event. */
const maxTargets = 100

/** Emits change events: the first immediately, later ones at intervals. */
export class ChangeEvents {
  readonly #clock: Pick<Clock, 'after'>
  readonly #emit: (targets: number[]) => void
  #pending: Set<number> | undefined
  #isAny = false
  #endTimer: (() => void) | undefined

  constructor(clock: Pick<Clock, 'after'>, emit: (targets: number[]) => void) {
    this.#clock = clock
    this.#emit = emit
  }

  /** Reports that these users changed. If absent, any user may have changed, and the event doesn't list users. */
  changed(targets?: Iterable<number>): void {
    this.#isAny ||= targets === undefined
    this.#pending ??= new Set()
    for (const target of targets ?? []) {
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
    const isAny = this.#isAny
    this.#isAny = false
    // Restarts the timer first, because a listener may report a change.
    this.#endTimer = this.#clock.after(intervalMs, () => this.#flush())
    this.#emit(isAny ? [] : [...targets])
  }
}
