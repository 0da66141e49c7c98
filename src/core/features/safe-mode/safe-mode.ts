import { z } from 'zod'
import type { SafeModeState } from '../../../shared/app/safe-mode.ts'
import { message } from '../../../shared/messages/message.ts'
import { FailureError } from '../../infra/failure.ts'
import type { JsonFile } from '../../infra/files/json-file.ts'

/** How many starts in a row have failed; there is no file if the last one succeeded. */
export const StartsFile = z.object({ unfinished: z.int().nonnegative().catch(0).default(0) })
type StartsFile = z.output<typeof StartsFile>

export interface SafeModePorts {
  file: JsonFile<StartsFile>
  /** The accounts that are signed in at the start. */
  accounts: readonly string[]
  /** Returns what cancels it. */
  after(milliseconds: number, callback: () => void): () => void
  /** Keeps `bad` in the file while this process is stuck or uses too much memory, then `good`. Returns a function that ends it. */
  watch(contents: { bad: StartsFile; good: StartsFile }): () => void
  changed(state: SafeModeState): void
}

const maxBadStarts = 2
/** Milliseconds after its first answer in which a start may still fail. */
const settlingMs = 15_000

/**
 * Finds starts that an answer has ended: by an error, by keeping Latchkey busy or by using up its memory. After two in a row no
 * requests are sent for these accounts until the user turns safe mode off. A process that is killed while it works well is not
 * counted.
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
    if (this.#badStarts >= maxBadStarts) this.#accounts = new Set(accounts)
  }

  state(): SafeModeState {
    return { on: this.#accounts.size > 0 }
  }

  /** Throws if no requests may be sent for this account. Accounts that were added since are not affected. */
  assertRequestsAllowed(account: string): void {
    // guard: safe-mode
    if (!this.#accounts.has(account)) return
    throw new FailureError({
      kind: 'offline',
      reason: 'safe-mode',
      message: message('safeMode.on'),
      hint: message('safeMode.onHint'),
    })
  }

  /** An answer has come and is about to be processed. */
  onResponse(): void {
    if (this.#phase !== 'waiting' || this.state().on) return
    this.#phase = 'answered'
    this.#cancelSettled = this.#ports.after(settlingMs, () => this.#settle())
    const good = { unfinished: this.#badStarts }
    const bad = { unfinished: this.#badStarts + 1 }
    // guard: safe-mode-watch
    this.#endWatch = this.#ports.watch({ bad, good })
  }

  /** Turns safe mode off. If an answer ends this start too, the next one is in safe mode again. */
  leave(): SafeModeState {
    if (this.state().on) {
      this.#accounts = new Set()
      this.#badStarts = maxBadStarts - 1
      this.#ports.file.saveOrReport({ unfinished: this.#badStarts })
    }
    this.#ports.changed(this.state())
    return this.state()
  }

  /** Latchkey, or its page, has crashed. Shortly after a start an answer may be the cause. */
  onCrash(): void {
    if (this.#phase !== 'answered') return
    this.#hasCrashed = true
    this.#endWatch?.()
    this.#ports.file.saveOrReport({ unfinished: this.#badStarts + 1 })
  }

  close(): void {
    this.#endWatch?.()
    this.#cancelSettled?.()
    const hasSucceeded = !this.state().on && !this.#hasCrashed
    if (hasSucceeded && this.#ports.accounts.length > 0) this.#ports.file.remove()
  }

  #settle(): void {
    this.#phase = 'settled'
    this.#endWatch?.()
    this.#ports.file.remove()
  }
}

type Fetch = typeof globalThis.fetch

/** Fetch that notifies safe mode of each answer before it is processed. */
export function watchFetch(fetch: Fetch, safeMode: SafeMode): Fetch {
  return async (...request) => {
    const response = await fetch(...request)
    safeMode.onResponse()
    return response
  }
}
