import type { Clock } from './clock.ts'

/** Timers don't count the time a computer sleeps, so a longer wait is checked again this often. */
const maxTimerMs = 60_000

/** Calls back soon after `wake`, coalescing repeated calls, and again at the time returned by the callback. */
export class WakeTimer {
  readonly #clock: Pick<Clock, 'now' | 'after'>
  readonly #onWake: () => number
  #isWaking = false
  #isPaused = false
  #isClosed = false
  #cancelTimer: (() => void) | undefined
  /** Time of the next callback, in milliseconds since 1970. */
  #armedFor = Infinity

  /** `onWake` returns when to call back again, in milliseconds since 1970; `Infinity` waits for `wake`. */
  constructor(clock: Pick<Clock, 'now' | 'after'>, onWake: () => number) {
    this.#clock = clock
    this.#onWake = onWake
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  wake(): void {
    if (this.#isWaking || this.#isPaused || this.#isClosed) return
    this.#isWaking = true
    setImmediate(() => {
      this.#isWaking = false
      if (this.#isPaused || this.#isClosed) return
      this.#cancelTimer?.()
      const next = this.#onWake()
      if (!this.#isPaused && !this.#isClosed) this.#arm(next)
    })
  }

  /** Calls back no later than this time (ms since 1970). */
  wakeAt(moment: number): void {
    // The timer doesn't notice a clock that was set forward.
    if (this.#armedFor <= this.#clock.now()) this.wake()
    if (this.#isWaking || this.#isPaused || this.#isClosed || moment >= this.#armedFor) return
    this.#cancelTimer?.()
    this.#arm(moment)
  }

  /** Calls back after this time (ms), and not before. */
  pause(milliseconds: number): void {
    if (this.#isClosed) return
    this.#cancelTimer?.()
    this.#isPaused = true
    this.#cancelTimer = this.#clock.after(milliseconds, () => {
      this.#isPaused = false
      this.wake()
    })
  }

  close(): void {
    this.#isClosed = true
    this.#cancelTimer?.()
  }

  /** Calls back even if the time was reached during the callback. */
  #arm(moment: number): void {
    this.#armedFor = moment
    if (moment === Infinity) return
    const wait = Math.max(1, Math.min(moment - this.#clock.now(), maxTimerMs))
    this.#cancelTimer = this.#clock.after(wait, () => this.wake())
  }
}
