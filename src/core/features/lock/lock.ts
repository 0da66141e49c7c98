import { createFailureError } from '../../platform/failures.ts'
import type { LockState, lockReasons } from '../../../shared/operations/lock.ts'
import type { CopiedSecretEvent, HostEventName } from '../../../shared/operations/host.ts'
import type { Settings } from '../../../shared/operations/settings.ts'
import type { Events } from '../../platform/events.ts'
import type { Presence } from '../../ports.ts'
import { CopiedSecret } from './copied-secret.ts'

interface LockOptions {
  presence?: Presence | undefined
  settings(): Pick<
    Settings,
    'clipboardSeconds' | 'lockMinutes' | 'lockWithSystem' | 'pauseQueueWhileLocked'
  >
  clock: { now(): number; after(milliseconds: number, callback: () => void): () => void }
  changed(state: LockState): void
  copiedSecretChanged(event: CopiedSecretEvent): void
}

/** Interval (ms) between checks for input. */
const pollMs = 5000
/**
 * After this many checks without idle time or activity in Latchkey, five minutes, a system is assumed not to report idle
 * time. Users who type in another program can cause some, because the time is in whole seconds.
 */
const maxSilentChecks = 60
/** Events without any data of an account. */
const sentWhileLocked: readonly HostEventName[] = ['copiedSecret', 'lock']
/** How many notifications are shown after unlocking. The last ones win. */
const maxDeferred = 10

/**
 * Locks the app: screens get no responses or events until it is unlocked. Queued actions continue unless the settings
 * pause them. Locking hides the app but doesn't protect its data: the files aren't encrypted with a password, and it
 * takes just a click to unlock, except on a Mac with Touch ID.
 */
export class Lock {
  readonly #options: LockOptions
  #reason: (typeof lockReasons)[number] | undefined
  #lastUse: number
  /** Whether the system reports idle time; undefined until this is known. */
  #reportsIdleTime: boolean | undefined
  /** How many checks in a row found no idle time. */
  #silentChecks = 0
  readonly #copiedSecret: CopiedSecret
  #cancelCheck: () => void = () => undefined
  readonly #deferred: (() => void)[] = []

  constructor(options: LockOptions) {
    this.#options = options
    this.#lastUse = options.clock.now()
    this.#copiedSecret = new CopiedSecret({
      clipboard: options.presence?.clipboard,
      seconds: () => options.settings().clipboardSeconds,
      clock: options.clock,
      changed: options.copiedSecretChanged,
    })
  }

  get isLocked(): boolean {
    return this.#reason !== undefined
  }

  state(): LockState {
    const verifiesUser = this.#options.presence?.confirm() !== undefined
    const pausesQueue = this.isLocked && this.#options.settings().pauseQueueWhileLocked
    return {
      locked: this.isLocked,
      reason: this.#reason,
      verifiesUser,
      ...(this.#options.presence?.knowsScreenLock() === false && { lacksLockEvents: true }),
      ...(this.#reportsIdleTime === false && { lacksSystemInput: true }),
      pausesQueue,
    }
  }

  lock(reason: (typeof lockReasons)[number]): LockState {
    if (this.isLocked) return this.state()
    this.#reason = reason
    this.#cancelCheck()
    this.#copiedSecret.remove()
    this.#options.changed(this.state())
    return this.state()
  }

  /** Called when the system is locked or about to sleep. */
  systemLocked(): void {
    if (this.#options.settings().lockWithSystem) this.lock('system')
  }

  async unlock(): Promise<LockState> {
    const confirm = this.isLocked ? this.#options.presence?.confirm() : undefined
    if (confirm && !(await confirm())) throw createFailureError('lock.notConfirmed')
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
    this.#silentChecks = 0
  }

  secretCopied(hash: string): void {
    this.#copiedSecret.remember(hash)
  }

  /** Copies a secret to the clipboard. Returns whether that's possible here. */
  async copySecret(text: string): Promise<{ copied: boolean }> {
    const copied = await this.#copiedSecret.copy(text)
    // Latchkey may have been locked while copying.
    if (this.isLocked) this.#copiedSecret.remove()
    return { copied }
  }

  /** Schedules a lock after the configured time without input. */
  scheduleIdleCheck(): void {
    this.#cancelCheck()
    const { lockMinutes: minutes } = this.#options.settings()
    if (minutes === 0 || this.isLocked) return
    this.#cancelCheck = this.#options.clock.after(pollMs, () => {
      if (this.#idleMs() >= minutes * 60_000) this.lock('idle')
      else this.scheduleIdleCheck()
    })
  }

  /**
   * The same events, except that only those about the lock and the clipboard are sent while it's locked. Sends
   * notifications after unlocking.
   */
  filterEvents(on: Events['on']): Events['on'] {
    return (name, listener) =>
      on(name, (payload) => {
        // guard: locked-events
        if (!this.isLocked || sentWhileLocked.includes(name)) listener(payload)
        else if (name === 'notice') this.#deferred.push(() => listener(payload))
      })
  }

  close(): void {
    this.#cancelCheck()
    this.#copiedSecret.close()
  }

  #idleMs(): number {
    const { presence, clock } = this.#options
    const unusedMs = clock.now() - this.#lastUse
    if (!presence) return unusedMs
    const idleMs = presence.idleSeconds() * 1000
    this.#silentChecks = idleMs > 0 ? 0 : this.#silentChecks + 1
    if (idleMs > 0) this.#reportsIdleTime = true
    else if (presence.mayLackIdleTime && this.#silentChecks >= maxSilentChecks)
      this.#reportsIdleTime ??= false
    return this.#reportsIdleTime === false ? unusedMs : idleMs
  }
}
