import { type FailureKind, unreachableKinds } from '../../../shared/failure.ts'
import { type Failure, FailureError } from '../../infra/failure.ts'
import { backoff } from '../../infra/time/backoff.ts'
import type { Clock } from '../../infra/time/clock.ts'

/** What a person has to do something about; reading on would fail in the same way, or ask for a password again and again. */
const stoppingReasons: readonly (Failure['reason'] | undefined)[] = [
  'admin-mode',
  'administrators-only',
  'account-unusable',
  'insufficient-scope',
  'unknown-account',
  'token-missing',
]
const passingKinds: readonly FailureKind[] = [...unreachableKinds, 'service-error']
/** Where a rate limit does not say when it ends. */
const firstLimitedPauseMs = 5_000
/** Failed attempts after which a request is given up, if others succeed meanwhile. */
const maxAttempts = 3

interface ReviewPausePorts {
  clock: Pick<Clock, 'now' | 'random' | 'after'>
  /** Called when the reason of the pause changes. */
  onChange(): void
}

/** Makes all requests of a review wait together while the service can’t be asked. */
export class ReviewPause {
  readonly #ports: ReviewPausePorts
  readonly #wakers = new Set<() => void>()
  #failures = 0
  #successes = 0
  #until = 0
  #failure: Failure | undefined

  constructor(ports: ReviewPausePorts) {
    this.#ports = ports
  }

  /** Why nothing is read now, and until when. */
  current(): { failure: Failure; until: number } | undefined {
    return this.#failure && { failure: this.#failure, until: this.#until }
  }

  /** Tries again now; the end of a rate limit is still waited for. */
  end(): void {
    if (this.#failure?.kind === 'rate-limited') return
    this.#until = 0
    for (const wake of this.#wakers) wake()
  }

  /** Sends a request once no pause lasts, again after failures that pass. Throws others, and where the signal aborts. */
  async request<T>(send: () => Promise<T>, signal: AbortSignal): Promise<T> {
    let attempts = 0
    const successesBefore = this.#successes
    for (;;) {
      await this.#wait(signal)
      try {
        const answer = await send()
        this.#onSuccess()
        return answer
      } catch (error) {
        if (signal.aborted || !isPassing(error)) throw error
        attempts += 1
        const isAlone = this.#successes > successesBefore && error.failure.kind !== 'rate-limited'
        if (attempts >= maxAttempts && isAlone) throw error
        this.#onFailure(error.failure)
      }
    }
  }

  #onSuccess(): void {
    this.#successes += 1
    this.#failures = 0
    if (!this.#failure || this.#until > this.#ports.clock.now()) return
    this.#failure = undefined
    this.#ports.onChange()
  }

  #onFailure(failure: Failure): void {
    const { clock, onChange } = this.#ports
    const now = clock.now()
    // Several requests in flight fail for the same reason, which counts once.
    if (this.#until <= now) this.#failures += 1
    const isLimited = failure.kind === 'rate-limited'
    const pause = backoff(
      this.#failures,
      clock.random(),
      isLimited ? firstLimitedPauseMs : undefined,
    )
    const asked = isLimited && failure.retryAt !== undefined && failure.retryAt > now
    this.#until = Math.max(this.#until, asked ? failure.retryAt! : now + pause)
    this.#failure = failure
    onChange()
  }

  async #wait(signal: AbortSignal): Promise<void> {
    const { clock } = this.#ports
    signal.throwIfAborted()
    // Timers may be early.
    for (let left = this.#until - clock.now(); left > 0; left = this.#until - clock.now()) {
      await new Promise<void>((resolve) => {
        const done = () => {
          cancel()
          this.#wakers.delete(done)
          signal.removeEventListener('abort', done)
          resolve()
        }
        const cancel = clock.after(Math.max(1, left), done)
        this.#wakers.add(done)
        signal.addEventListener('abort', done, { once: true })
      })
      signal.throwIfAborted()
    }
  }
}

function isPassing(error: unknown): error is FailureError {
  return (
    error instanceof FailureError &&
    passingKinds.includes(error.failure.kind) &&
    !stopsReview(error)
  )
}

/** Whether a failure lasts until somebody has done something about the account. */
export function stopsReview(error: unknown): error is FailureError {
  if (!(error instanceof FailureError)) return false
  const { kind, reason } = error.failure
  return (
    kind === 'unauthorized' ||
    kind === 'keychain' ||
    (reason !== undefined && stoppingReasons.includes(reason))
  )
}
