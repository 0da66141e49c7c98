import { z } from 'zod'
import type { SafeModeState } from '../../../shared/app/safe-mode.ts'
import { FailureError } from '../../infra/failure.ts'
import type { JsonFile } from '../../infra/files/json-file.ts'

/** How many starts in a row have ended badly; there is no file where the last one went well. */
export const StartsFile = z.object({ unfinished: z.int().nonnegative().catch(0).default(0) })
type StartsFile = z.output<typeof StartsFile>

export interface SafeModePorts {
  file: JsonFile<StartsFile>
  /** The accounts that are signed in at the start. */
  accounts: readonly string[]
  /** Returns what cancels it. */
  after(milliseconds: number, callback: () => void): () => void
  /** Keeps `bad` in the file while this process is stuck or takes up too much memory, then `good`. Returns what ends that. */
  watch(contents: { bad: StartsFile; good: StartsFile }): () => void
  changed(state: SafeModeState): void
}

const mostBadStarts = 2
/** After its first answer, a start that goes on for so many milliseconds has gone well. */
const settledMs = 15_000

/**
 * Finds starts that an answer has ended: by an error, by keeping Latchkey busy or by taking up its memory. After two in a row the
 * accounts' instances are not asked until somebody says so. A process that is killed while all is well counts nothing.
 */
export class SafeMode {
  readonly #ports: SafeModePorts
  #accounts: ReadonlySet<string> = new Set()
  /** Bad starts before this one. */
  #badStarts = 0
  #phase: 'waiting' | 'answered' | 'settled' = 'waiting'
  #hasCrashed = false
  #endWatch: (() => void) | undefined
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

  /** An answer has come and is about to be processed. */
  answered(): void {
    if (this.#phase !== 'waiting' || this.state().on) return
    this.#phase = 'answered'
    this.#cancelSettled = this.#ports.after(settledMs, () => this.#settle())
    const good = { unfinished: this.#badStarts }
    const bad = { unfinished: this.#badStarts + 1 }
    // guard: safe-mode-watch
    this.#endWatch = this.#ports.watch({ bad, good })
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
    if (this.#phase !== 'answered') return
    this.#hasCrashed = true
    this.#endWatch?.()
    this.#ports.file.keep({ unfinished: this.#badStarts + 1 })
  }

  close(): void {
    this.#endWatch?.()
    this.#cancelSettled?.()
    const isWell = !this.state().on && !this.#hasCrashed
    if (isWell && this.#ports.accounts.length > 0) this.#ports.file.remove()
  }

  #settle(): void {
    this.#phase = 'settled'
    this.#endWatch?.()
    this.#ports.file.remove()
  }
}
