import type { Clock } from '../../platform/time/clock.ts'

/** Timers can't be longer. */
const maxTimerMs = 24 * 60 * 60_000

/** Calls back soon after `wake`, once however often it is called, and again at the moment that the callback returns. */
export class WakeTimer {
  readonly #clock: Pick<Clock, 'now' | 'after'>
  readonly #onWake: () => number
  #isWaking = false
  #isClosed = false
  #cancelTimer: (() => void) | undefined
  /** When it calls back next, in milliseconds since 1970. */
  #armedFor = Infinity

  /** `onWake` returns when to call back again, in milliseconds since 1970; `Infinity` for only after `wake`. */
  constructor(clock: Pick<Clock, 'now' | 'after'>, onWake: () => number) {
    this.#clock = clock
    this.#onWake = onWake
  }

  wake(): void {
    if (this.#isWaking || this.#isClosed) return
    this.#isWaking = true
    setImmediate(() => {
      this.#isWaking = false
      if (this.#isClosed) return
      this.#cancelTimer?.()
      this.#arm(this.#onWake())
    })
  }

  /** Calls back at this moment, in milliseconds since 1970, at the latest. */
  wakeAt(moment: number): void {
    // The timer doesn't notice a clock that was set forward.
    if (this.#armedFor <= this.#clock.now()) this.wake()
    if (this.#isWaking || this.#isClosed || moment >= this.#armedFor) return
    this.#cancelTimer?.()
    this.#arm(moment)
  }

  close(): void {
    this.#isClosed = true
    this.#cancelTimer?.()
  }

  /** Calls back even where the moment has passed during the callback. */
  #arm(moment: number): void {
    this.#armedFor = moment
    if (moment === Infinity) return
    const wait = Math.max(1, Math.min(moment - this.#clock.now(), maxTimerMs))
    this.#cancelTimer = this.#clock.after(wait, () => this.wake())
  }
}
