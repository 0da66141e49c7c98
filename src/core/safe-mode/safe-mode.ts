import { z } from 'zod'
import type { SafeModeState } from '../../shared/app/safe-mode.ts'
import { FailureError } from '../../shared/failure.ts'
import type { JsonFile } from '../data/json-file.ts'

/** How many starts in a row have ended while an answer was processed; there is no file where the last one went well. */
export const StartsFile = z.object({ unfinished: z.int().nonnegative().catch(0).default(0) })

export interface SafeModePorts {
  file: JsonFile<z.output<typeof StartsFile>>
  /** The accounts that are signed in at the start. */
  accounts: readonly string[]
  /** Returns what cancels it. */
  after(milliseconds: number, callback: () => void): () => void
  /** Milliseconds of processor time that this process has used. */
  processorMs(): number
  changed(state: SafeModeState): void
}

const mostBadStarts = 2
/** After its first answer, a start that goes on for so many milliseconds has gone well. */
const settledMs = 15_000
/** What came is processed once nothing else has come, and little was computed, for so many milliseconds. */
const quietMs = 500
const quietProcessorMs = 100

/**
 * Marks in the data folder that a start is processing answers, and removes the mark when it has nothing to do. After two starts
 * in a row that ended with the mark, the accounts' instances are not asked until somebody says so: what one of them answers may
 * be what ends Latchkey. A process that is killed while it waits leaves no mark.
 */
export class SafeMode {
  readonly #ports: SafeModePorts
  #accounts: ReadonlySet<string> = new Set()
  /** Bad starts before this one. */
  #badStarts = 0
  #phase: 'waiting' | 'answered' | 'settled' = 'waiting'
  #isMarked = false
  #hasCrashed = false
  /** Whether something came since the last look. */
  #hasNew = false
  #cancelQuiet: (() => void) | undefined
  #cancelSettled: (() => void) | undefined

  constructor(ports: SafeModePorts) {
    this.#ports = ports
    const { accounts, file } = ports
    if (accounts.length === 0) {
      this.#phase = 'settled'
      return
    }
    this.#badStarts = file.read().unfinished
    if (this.#badStarts >= mostBadStarts) this.#accounts = new Set(accounts)
  }

  state(): SafeModeState {
    return { on: this.#accounts.size > 0 }
  }

  /** Throws where this account's instance must not be asked. Accounts that were added since may ask theirs. */
  check(account: string): void {
    // guard: safe-mode
    if (!this.#accounts.has(account)) return
    throw new FailureError({
      kind: 'offline',
      reason: 'safe-mode',
      message: 'Safe mode is on, so nothing is loaded or sent.',
      hint: 'Choose “Continue normally” to go on.',
    })
  }

  /** Whether it wants to be told of answers: not in safe mode, and not after the start. */
  isWatching(): boolean {
    return this.#phase !== 'settled' && !this.state().on
  }

  /** A part of an answer has come and is about to be processed. */
  came(): void {
    if (!this.isWatching()) return
    this.#phase = 'answered'
    this.#hasNew = true
    // guard: safe-mode-mark
    this.#mark()
    this.#cancelSettled ??= this.#ports.after(settledMs, () => this.#settle())
    if (!this.#cancelQuiet) this.#awaitQuiet()
  }

  /** An answer led to what the next start need not do again, so the same one cannot end every start. */
  progressed(): void {
    if (this.#phase === 'answered' && this.isWatching() && !this.#hasCrashed) this.#settle()
  }

  /** Lets everything go on. Should an answer end this start too, the next one is in safe mode again. */
  leave(): SafeModeState {
    if (this.state().on) {
      this.#accounts = new Set()
      this.#badStarts = mostBadStarts - 1
      this.#ports.file.keep({ unfinished: this.#badStarts })
    }
    this.#ports.changed(this.state())
    return this.state()
  }

  /** Latchkey, or its page, has ended because of an error. Shortly after a start that may be due to an answer. */
  crashed(): void {
    if (this.#phase !== 'answered' || !this.isWatching()) return
    this.#hasCrashed = true
    this.#mark()
  }

  close(): void {
    this.#cancelQuiet?.()
    this.#cancelSettled?.()
    const isWell = !this.state().on && !this.#hasCrashed
    if (isWell && this.#ports.accounts.length > 0) this.#ports.file.remove()
  }

  #mark(): void {
    if (this.#isMarked) return
    this.#isMarked = true
    this.#ports.file.keep({ unfinished: this.#badStarts + 1 })
  }

  #awaitQuiet(): void {
    this.#hasNew = false
    const before = this.#ports.processorMs()
    this.#cancelQuiet = this.#ports.after(quietMs, () => {
      const isBusy = this.#ports.processorMs() - before > quietProcessorMs
      if (this.#hasNew || isBusy) return this.#awaitQuiet()
      this.#cancelQuiet = undefined
      if (this.#hasCrashed) return
      this.#isMarked = false
      this.#ports.file.keep({ unfinished: this.#badStarts })
    })
  }

  #settle(): void {
    this.#phase = 'settled'
    this.#cancelQuiet?.()
    this.#cancelSettled?.()
    this.#ports.file.keep({ unfinished: 0 })
  }
}
