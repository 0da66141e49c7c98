import { createFailureError } from '../platform/failures.ts'
import type { Account } from '../../shared/operations/accounts.ts'
import type { GitLabClient } from '../gitlab/gitlab-client.ts'
import type { Throttle } from '../gitlab/throttle.ts'
import { type UnformattedFailure, FailureError } from '../platform/failure.ts'
import type { Clock } from '../platform/time/clock.ts'
import type { ItemContext } from './job-kind.ts'

/** The signed-in accounts. */
export interface JobAccounts {
  ids(): string[]
  /** Throws if the account doesn't exist. */
  account(id: string): Pick<Account, 'baseUrl' | 'user' | 'isAdmin' | 'canWrite' | 'readOnlyBy'>
  /** Reloads GET /user. */
  refresh(id: string): Promise<Pick<Account, 'isAdmin'>>
}

interface ContextOptions {
  account: string
  accounts: JobAccounts
  gitlabOf(account: string): Pick<GitLabClient, 'call' | 'all' | 'page'>
  clock: Clock
  throttle: Throttle
}

/** When requests of an attempt were sent and answered (ms since 1970). */
export interface RequestTimes {
  first?: number
  last?: number
}

interface Permissions {
  /** Filled with the times of the requests. */
  times: RequestTimes
  /** Whether a read may be retried after a rate limit. */
  canRead(): boolean
  /** Whether the item may be sent again after a rate limit. */
  canSend(): boolean
  signal: AbortSignal
}

export function createItemContext(
  { account, accounts, gitlabOf, clock, throttle }: ContextOptions,
  { canRead, canSend, signal, times }: Permissions,
): ItemContext {
  const { call, all, page } = gitlabOf(account)
  const canRepeat = {
    GET: canRead,
    // A PUT replaces the entire note, so a retry could overwrite another administrator's change.
    PUT: () => false,
    POST: canSend,
    PATCH: canSend,
    DELETE: canSend,
  }
  const send = <T>(request: () => Promise<T>, mayRepeat: () => boolean) =>
    throttle.send(() => timed(request, times, clock), mayRepeat)
  return {
    account,
    call: (...request) => send(() => call(...request), canRepeat[request[0].method]),
    all: (...request) => send(() => all(...request), canRead),
    page: (...request) => send(() => page(...request), canRead),
    actorId: accounts.account(account).user.id,
    isStillAdmin: async () => (await send(() => accounts.refresh(account), canRead)).isAdmin,
    now: () => clock.now(),
    signal,
  }
}

/** Notes the times of a request, unless it got no answer: queueing offline isn't sending. */
async function timed<T>(
  request: () => Promise<T>,
  times: RequestTimes,
  clock: Pick<Clock, 'now'>,
): Promise<T> {
  const sent = clock.now()
  const note = () => {
    times.first ??= sent
    times.last = clock.now()
  }
  try {
    const answer = await request()
    note()
    return answer
  } catch (error) {
    if (error instanceof FailureError && error.failure.status !== undefined) note()
    throw error
  }
}

/** Throws if the account is no longer an administrator. */
export async function assertAdmin(context: Pick<ItemContext, 'isStillAdmin'>): Promise<void> {
  if (!(await context.isStillAdmin())) throw createFailureError('directory.notAdministrator')
}

/** Returns a `FailureError`'s failure; rethrows any other error. */
export function toFailureOrThrow(error: unknown): UnformattedFailure {
  if (error instanceof FailureError) return error.failure
  throw error
}
