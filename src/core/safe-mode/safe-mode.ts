import { z } from 'zod'
import type { SafeModeState } from '../../shared/app/safe-mode.ts'
import { FailureError } from '../../shared/failure.ts'
import type { JsonFile } from '../data/json-file.ts'

/** How many starts in a row have not ended well; there is no file where the last one has. */
export const StartsFile = z.object({ unfinished: z.int().nonnegative().catch(0).default(0) })

export interface SafeModePorts {
  file: JsonFile<z.output<typeof StartsFile>>
  /** The accounts that are signed in at the start. */
  accounts: readonly string[]
  /** Returns what cancels it. */
  after(milliseconds: number, callback: () => void): () => void
  changed(state: SafeModeState): void
}

const mostBadStarts = 2
/** After its first answers, a start that goes on for so many milliseconds has gone well. */
const settledMs = 15_000

/**
 * Marks each start in the data folder until it has gone well. After two in a row that have not, the accounts' instances are not
 * asked until somebody says so: what one of them answers may be what ends Latchkey.
 */
export class SafeMode {
  readonly #ports: SafeModePorts
  #accounts: ReadonlySet<string> = new Set()
  #hasCrashed = false
  #cancelTimer: (() => void) | undefined

  constructor(ports: SafeModePorts) {
    this.#ports = ports
    const { accounts, file } = ports
    if (accounts.length === 0) return
    const { unfinished } = file.read()
    if (unfinished >= mostBadStarts) this.#accounts = new Set(accounts)
    else file.keep({ unfinished: unfinished + 1 })
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

  /** Something was asked of an instance, and what came of it was looked through. */
  answered(): void {
    if (this.state().on || this.#ports.accounts.length === 0) return
    this.#cancelTimer ??= this.#ports.after(settledMs, () => this.#ports.file.remove())
  }

  /** Lets everything go on. Should this end badly too, the next start is in safe mode again. */
  leave(): SafeModeState {
    this.#accounts = new Set()
    this.#ports.changed(this.state())
    return this.state()
  }

  /** Latchkey is about to end because of an error. */
  crashed(): void {
    this.#hasCrashed = true
  }

  close(): void {
    this.#cancelTimer?.()
    const isWell = !this.state().on && !this.#hasCrashed
    if (isWell && this.#ports.accounts.length > 0) this.#ports.file.remove()
  }
}
