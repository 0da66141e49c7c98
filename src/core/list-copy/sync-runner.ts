import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { GitLabClient } from '../gitlab/gitlab-client.ts'
import { type UnformattedFailure, FailureError } from '../platform/failure.ts'
import { createFailure } from '../platform/failures.ts'
import type { LogFunction } from '../platform/log/log.ts'
import { directoryFailure, isCorruption } from '../platform/sqlite/database-failure.ts'
import type { Clock } from '../platform/time/clock.ts'
import { type SyncLimits, assertRoom, syncLimits } from './copy-limits.ts'
import type { CopyStore } from './copy-store.ts'
import type { PageThread } from './page-store.ts'
import { PageWriter } from './page-writer.ts'
import type { AccountRights, ListSource, SyncOptions, UpdateTracker } from './sync-page.ts'

/** What a sync of an account's copy needs. */
export interface SyncNeeds {
  /** Starts what stores the pages of a sync in the copy. */
  startPageThread(): PageThread
  clock: Pick<Clock, 'now' | 'after'>
  /** Checks which rights the account has now. */
  rights(): Promise<AccountRights>
  /** Free bytes on the copy's disk; undefined if unknown. */
  freeBytes(): number | undefined
  limits?: SyncLimits
  /** Called once the file can no longer be used. */
  onCorruption(error: unknown): void
  log: LogFunction
}

export interface SyncRunnerOptions<Of extends string> extends SyncNeeds {
  copy: CopyStore
  source: ListSource
  /** Entries that are being deleted; see `SyncOptions`. */
  beingDeleted?: SyncOptions['beingDeleted']
  sync(gitlab: GitLabClient, sync: RunningSync<Of>, options: SyncOptions): Promise<void>
  /** Called when a sync ends or is stopped. */
  onEnd(): void
  onChange(): void
}

export interface RunningSync<Of extends string> {
  of: Of
  abort: AbortController
  /** Resolves when the sync ends, however it ends. */
  ended: Promise<void>
  /** For each page in flight, the entries loaded individually since it was requested. */
  watches: Set<Set<number>>
}

/** Minimum time (ms) between two events. */
const eventIntervalMs = 250

/** Runs one sync of a copy at a time, and reports its progress a few times a second. */
export class SyncRunner<Of extends string> {
  readonly #options: SyncRunnerOptions<Of>
  readonly #pages: PageWriter
  #running: RunningSync<Of> | undefined
  #failure: UnformattedFailure | undefined
  #failedAt = 0
  #wasStopped = false
  /** Resolves when no sync uses the copy anymore. */
  #settled: Promise<void> = Promise.resolve()
  #isEnded = false
  #cancelEvent: (() => void) | undefined
  #emittedAt = 0

  constructor(options: SyncRunnerOptions<Of>) {
    this.#options = options
    this.#pages = new PageWriter({
      copy: options.copy,
      startThread: () => options.startPageThread(),
    })
  }

  get running(): RunningSync<Of> | undefined {
    return this.#running
  }

  /** Why the last sync ended early. */
  get failure(): UnformattedFailure | undefined {
    return this.#failure
  }

  /** When the last sync failed (ms since 1970); 0 if none did. */
  get failedAt(): number {
    return this.#failedAt
  }

  /** Whether the user stopped the last sync. */
  get wasStopped(): boolean {
    return this.#wasStopped
  }

  get phase(): 'none' | 'reading' | 'whole' | 'stopped' {
    const { asOf, began } = this.#options.copy.progress()
    if (this.#running) return 'reading'
    if (began !== undefined || this.#failure) return 'stopped'
    return asOf === undefined ? 'none' : 'whole'
  }

  /** Verifies a newly opened file's rows, yielding to other work. Never throws. */
  async verify(): Promise<void> {
    const { copy, onCorruption } = this.#options
    try {
      for (const _ of copy.verify()) {
        await yieldToEventLoop()
      }
    } catch (error) {
      // Otherwise the file has been closed or the disk has failed, which the next call reports.
      if (isCorruption(error)) onCorruption(error)
    }
  }

  start(gitlab: GitLabClient, of: Of): void {
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    const sync: RunningSync<Of> = { of, abort: new AbortController(), ended, watches: new Set() }
    this.#running = sync
    this.#failure = undefined
    this.#wasStopped = false
    const previous = this.#settled
    this.#settled = ended
    void previous.then(() => this.#run(gitlab, sync)).finally(resolve)
    this.scheduleEvent()
  }

  /** Stops the sync. Keeps the entries loaded so far, so that the next sync can resume. */
  stop(): void {
    if (!this.#running) return
    this.#wasStopped = true
    this.abort()
    this.emit()
  }

  /** Stops the sync without an event. */
  abort(): void {
    this.#running?.abort.abort()
    this.#running = undefined
    this.#options.onEnd()
  }

  /** Stops using the copy. */
  end(): void {
    this.#isEnded = true
    this.abort()
    this.#cancelEvent?.()
  }

  /** Notes that an entry was loaded individually, so that no older page overwrites it. */
  markUpdated(id: number): void {
    for (const watch of this.#running?.watches ?? []) watch.add(id)
  }

  /** Changes the copy, after the page that is being written. */
  change(act: () => void): void {
    const { copy, onCorruption, log } = this.#options
    const change = () => {
      if (this.#isEnded) return
      const { version } = copy
      act()
      if (copy.version !== version) this.scheduleEvent()
    }
    this.#pages.write(change).catch((error: unknown) => {
      if (isCorruption(error)) onCorruption(error)
      else log("A copy couldn't be used.", { error })
    })
  }

  /** Emits an event now or soon, but only a few times a second. */
  scheduleEvent(): void {
    if (this.#cancelEvent || this.#isEnded) return
    const wait = Math.max(0, this.#emittedAt + eventIntervalMs - performance.now())
    this.#cancelEvent = this.#options.clock.after(wait, () => this.emit())
  }

  emit(): void {
    this.#cancelEvent?.()
    this.#cancelEvent = undefined
    this.#emittedAt = performance.now()
    this.#options.onChange()
  }

  async #run(gitlab: GitLabClient, sync: RunningSync<Of>): Promise<void> {
    const { clock, onCorruption, rights, beingDeleted, log, source } = this.#options
    const { signal } = sync.abort
    if (signal.aborted) return
    try {
      await this.#options
        .sync(gitlab, sync, {
          source,
          signal,
          pages: this.#pages,
          now: clock.now,
          watch: () => trackUpdates(sync.watches),
          checkRoom: () => this.#checkRoom(),
          progress: () => this.scheduleEvent(),
          rights,
          beingDeleted: beingDeleted ?? (() => []),
        })
        .finally(() => this.#pages.end())
    } catch (error) {
      if (signal.aborted) return
      if (isCorruption(error)) return onCorruption(error)
      this.#failure = syncFailure(error, log)
      this.#failedAt = clock.now()
    }
    if (this.#running === sync) this.#running = undefined
    this.#options.onEnd()
    this.emit()
  }

  #checkRoom(): void {
    const { copy, freeBytes, limits = syncLimits, source } = this.#options
    const size = { entries: copy.known(), bytes: copy.bytes(), free: freeBytes() }
    assertRoom(size, limits, source.texts)
  }
}

function trackUpdates(watches: Set<Set<number>>): UpdateTracker {
  const newer = new Set<number>()
  watches.add(newer)
  return { newer, end: () => void watches.delete(newer) }
}

/** The failure to show when a sync ends early. Logs unexpected errors. */
function syncFailure(cause: unknown, log: LogFunction): UnformattedFailure {
  const error = directoryFailure(cause)
  if (error instanceof FailureError) return error.failure
  log("A list couldn't be synced.", { error })
  return createFailure('invoke.unexpected')
}
