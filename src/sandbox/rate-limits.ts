import { tokenOfRequest } from './access-token.ts'
import { minute } from './clock.ts'
import type { Context, RateLimits } from './context.ts'
import { ApiError } from './errors.ts'
import type { ServiceOperationName } from '../shared/gitlab/index.ts'

interface Limit {
  max: number
  /** In milliseconds. */
  period: number
}

/** Limits for all requests. The numbers are GitLab.com's (`lib/gitlab/throttle.rb` has the names). */
const throttles = {
  throttle_authenticated_api: { max: 2000, period: minute },
  throttle_unauthenticated_api: { max: 500, period: minute },
} satisfies Record<string, Limit>

/** Limits for individual operations (`lib/gitlab/application_rate_limiter.rb`, and settings). */
const operationLimits: Partial<Record<ServiceOperationName, Limit & { exemptsAdmins?: true }>> = {
  'users.get': { max: 300, period: 10 * minute, exemptsAdmins: true },
  'following.followers': { max: 100, period: minute },
  'following.list': { max: 100, period: minute },
  'status.of': { max: 240, period: minute },
  'sshKeys.listOf': { max: 120, period: minute },
  'sshKeys.getOf': { max: 120, period: minute },
  'gpgKeys.listOf': { max: 120, period: minute },
  'gpgKeys.getOf': { max: 120, period: minute },
}

/** All anonymous callers are on this computer, so they share one counter. */
const anonymousKey = 'visitor'

/** Counters start at zero in each window, and windows are aligned with the clock. */
export function createRateLimits({ db, now }: Pick<Context, 'db' | 'now'>): RateLimits {
  const countCall = createCounter(() => now().getTime())
  return {
    throttle(headers) {
      const userId = tokenOfRequest(db, headers)?.user_id
      const name =
        userId === undefined ? 'throttle_unauthenticated_api' : 'throttle_authenticated_api'
      const calls = countCall(name, throttles[name], userId ?? anonymousKey)
      return calls <= throttles[name].max
        ? undefined
        : retryLater(name, throttles[name], calls, now())
    },

    check(operation, caller) {
      const limit = operationLimits[operation]
      if (!limit || (limit.exemptsAdmins && caller?.isAdmin)) return
      if (countCall(operation, limit, caller?.user.id ?? anonymousKey) <= limit.max) return
      // No Retry-After here (lib/api/helpers/rate_limiter.rb).
      throw new ApiError(429, {
        message: { error: 'This endpoint has been requested too many times. Try again later.' },
      })
    },
  }
}

/** Messages and numbers: `lib/gitlab/rack_attack.rb`. */
function retryLater(name: string, { max, period }: Limit, observed: number, now: Date): Response {
  const nowSeconds = Math.floor(now.getTime() / 1000)
  const retryAfter = period / 1000 - (nowSeconds % (period / 1000))
  const reset = nowSeconds + retryAfter
  return new Response('Retry later', {
    status: 429,
    headers: {
      'content-type': 'text/plain',
      'ratelimit-name': name,
      'ratelimit-limit': String(Math.ceil((max * minute) / period)),
      'ratelimit-observed': String(observed),
      'ratelimit-remaining': String(Math.max(0, max - observed)),
      'ratelimit-reset': String(reset),
      'ratelimit-resettime': new Date(reset * 1000).toUTCString(),
      'retry-after': String(retryAfter),
    },
  })
}

/** Counts a call in a limit's current window and returns the total. */
function createCounter(time: () => number) {
  const windows = new Map<string, { window: number; counts: Map<number | string, number> }>()
  return (name: string, { period }: Limit, callerKey: number | string): number => {
    const window = Math.floor(time() / period)
    let current = windows.get(name)
    if (current?.window !== window) windows.set(name, (current = { window, counts: new Map() }))
    const calls = (current.counts.get(callerKey) ?? 0) + 1
    current.counts.set(callerKey, calls)
    return calls
  }
}
