import { createHash } from 'node:crypto'
import type { LockState, lockReasons } from '../../../shared/operations/lock.ts'
import type { Settings } from '../../../shared/operations/settings.ts'
import { message } from '../../../shared/messages/message.ts'
import { FailureError } from '../../platform/failure.ts'
import type { Events } from '../../platform/events.ts'
import type { Presence } from '../../ports.ts'

interface LockOptions {
  presence?: Presence | undefined
  settings(): Pick<Settings, 'lockMinutes' | 'lockWithSystem' | 'pauseQueueWhileLocked'>
  clock: { now(): number; after(milliseconds: number, callback: () => void): () => void }
  changed(state: LockState): void
}

/** Interval between checks for input, in ms. */
const pollMs = 5000
/** If the system reports no idle time after this long (ms) without activity in Latchkey, it is considered unable to. */
const silentMs = 60_000
/** The maximum number of notifications shown after unlocking; the last ones win. */
const maxDeferred = 10

/**
 * Locks the app: screens don't get responses or events until it is unlocked. Queued actions continue unless the
 * settings pause them. Locking hides the app but doesn't protect its data: the files are not encrypted with a
 * password, and except on a Mac with Touch ID a click unlocks it.
 */
export class Lock {
  readonly #options: LockOptions
  #reason: (typeof lockReasons)[number] | undefined
  #lastUse: number
  /** Whether the system reports the idle time; undefined until known. */
  #reportsIdleTime: boolean | undefined
  /** SHA-256 of the last copied secret. */
  #copiedHash: string | undefined
  #cancelCheck: () => void = () => undefined
  readonly #deferred: (() => void)[] = []

  constructor(options: LockOptions) {
    this.#options = options
    this.#lastUse = options.clock.now()
  }

  get isLocked(): boolean {
    return this.#reason !== undefined
  }

  state(): LockState {
    const asksWho = this.#options.presence?.confirm() !== undefined
    const pausesQueue = this.isLocked && this.#options.settings().pauseQueueWhileLocked
    return {
      locked: this.isLocked,
      reason: this.#reason,
      asksWho,
      ...(this.#options.presence?.knowsScreenLock() === false && { missesScreenLock: true }),
      ...(this.#reportsIdleTime === false && { missesOtherInput: true }),
      pausesQueue,
    }
  }

  lock(reason: (typeof lockReasons)[number]): LockState {
    if (this.isLocked) return this.state()
    this.#reason = reason
    this.#cancelCheck()
    void this.#clearClipboard()
    this.#options.changed(this.state())
    return this.state()
  }

  /** The system was locked or is going to sleep. */
  systemLocked(): void {
    if (this.#options.settings().lockWithSystem) this.lock('system')
  }

  async unlock(): Promise<LockState> {
    const confirm = this.isLocked ? this.#options.presence?.confirm() : undefined
    if (confirm && !(await confirm())) throw notConfirmedFailure()
    if (this.isLocked) {
      this.#reason = undefined
      this.recordActivity()
      this.scheduleIdleCheck()
      this.#options.changed(this.state())
      for (const emit of this.#deferred.splice(0).slice(-maxDeferred)) emit()
    }
    return this.state()
  }

  recordActivity(): void {
    this.#lastUse = this.#options.clock.now()
  }

  secretCopied(hash: string): void {
    this.#copiedHash = hash
  }

  /** Copies a secret to the clipboard; returns whether that is possible here. */
  async copySecret(text: string): Promise<{ copied: boolean }> {
    const { presence } = this.#options
    if (!presence) return { copied: false }
    await presence.clipboard.writeSecret(text)
    this.secretCopied(sha256(text))
    // Latchkey may have been locked in the meantime.
    if (this.isLocked) void this.#clearClipboard()
    return { copied: true }
  }

  /** Locks after the configured time without input. */
  scheduleIdleCheck(): void {
    this.#cancelCheck()
    const { lockMinutes: minutes } = this.#options.settings()
    if (minutes === 0 || this.isLocked) return
    this.#cancelCheck = this.#options.clock.after(pollMs, () => {
      if (this.#idleMs() >= minutes * 60_000) this.lock('idle')
      else this.scheduleIdleCheck()
    })
  }

  /** The same events, but only lock events while it is locked. Notifications are sent after unlocking. */
  filterEvents(on: Events['on']): Events['on'] {
    return (name, listener) =>
      on(name, (payload) => {
        // guard: locked-events
        if (!this.isLocked || name === 'lock') listener(payload)
        else if (name === 'notice') this.#deferred.push(() => listener(payload))
      })
  }

  close(): void {
    this.#cancelCheck()
  }

  #idleMs(): number {
    const { presence, clock } = this.#options
    const unusedMs = clock.now() - this.#lastUse
    const idleMs = presence ? presence.idleSeconds() * 1000 : 0
    if (idleMs > 0) this.#reportsIdleTime = true
    else if (presence && unusedMs >= silentMs) this.#reportsIdleTime ??= false
    return this.#reportsIdleTime ? idleMs : unusedMs
  }

  /** Clears the clipboard even if it can't be read: losing newer content is better than leaving the secret there. */
  async #clearClipboard(): Promise<void> {
    const { presence } = this.#options
    const copied = this.#copiedHash
    if (!presence || copied === undefined) return
    this.#copiedHash = undefined
    const text = await presence.clipboard.read().catch(() => undefined)
    // guard: locked-clipboard
    if (text === undefined || sha256(text) === copied) presence.clipboard.clear()
  }
}

/** The failure returned by every call while locked. */
export function lockedFailure(): FailureError {
  return new FailureError({
    kind: 'forbidden',
    reason: 'locked',
    message: message('lock.locked'),
    hint: message('lock.lockedHint'),
  })
}

function notConfirmedFailure(): FailureError {
  return new FailureError({
    kind: 'forbidden',
    reason: 'locked',
    message: message('lock.notConfirmed'),
    hint: message('lock.notConfirmedHint'),
  })
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
