import { createFailure } from '../platform/failures.ts'
import { z } from 'zod'
import type { HoldCause, HoldReason } from '../../shared/operations/queue.ts'
import { type FailureKind, unreachableKinds } from '../../shared/rules/failure.ts'
import { type UnformattedFailure, FailureError } from '../platform/failure.ts'
import type { JsonFile } from '../platform/files/json-file.ts'
import { isolate } from '../platform/log/isolate.ts'
import type { LogFunction } from '../platform/log/log.ts'
import type { Clock } from '../platform/time/clock.ts'
import type { ResponseHeaders } from './response-headers.ts'

const firstPauseMs = 1_000
/** Used if a rate limit doesn't say when it ends. */
const firstLimitedPauseMs = 5_000
const longestPauseMs = 5 * 60_000
/** The longest pause between two attempts to write while the instance accepts no changes, unless it asks for a longer one. */
const longestReadOnlyPauseMs = 60_000
/** The maximum pause. A longer one is a mistake, such as milliseconds instead of seconds. */
const maxRateLimitMs = 15 * 60_000
/** How long a user's data is considered current after being read. */
const shortPauseMs = 2_000
/** How long a call is repeated before it fails. */
const maxRepeatMs = 4_000
/** A read is abandoned after this many failed attempts if other reads succeed in the meantime. */
const maxAttempts = 3
/** Timers stand still while the computer sleeps. */
const maxTimerMs = 60_000

/** End of the last pause requested by GitLab (ms since 1970). */
export const RateLimitPause = z.object({
  since: z.number().default(0),
  until: z.number().default(0),
})

export interface ThrottleOptions {
  clock: Clock
  /** Whether sending is suspended because Latchkey is locked. */
  isLocked?(): boolean
  /** Stored on disk, so the pause survives a restart. */
  pause(): Pick<JsonFile<z.output<typeof RateLimitPause>>, 'read' | 'saveOrReport'>
  log: LogFunction
}

/** Called when sending becomes possible or impossible, or when the reason changes; `isResumed` after a `resume`. */
type Listener = (isResumed: boolean) => void

/**
 * Decides when an account may send requests to its instance. All its requests share one throttle, so background work
 * waits as one for a rate limit or an outage to end, and stops as one after a rejected token.
 */
export class Throttle {
  readonly #options: ThrottleOptions
  readonly #listeners = new Set<Listener>()
  #failures = 0
  #successes = 0
  #until = 0
  #failure: UnformattedFailure | undefined
  #rateLimit: UnformattedFailure | undefined
  /** While the instance accepts no changes. Reads continue, and prove nothing about writes. */
  #readOnly: { failure: UnformattedFailure; refusals: number; until: number } | undefined
  #isStopped = false
  #isAlone = true
  #generation = 0

  constructor(options: ThrottleOptions) {
    this.#options = options
  }

  /** Returns a function that unsubscribes. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Makes all waiting calls recheck. */
  wake(isResumed = false): void {
    for (const listener of this.#listeners) isolate(this.#options.log, () => listener(isResumed))
  }

  /** Whether sending is suspended because Latchkey is locked. */
  get isLocked(): boolean {
    return this.#options.isLocked?.() ?? false
  }

  /** Whether the next request is sent on its own as a probe, because it may fail. */
  get isAlone(): boolean {
    return this.#isAlone
  }

  /** Changes after each `resume`: earlier requests may fail for a reason that has been fixed since. */
  get generation(): number {
    return this.#generation
  }

  /** Why the user has to act first; pending work is on hold until they do. */
  get holdReason(): HoldReason | undefined {
    if (!this.#isStopped || !this.#failure) return undefined
    return isAboutRights(this.#failure) ? 'rights' : 'token'
  }

  /** What happened to the token, if it is why the user has to act. */
  get holdCause(): HoldCause | undefined {
    if (this.holdReason !== 'token') return undefined
    return this.#failure?.kind === 'unauthorized' ? 'refused' : 'scope'
  }

  /** Why nothing can be sent now; undefined if sending is possible. */
  waitingReason(): UnformattedFailure | undefined {
    return this.rateLimit() ?? (this.retryAt() > this.#now() ? this.#failure : undefined)
  }

  /** Why the instance accepts no changes, until a write succeeds; undefined if it isn't known to refuse them. */
  get readOnly(): UnformattedFailure | undefined {
    return this.#readOnly?.failure
  }

  /** When a write may be tried again (ms since 1970), apart from `retryAt`. */
  writesPausedUntil(): number {
    // A longer pause means that the clock has since been set back.
    return Math.min(this.#readOnly?.until ?? 0, this.#now() + maxRateLimitMs)
  }

  /** Call after a successful write that was sent while the instance was known to refuse them. */
  recordWrite(): void {
    if (!this.#readOnly) return
    this.#readOnly = undefined
    this.wake()
  }

  /** The current rate limit, if any. A later failure doesn't end it. */
  rateLimit(): UnformattedFailure | undefined {
    const retryAt = this.limitedUntil()
    return retryAt > this.#now()
      ? { ...(this.#rateLimit ?? createFailure('queue.rateLimited')), retryAt }
      : undefined
  }

  /** When sending is possible again (ms since 1970); `Infinity` if the user has to act first. */
  retryAt(): number {
    return this.#isStopped ? Infinity : this.#pausedUntil()
  }

  /** End of the last pause requested by GitLab (ms since 1970). */
  limitedUntil(): number {
    const now = this.#now()
    const pause = this.#options.pause().read()
    const until = Math.min(pause.until, pause.since + maxRateLimitMs)
    // If the clock was set back, the remaining wait starts now.
    if (until <= now || pause.since <= now) return until
    const shifted = now + (until - pause.since)
    this.#options.pause().saveOrReport({ since: now, until: shifted })
    return shifted
  }

  /** Call after a successful request. A request that was in flight when another one failed proves nothing. */
  recordSuccess(): void {
    this.#successes += 1
    if (this.retryAt() > this.#now()) return
    const hasFailed = this.#failure !== undefined || this.#rateLimit !== undefined
    this.#failures = 0
    this.#failure = undefined
    this.#rateLimit = undefined
    this.#isAlone = false
    if (hasFailed) this.wake()
  }

  /** Call after a failure that other requests would share. Returns when to try again (ms since 1970). */
  recordFailure(failure: UnformattedFailure): number {
    const now = this.#now()
    if (failure.reason === 'read-only-instance') return this.#recordReadOnly(failure, now)
    // Several requests in flight may fail for the same reason, which is counted once.
    if (this.retryAt() <= now) this.#failures += 1
    this.#isAlone = true
    if (failure.kind === 'rate-limited') this.#recordRateLimit(failure, now)
    else {
      if (!this.#isStopped) this.#failure = failure
      if (stopsAccount(failure)) this.#isStopped = true
      this.#until = Math.max(this.#until, now + this.#backoff(firstPauseMs), failure.retryAt ?? 0)
    }
    this.wake()
    return this.#pausedUntil()
  }

  /** Allows requests again, except during a rate limit. */
  resume(): void {
    this.#generation += 1
    this.reconnect()
  }

  /** Only resumes after an outage, because GitLab would repeat a rejection. */
  reconnect(): void {
    this.#until = 0
    if (this.#readOnly) this.#readOnly.until = 0
    this.#isStopped = false
    this.#isAlone = true
    this.wake(true)
  }

  /** Resumes despite any rate limit; the next response decides what happens to the other requests. */
  probe(): void {
    this.#failures = 0
    if (this.limitedUntil() > 0) this.#options.pause().saveOrReport({ since: 0, until: 0 })
    this.resume()
  }

  /** Waits for the end of a short rate limit; after a longer one, the user data would be too old. */
  async waitIfShort(): Promise<void> {
    const remainingMs = () => this.limitedUntil() - this.#now()
    const until = this.#now() + shortPauseMs
    // Timers may fire early.
    for (let wait = remainingMs(); wait > 0 && this.#now() + wait <= until; wait = remainingMs()) {
      await new Promise<void>(
        (resolve) => void this.#options.clock.after(Math.max(1, wait), resolve),
      )
    }
  }

  /**
   * Makes the call once there is no rate limit; throws if a rate limit lasts longer. An instance that requests a short
   * pause hasn't processed the call, so it is repeated afterwards if `mayRepeat` still allows it.
   */
  async send<T>(call: () => Promise<T>, mayRepeat: () => boolean): Promise<T> {
    const until = this.#now() + maxRepeatMs
    for (;;) {
      await this.waitIfShort()
      const rateLimit = this.rateLimit()
      if (rateLimit) throw new FailureError({ ...rateLimit, status: 429 })
      try {
        return await call()
      } catch (error) {
        if (!isPauseRequested(error)) throw error
        this.recordFailure(error.failure)
        if (this.limitedUntil() > Math.min(until, this.#now() + shortPauseMs)) throw error
        await this.waitIfShort()
        if (!mayRepeat()) throw error
      }
    }
  }

  /** Reads once there is no pause, and again after temporary failures. Throws other failures, and when the signal aborts. */
  async read<T>(send: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const successesBefore = this.#successes
    for (let attempts = 1; ; attempts += 1) {
      await this.#wait(signal)
      try {
        const answer = await send()
        this.recordSuccess()
        return answer
      } catch (error) {
        if (signal.aborted || !(error instanceof FailureError)) throw error
        const { failure } = error
        // Any other rejection may only concern this kind of request.
        if (failure.kind === 'unauthorized') this.recordFailure(failure)
        if (!passingKinds.includes(failure.kind)) throw error
        const isAlone = this.#successes > successesBefore && failure.kind !== 'rate-limited'
        if (attempts >= maxAttempts && isAlone) throw error
        this.recordFailure(failure)
      }
    }
  }

  #now(): number {
    return this.#options.clock.now()
  }

  #pausedUntil(): number {
    // A longer pause means that the clock has since been set back.
    this.#until = Math.min(this.#until, this.#now() + longestPauseMs)
    return Math.max(this.#until, this.limitedUntil())
  }

  #backoff(firstMs: number): number {
    return backoff(Math.max(1, this.#failures), this.#options.clock.random(), firstMs)
  }

  #recordReadOnly(failure: UnformattedFailure, now: number): number {
    const refusals = this.#readOnly?.refusals ?? 0
    // Several requests in flight are counted once.
    if (this.writesPausedUntil() > now) return this.writesPausedUntil()
    const pauseMs = Math.min(
      backoff(refusals + 1, this.#options.clock.random()),
      longestReadOnlyPauseMs,
    )
    const asked = Math.min(failure.retryAt ?? 0, now + maxRateLimitMs)
    const next = Math.max(now + pauseMs, asked)
    this.#readOnly = { failure, refusals: refusals + 1, until: next }
    this.wake()
    return next
  }

  #recordRateLimit(failure: UnformattedFailure, now: number): void {
    this.#rateLimit = failure
    const known = this.limitedUntil()
    const { retryAt = 0 } = failure
    // Ignores a pause that has ended.
    const isEndKnown = retryAt > now || known > now
    const until = isEndKnown ? Math.max(retryAt, known) : now + this.#backoff(firstLimitedPauseMs)
    if (until > known) this.#options.pause().saveOrReport({ since: now, until })
  }

  async #wait(signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted()
      const failure = this.#isStopped ? this.#failure : undefined
      if (failure?.kind === 'unauthorized') throw new FailureError(failure)
      const remainingMs = this.#pausedUntil() - this.#now()
      if (remainingMs <= 0) return
      await new Promise<void>((resolve) => {
        const done = () => {
          cancel()
          unsubscribe()
          signal.removeEventListener('abort', done)
          resolve()
        }
        // Timers may fire early.
        const cancel = this.#options.clock.after(
          Math.max(1, Math.min(remainingMs, maxTimerMs)),
          done,
        )
        const unsubscribe = this.subscribe(done)
        signal.addEventListener('abort', done, { once: true })
      })
    }
  }
}

const passingKinds: readonly FailureKind[] = [...unreachableKinds, 'service-error']

function isPauseRequested(error: unknown): error is FailureError {
  return (
    error instanceof FailureError &&
    error.failure.kind === 'rate-limited' &&
    error.failure.status === 429
  )
}

/** Whether a failure persists until the account or its token is changed. */
export function stopsAccount(failure: UnformattedFailure): boolean {
  const { kind, reason } = failure
  if (kind === 'unauthorized') return true
  const isLasting =
    isAboutRights(failure) || reason === 'admin-mode' || reason === 'insufficient-scope'
  return kind === 'forbidden' && isLasting
}

/** Whether another token would be rejected too. */
export function isAboutRights({ reason }: UnformattedFailure): boolean {
  return reason === 'administrators-only' || reason === 'account-unusable'
}

/** How long (ms) to wait after this many consecutive failures, 1 or more. */
export function backoff(failures: number, chance: number, firstMs = firstPauseMs): number {
  const pause = Math.min(longestPauseMs, firstMs * 2 ** Math.min(failures - 1, 20))
  return Math.round(pause * (0.5 + chance / 2))
}

/** The shortest pause between two requests that an instance limited, even if it asks for none. */
const shortestPauseMs = 1_000

/**
 * When a rate limit ends (ms since 1970), `shortestPauseMs` to `maxRateLimitMs` from `now`; undefined if GitLab doesn't
 * specify it, or a time that has passed.
 */
export function rateLimitEnd(headers: ResponseHeaders, now: number): number | undefined {
  const end = readEnd(headers, now)
  if (end === undefined || end <= now) return undefined
  return Math.min(Math.max(end, now + shortestPauseMs), now + maxRateLimitMs)
}

function readEnd(headers: ResponseHeaders, now: number): number | undefined {
  const after = shortHeader(headers, 'retry-after')
  if (after !== undefined) {
    // `Date.parse` would read “1.5” and “-1” as dates in 2001.
    if (isNumber(after)) return now + Number(after) * 1000
    const date = Date.parse(after)
    if (Number.isFinite(date)) return date
  }
  const reset = shortHeader(headers, 'ratelimit-reset')
  return reset && isNumber(reset) ? Number(reset) * 1000 : undefined
}

/** A header that isn't far longer than a number or date, which could take seconds to parse. */
function shortHeader(headers: ResponseHeaders, name: string): string | undefined {
  const text = headers.get(name)?.trim()
  // guard: retry-after
  if (text !== undefined && text.length > 40) return undefined
  return text
}

function isNumber(text: string): boolean {
  return /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text)
}

/** Time and randomness, injected so tests don't have to wait. */
export interface RetryOptions {
  /** Resolves after this many milliseconds; rejects when the signal aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>
  /** Milliseconds since 1970. */
  now(): number
  /** A number from 0 (inclusive) to 1 (exclusive). */
  random(): number
}

const maxRetries = 2
const firstRetryMs = 250
const firstLimitedRetryMs = 1_000
/** A longer wait isn't worthwhile. */
const maxRetryMs = 60_000

/** Retries a read up to twice if that may help. Never use it for a write. */
export async function retryRead<T>(
  attempt: () => Promise<T>,
  /** Whether there is time for a retry. */
  hasTime: () => boolean,
  { sleep, now, random }: RetryOptions,
  signal?: AbortSignal,
): Promise<T> {
  for (let attempts = 0; ; attempts += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof FailureError) || attempts === maxRetries || !hasTime()) throw error
      const pause = pauseBeforeRetry(error, attempts, now(), random())
      if (pause === undefined || pause > maxRetryMs) throw error
      await sleep(pause, signal)
    }
  }
}

function pauseBeforeRetry(
  { failure }: FailureError,
  tried: number,
  now: number,
  chance: number,
): number | undefined {
  const jitter = (0.5 + chance) * 2 ** tried
  if (failure.kind === 'rate-limited') {
    const asked =
      failure.retryAt === undefined ? firstLimitedRetryMs * jitter : failure.retryAt - now
    return Math.max(shortestPauseMs, asked)
  }
  // Waiting for an unresponsive proxy would use up all the time and make GitLab seem slow.
  const mayHelp =
    (failure.kind === 'offline' && failure.reason !== 'proxy') ||
    (failure.status !== undefined && failure.status >= 502 && failure.status <= 504)
  return mayHelp ? firstRetryMs * jitter : undefined
}
