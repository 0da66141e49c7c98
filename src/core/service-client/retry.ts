import { FailureError } from '../infra/failure.ts'

/** Time and randomness, passed in so that tests don't wait. */
export interface RetryPorts {
  /** Resolves after so many milliseconds; rejects when the signal aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>
  /** Milliseconds since 1970. */
  now(): number
  /** A number from 0 up to, not including, 1. */
  random(): number
}

const maxRetries = 2
const firstPauseMs = 250
const firstLimitedPauseMs = 1_000
/** A longer wait isn't worth it. */
const maxWaitMs = 60_000

/** Retries a read up to twice if that may help. Never pass a write. */
export async function retryRead<T>(
  attempt: () => Promise<T>,
  /** Whether there is time for a retry. */
  hasTime: () => boolean,
  { sleep, now, random }: RetryPorts,
  signal?: AbortSignal,
): Promise<T> {
  for (let attempts = 0; ; attempts += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof FailureError) || attempts === maxRetries || !hasTime()) throw error
      const pause = pauseBeforeRetry(error, attempts, now(), random())
      if (pause === undefined || pause > maxWaitMs) throw error
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
    return failure.retryAt === undefined
      ? firstLimitedPauseMs * jitter
      : Math.max(0, failure.retryAt - now)
  }
  // A proxy that doesn't answer would take all the time, and the service would seem to be slow.
  const mayHelp =
    (failure.kind === 'offline' && failure.reason !== 'proxy') ||
    (failure.status !== undefined && failure.status >= 502 && failure.status <= 504)
  return mayHelp ? firstPauseMs * jitter : undefined
}

/** A longer pause is a mistake, such as milliseconds for seconds, so it is cut to this. */
export const maxRateLimitMs = 15 * 60_000

/**
 * When a rate limit ends, in milliseconds since 1970, `maxRateLimitMs` from `now` at the latest; undefined if the service
 * does not say.
 */
export function rateLimitEnd(headers: Headers, now: number): number | undefined {
  const end = readEnd(headers, now)
  return end === undefined ? undefined : Math.min(end, now + maxRateLimitMs)
}

function readEnd(headers: Headers, now: number): number | undefined {
  const after = headers.get('retry-after')?.trim()
  if (after !== undefined) {
    if (/^\d+$/.test(after)) return now + Number(after) * 1000
    const date = Date.parse(after)
    if (Number.isFinite(date)) return date
  }
  const reset = headers.get('ratelimit-reset')?.trim()
  return reset && /^\d+$/.test(reset) ? Number(reset) * 1000 : undefined
}
