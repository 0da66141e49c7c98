import { secretIn } from './authentication.ts'
import type { Caller } from './authentication.ts'
import { minute } from './clock.ts'
import type { Context } from './context.ts'
import { tokenBySecret } from './database/tokens.ts'
import { Refusal } from './errors.ts'

/** The two kinds of limits of the service. */
export interface RateLimits {
  /** Counts a request; returns the answer to one too many. */
  throttle(headers: Headers): Response | undefined
  /** Counts a call of an operation, for example `users.get`. Throws a refusal of one too many. */
  check(operation: string, caller: Caller | undefined): void
}

interface Limit {
  most: number
  /** Milliseconds. */
  period: number
}

/** Requests of any kind; the numbers are those of GitLab.com (`lib/gitlab/throttle.rb` has the names). */
const throttles = {
  throttle_authenticated_api: { most: 2000, period: minute },
  throttle_unauthenticated_api: { most: 500, period: minute },
} satisfies Record<string, Limit>

/** Single operations (`lib/gitlab/application_rate_limiter.rb`, and settings). */
const operations: Record<string, Limit & { sparesAdmins?: true }> = {
  'users.get': { most: 300, period: 10 * minute, sparesAdmins: true },
  'following.followers': { most: 100, period: minute },
  'following.list': { most: 100, period: minute },
  'status.of': { most: 240, period: minute },
  'sshKeys.listOf': { most: 120, period: minute },
  'sshKeys.getOf': { most: 120, period: minute },
  'gpgKeys.listOf': { most: 120, period: minute },
  'gpgKeys.getOf': { most: 120, period: minute },
}

/** Everybody who does not sign in comes from this machine, and so counts as one. */
const visitor = 'visitor'

/** Counts from nothing, in windows that begin with the clock's. */
export function createRateLimits({ db, now }: Pick<Context, 'db' | 'now'>): RateLimits {
  const count = createCounter(() => now().getTime())
  return {
    throttle(headers) {
      const secret = secretIn(headers)
      const userId = secret === undefined ? undefined : tokenBySecret(db, secret)?.user_id
      const name =
        userId === undefined ? 'throttle_unauthenticated_api' : 'throttle_authenticated_api'
      const observed = count(name, throttles[name], userId ?? visitor)
      if (observed <= throttles[name].most) return undefined
      return retryLater(name, throttles[name], observed, now())
    },

    check(operation, caller) {
      const limit = operations[operation]
      if (!limit || (limit.sparesAdmins && caller?.isAdmin)) return
      if (count(operation, limit, caller?.user.id ?? visitor) <= limit.most) return
      // No Retry-After here (lib/api/helpers/rate_limiter.rb).
      throw new Refusal(429, {
        message: { error: 'This endpoint has been requested too many times. Try again later.' },
      })
    },
  }
}

/** Texts and numbers: `lib/gitlab/rack_attack.rb`. */
function retryLater(name: string, { most, period }: Limit, observed: number, now: Date): Response {
  const passed = Math.floor(now.getTime() / 1000)
  const retryAfter = period / 1000 - (passed % (period / 1000))
  const reset = passed + retryAfter
  return new Response('Retry later', {
    status: 429,
    headers: {
      'content-type': 'text/plain',
      'ratelimit-name': name,
      'ratelimit-limit': String(Math.ceil((most * minute) / period)),
      'ratelimit-observed': String(observed),
      'ratelimit-remaining': String(Math.max(0, most - observed)),
      'ratelimit-reset': String(reset),
      'ratelimit-resettime': new Date(reset * 1000).toUTCString(),
      'retry-after': String(retryAfter),
    },
  })
}

/** Counts what somebody did within the present window of a limit, this time included. */
function createCounter(time: () => number) {
  const windows = new Map<string, { window: number; counts: Map<number | string, number> }>()
  return (name: string, { period }: Limit, who: number | string): number => {
    const window = Math.floor(time() / period)
    let present = windows.get(name)
    if (present?.window !== window) windows.set(name, (present = { window, counts: new Map() }))
    const counted = (present.counts.get(who) ?? 0) + 1
    present.counts.set(who, counted)
    return counted
  }
}
