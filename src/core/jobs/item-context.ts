import type { Account } from '../../shared/operations/accounts.ts'
import type { GitLabClient } from '../gitlab/gitlab-client.ts'
import type { Throttle } from '../gitlab/throttle.ts'
import { type UnformattedFailure, FailureError } from '../platform/failure.ts'
import type { Clock } from '../platform/time/clock.ts'
import { adminRequiredFailure } from './failures.ts'
import type { ItemContext } from './job-kind.ts'

/** The accounts that are signed in. */
export interface JobAccounts {
  ids(): string[]
  /** Throws when there is no such account. */
  account(id: string): Pick<Account, 'baseUrl' | 'user' | 'isAdmin' | 'canWrite'>
  /** Reads GET /user again. */
  refresh(id: string): Promise<Pick<Account, 'isAdmin'>>
}

interface ContextOptions {
  account: string
  accounts: JobAccounts
  gitlabOf(account: string): Pick<GitLabClient, 'call' | 'all' | 'page'>
  clock: Clock
  throttle: Throttle
}

interface Permissions {
  /** Whether a read may be repeated after a rate limit. */
  canRead(): boolean
  /** Whether the item may be sent again after a rate limit. */
  canSend(): boolean
  signal: AbortSignal
}

export function createItemContext(
  { account, accounts, gitlabOf, clock, throttle }: ContextOptions,
  { canRead, canSend, signal }: Permissions,
): ItemContext {
  const { call, all, page } = gitlabOf(account)
  const canRepeat = {
    GET: canRead,
    // It is a user's whole note, which another administrator may have changed since.
    PUT: () => false,
    POST: canSend,
    PATCH: canSend,
    DELETE: canSend,
  }
  return {
    account,
    call: (...request) => throttle.send(() => call(...request), canRepeat[request[0].method]),
    all: (...request) => throttle.send(() => all(...request), canRead),
    page: (...request) => throttle.send(() => page(...request), canRead),
    actorId: accounts.account(account).user.id,
    isStillAdmin: async () =>
      (await throttle.send(() => accounts.refresh(account), canRead)).isAdmin,
    now: () => clock.now(),
    signal,
  }
}

/** Throws where the account is no longer an administrator. */
export async function assertAdmin(context: Pick<ItemContext, 'isStillAdmin'>): Promise<void> {
  if (!(await context.isStillAdmin())) throw new FailureError(adminRequiredFailure)
}

/** A thrown failure; any other error is thrown on. */
export function toFailureOrThrow(error: unknown): UnformattedFailure {
  if (error instanceof FailureError) return error.failure
  throw error
}
