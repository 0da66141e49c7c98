import { createHash } from 'node:crypto'
import type { CopiedSecretEvent } from '../../../shared/operations/host.ts'
import type { Presence } from '../../ports.ts'

interface CopiedSecretOptions {
  clipboard: Presence['clipboard'] | undefined
  /** How long a secret may stay in the clipboard. */
  seconds(): number
  clock: { after(milliseconds: number, callback: () => void): () => void }
  changed(event: CopiedSecretEvent): void
}

/** How often, and at which interval (ms), clearing is repeated before it waits for the next access. */
const maxAttempts = 3
const retryMs = 1000

/**
 * The secret that was last copied. Removes it from the clipboard after a while, or at once on request. Keeps only its
 * hash, until a read shows that it is gone.
 */
export class CopiedSecret {
  readonly #options: CopiedSecretOptions
  #hash: string | undefined
  /** Whether it should be gone by now. */
  #isDue = false
  #cancelTimer: () => void = () => undefined
  readonly #stopListening: () => void

  constructor(options: CopiedSecretOptions) {
    this.#options = options
    this.#stopListening =
      options.clipboard?.onAccess(() => {
        if (this.#isDue) void this.#clear()
      }) ?? (() => undefined)
  }

  /** Starts the countdown for a secret that was copied, given its SHA-256. */
  remember(hash: string): void {
    this.#forget()
    this.#hash = hash
    const { clock, seconds } = this.#options
    this.#cancelTimer = clock.after(seconds() * 1000, () => this.remove())
  }

  /** Copies a secret. Returns whether that's possible here. */
  async copy(text: string): Promise<boolean> {
    const { clipboard } = this.#options
    if (!clipboard) return false
    await clipboard.writeSecret(text)
    this.remember(sha256(text))
    return true
  }

  /** Removes the secret from the clipboard now, or as soon as the system allows it. */
  remove(): void {
    if (this.#hash === undefined) return
    this.#isDue = true
    void this.#clear()
  }

  close(): void {
    this.#forget()
    this.#stopListening()
  }

  /**
   * Clears the clipboard even if it can't be read, because losing newer content is better than leaving the secret
   * there.
   */
  async #clear(attempt = 1): Promise<void> {
    const { clipboard, clock, changed } = this.#options
    const hash = this.#hash
    if (!clipboard || hash === undefined) return
    this.#cancelTimer()
    if (!clipboard.isAccessible()) return changed({ outcome: 'waiting' })
    const before = await this.#isInClipboard(clipboard, hash)
    // Another secret may have been copied, or this one removed, while reading.
    const isOutdated = () => this.#hash !== hash || !this.#isDue
    if (isOutdated()) return
    if (before === false) return this.#end({ outcome: 'replaced' })
    // guard: locked-clipboard
    clipboard.clear()
    const after = await this.#isInClipboard(clipboard, hash)
    if (isOutdated()) return
    if (after !== true) return this.#end({ outcome: 'cleared' })
    if (attempt === maxAttempts) return changed({ outcome: 'waiting' })
    this.#cancelTimer = clock.after(retryMs, () => void this.#clear(attempt + 1))
  }

  /** Undefined if the clipboard can't be read. */
  async #isInClipboard(
    clipboard: Presence['clipboard'],
    hash: string,
  ): Promise<boolean | undefined> {
    const text = await clipboard.read().catch(() => undefined)
    return text === undefined ? undefined : sha256(text) === hash
  }

  #end(event: CopiedSecretEvent): void {
    this.#forget()
    this.#options.changed(event)
  }

  #forget(): void {
    this.#cancelTimer()
    this.#hash = undefined
    this.#isDue = false
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
