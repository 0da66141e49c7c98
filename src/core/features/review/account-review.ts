import type { DirectoryUser } from '../../../shared/rules/moderation.ts'
import type { UserForAdmins } from '../../../shared/gitlab/user-fields.ts'
import type { ReviewState } from '../../../shared/operations/review.ts'
import { message } from '../../../shared/messages/message.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import { type UnformattedFailure, formatFailure } from '../../platform/failure.ts'
import type { LogFunction } from '../../platform/log/log.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { Throttle } from '../../gitlab/throttle.ts'
import { collectUser, stopsReview } from './collect-user.ts'
import type { ReviewRecord, ReviewStore } from './review-store.ts'

export interface AccountReviewOptions {
  store: ReviewStore
  clock: Pick<Clock, 'now' | 'after'>
  throttle: Throttle
  /** Whether nothing may be read because Latchkey is locked. */
  isLocked(): boolean
  /** A user without the activity that “View as” caused. */
  withOwnActivity(user: UserForAdmins): UserForAdmins
  onChange(state: ReviewState): void
  log: LogFunction
}

/** Users who are read at once. */
const usersAtOnce = 4
/** Milliseconds between two events. */
const eventIntervalMs = 500

/** The review of one account: read in the background, and stored user by user. */
export class AccountReview {
  readonly store: ReviewStore
  readonly #options: AccountReviewOptions
  readonly #unsubscribe: () => void
  #running: AbortController | undefined
  /** Why a person has to act first. */
  #failure: UnformattedFailure | undefined
  #cancelEvent: (() => void) | undefined

  constructor(options: AccountReviewOptions) {
    this.#options = options
    this.store = options.store
    this.#unsubscribe = options.throttle.subscribe(() => {
      if (this.#running) this.#scheduleEvent()
    })
  }

  state(): ReviewState {
    const record = this.store.record()
    if (!record) return { phase: 'none', total: 0, read: 0, incomplete: 0, gone: 0 }
    const { throttle } = this.#options
    const waiting = this.#running && throttle.waitingReason()
    const until = waiting && throttle.retryAt()
    const failure = this.#failure ?? waiting
    return {
      ...record,
      ...this.store.progress(),
      ...(failure && { failure: formatFailure(failure) }),
      ...(until !== undefined && until < Infinity && { until }),
    }
  }

  /** Goes on with a review that was being read when Latchkey ended, or was locked. */
  continue(gitlab: GitLabClient): ReviewState {
    const isWanted = this.store.record()?.phase === 'running' && !this.#failure
    if (isWanted && !this.#running && !this.#options.isLocked()) this.#run(gitlab)
    return this.state()
  }

  start(
    gitlab: GitLabClient,
    facts: Pick<ReviewRecord, 'by' | 'instance'>,
    users: Iterable<DirectoryUser>,
  ): ReviewState {
    this.stop()
    const startedAt = this.#options.clock.now()
    this.store.begin({ phase: 'running', startedAt, ...facts }, users)
    return this.#goOn(gitlab)
  }

  /** Goes on with a paused review; a finished one reads again what could not be read. */
  resume(gitlab: GitLabClient): ReviewState {
    const record = this.store.record()
    if (!record) return this.state()
    if (record.phase === 'done') this.store.retryUnread()
    const { finishedAt: _, ...rest } = record
    this.store.saveRecord({ ...rest, phase: 'running' })
    return this.#goOn(gitlab)
  }

  pause(): ReviewState {
    this.stop()
    const record = this.store.record()
    if (record?.phase === 'running') this.store.saveRecord({ ...record, phase: 'paused' })
    this.#failure = undefined
    return this.#changed()
  }

  /** Pauses it if it would go on by itself. */
  hold(): void {
    if (this.store.record()?.phase === 'running') this.pause()
  }

  remove(): ReviewState {
    this.stop()
    this.store.clear()
    this.#failure = undefined
    return this.#changed()
  }

  /** Reads nothing any more; what was read is stored, and what is in flight is dropped. */
  stop(): void {
    this.#cancelEvent?.()
    this.#cancelEvent = undefined
    this.#running?.abort()
    this.#running = undefined
  }

  /** For good. */
  close(): void {
    this.stop()
    this.#unsubscribe()
  }

  #goOn(gitlab: GitLabClient): ReviewState {
    this.#failure = undefined
    this.#options.throttle.resume()
    if (!this.#running) this.#run(gitlab)
    return this.#changed()
  }

  #run(gitlab: GitLabClient): void {
    const abort = new AbortController()
    this.#running = abort
    const pending = this.store.pending()
    let failure: unknown
    const readers = Array.from({ length: usersAtOnce }, async () => {
      try {
        await this.#read(gitlab, pending, abort.signal)
      } catch (error) {
        if (abort.signal.aborted) return
        failure = error
        // The others would fail in the same way.
        abort.abort()
      }
    })
    void Promise.all(readers).then(() => {
      if (this.#running !== abort) return
      this.#running = undefined
      this.#end(failure)
    })
  }

  /** Reads one user after the other until none is left. */
  async #read(gitlab: GitLabClient, pending: number[], signal: AbortSignal): Promise<void> {
    for (let id = pending.shift(); id !== undefined; id = pending.shift()) {
      const collected = await collectUser(id, {
        gitlab,
        signal,
        now: this.#options.clock.now,
        request: (send) => this.#options.throttle.read(send, signal),
      })
      signal.throwIfAborted()
      const user = collected.user && this.#options.withOwnActivity(collected.user)
      this.store.save(id, { ...collected, user })
      this.#scheduleEvent()
    }
  }

  #end(error: unknown): void {
    const record = this.store.record()
    if (!record) return
    if (error === undefined) {
      const finishedAt = this.#options.clock.now()
      this.store.saveRecord({ ...record, phase: 'done', finishedAt })
    } else {
      this.#failure = this.#toFailure(error)
      this.store.saveRecord({ ...record, phase: 'paused' })
    }
    this.#changed()
  }

  #toFailure(error: unknown): UnformattedFailure {
    if (stopsReview(error)) return error.failure
    this.#options.log('A review ended early.', { error })
    return {
      kind: 'unexpected',
      message: message('review.failed'),
      hint: message('review.failedHint'),
    }
  }

  #changed(): ReviewState {
    this.#cancelEvent?.()
    this.#cancelEvent = undefined
    const state = this.state()
    this.#options.onChange(state)
    return state
  }

  #scheduleEvent(): void {
    this.#cancelEvent ??= this.#options.clock.after(eventIntervalMs, () => void this.#changed())
  }
}
