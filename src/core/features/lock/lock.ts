import { createHash } from 'node:crypto'
import type { LockState, lockReasons } from '../../../shared/app/lock.ts'
import type { Settings } from '../../../shared/app/settings.ts'
import { FailureError } from '../../infra/failure.ts'
import type { Events } from '../../infra/events.ts'

/** What a desktop system tells of whoever is at it. */
export interface Presence {
  /** Seconds since somebody touched the machine. */
  idleSeconds(): number
  /** Asks the system who is there; absent where it cannot tell at the moment. */
  confirm(): (() => Promise<boolean>) | undefined
  /** Whether it is known when the screen is locked. */
  knowsScreenLock(): boolean
  clipboard: {
    read(): Promise<string>
    clear(): void
    /** Writes a text together with what keeps it out of clipboard histories. */
    writeSecret(text: string): Promise<void>
  }
}

interface LockPorts {
  presence?: Presence | undefined
  settings(): Pick<Settings, 'lockMinutes' | 'lockWithSystem' | 'pauseQueueWhileLocked'>
  clock: { now(): number; after(milliseconds: number, callback: () => void): () => void }
  changed(state: LockState): void
}

/** Milliseconds between two looks at whether somebody is there. */
const pollMs = 5000
/** Notices that are told after unlocking, at most; the last ones. */
const maxDeferred = 10

/**
 * Locks the app: screens get no answer and hear of nothing until it is unlocked. Queued actions continue, unless the settings pause
 * them.
 *
 * It is a screen before the app and no wall around its data: no password of ours protects the files, and but for a Mac with
 * Touch ID a click unlocks it.
 */
export class Lock {
  readonly #ports: LockPorts
  #reason: (typeof lockReasons)[number] | undefined
  #lastUse: number
  /** SHA-256 of the secret that was copied last. */
  #copied: string | undefined
  #cancelLook: () => void = () => undefined
  readonly #heldBack: (() => void)[] = []

  constructor(ports: LockPorts) {
    this.#ports = ports
    this.#lastUse = ports.clock.now()
  }

  get isLocked(): boolean {
    return this.#reason !== undefined
  }

  state(): LockState {
    const asksWho = this.#ports.presence?.confirm() !== undefined
    const pausesQueue = this.isLocked && this.#ports.settings().pauseQueueWhileLocked
    return {
      locked: this.isLocked,
      reason: this.#reason,
      asksWho,
      ...(this.#ports.presence?.knowsScreenLock() === false && { missesScreenLock: true }),
      pausesQueue,
    }
  }

  lock(reason: (typeof lockReasons)[number]): LockState {
    if (this.isLocked) return this.state()
    this.#reason = reason
    this.#cancelLook()
    void this.#clearClipboard()
    this.#ports.changed(this.state())
    return this.state()
  }

  /** The system was locked, or goes to sleep. */
  systemLocked(): void {
    if (this.#ports.settings().lockWithSystem) this.lock('system')
  }

  async unlock(): Promise<LockState> {
    const confirm = this.isLocked ? this.#ports.presence?.confirm() : undefined
    if (confirm && !(await confirm())) throw notConfirmed()
    if (this.isLocked) {
      this.#reason = undefined
      this.inUse()
      this.watch()
      this.#ports.changed(this.state())
      for (const tell of this.#heldBack.splice(0).slice(-maxDeferred)) tell()
    }
    return this.state()
  }

  inUse(): void {
    this.#lastUse = this.#ports.clock.now()
  }

  copied(hash: string): void {
    this.#copied = hash
  }

  /** Puts a secret into the clipboard; answers whether that was possible from here. */
  async copySecret(text: string): Promise<{ copied: boolean }> {
    const { presence } = this.#ports
    if (!presence) return { copied: false }
    await presence.clipboard.writeSecret(text)
    this.copied(sha256(text))
    // It may have been locked meanwhile.
    if (this.isLocked) void this.#clearClipboard()
    return { copied: true }
  }

  /** Looks from now on whether somebody is there, as the settings want it. */
  watch(): void {
    this.#cancelLook()
    const { lockMinutes: minutes } = this.#ports.settings()
    if (minutes === 0 || this.isLocked) return
    this.#cancelLook = this.#ports.clock.after(pollMs, () => {
      if (this.#idleMs() >= minutes * 60_000) this.lock('idle')
      else this.watch()
    })
  }

  /** The same events, of which nothing but the lock itself is heard while it is locked. Notices are told afterwards. */
  silences(on: Events['on']): Events['on'] {
    return (name, listener) =>
      on(name, (payload) => {
        // guard: locked-events
        if (!this.isLocked || name === 'lock') listener(payload)
        else if (name === 'notice') this.#heldBack.push(() => listener(payload))
      })
  }

  close(): void {
    this.#cancelLook()
  }

  #idleMs(): number {
    const { presence, clock } = this.#ports
    return presence ? presence.idleSeconds() * 1000 : clock.now() - this.#lastUse
  }

  /** What cannot be read is cleared all the same: better to lose what was copied since than to leave the secret there. */
  async #clearClipboard(): Promise<void> {
    const { presence } = this.#ports
    const copied = this.#copied
    if (!presence || copied === undefined) return
    this.#copied = undefined
    const text = await presence.clipboard.read().catch(() => undefined)
    // guard: locked-clipboard
    if (text === undefined || sha256(text) === copied) presence.clipboard.clear()
  }
}

/** What every call is refused with while the app is locked. */
export function lockedFailure(): FailureError {
  return new FailureError({
    kind: 'forbidden',
    reason: 'locked',
    message: 'Latchkey is locked.',
    hint: 'Unlock it in its window.',
  })
}

function notConfirmed(): FailureError {
  return new FailureError({
    kind: 'forbidden',
    reason: 'locked',
    message: 'The system did not confirm who you are.',
    hint: 'Try again.',
  })
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
