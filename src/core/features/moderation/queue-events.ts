import type { Clock } from '../../infra/time/clock.ts'

/** Milliseconds between two pieces of news about one account. */
const breathMs = 200
/** As many people as one piece of news names. */
const mostTargets = 100

/** Tells that something moved, at once the first time, and then not more often than anybody can look. */
export class QueueChanges {
  readonly #clock: Pick<Clock, 'after'>
  readonly #tell: (account: string, targets: number[]) => void
  readonly #pending = new Map<string, Set<number>>()
  readonly #resting = new Map<string, () => void>()

  constructor(clock: Pick<Clock, 'after'>, tell: (account: string, targets: number[]) => void) {
    this.#clock = clock
    this.#tell = tell
  }

  moved(account: string, targets: Iterable<number>): void {
    const pending = this.#pending.get(account) ?? new Set()
    this.#pending.set(account, pending)
    for (const target of targets) {
      if (pending.size >= mostTargets) break
      pending.add(target)
    }
    if (!this.#resting.has(account)) this.#speak(account)
  }

  close(): void {
    for (const end of this.#resting.values()) end()
    this.#pending.clear()
  }

  #speak(account: string): void {
    const targets = this.#pending.get(account)
    this.#resting.delete(account)
    if (!targets) return
    this.#pending.delete(account)
    // First, because whoever is told may move something.
    this.#resting.set(
      account,
      this.#clock.after(breathMs, () => this.#speak(account)),
    )
    this.#tell(account, [...targets])
  }
}
