import type { AnyEndpoint } from '../../shared/gitlab/endpoint.ts'
import { FailureError, type UnformattedFailure } from '../platform/failure.ts'
import { mayHaveHappened } from '../../shared/rules/failure.ts'
import { user } from '../../shared/gitlab/current-user.ts'
import type { Accounts } from './accounts.ts'
import { lacksApiScope } from './token-access.ts'
import { sendCreate } from '../gitlab/create-recovery/create-recovery.ts'
import { ignoreErrors } from '../platform/ignore-errors.ts'
import type { ConnectivityLog } from '../gitlab/connectivity/connectivity.ts'
import type { Throttle } from '../gitlab/throttle.ts'
import type { ApiClient } from '../gitlab/api-client.ts'
import type { GitLabClient } from '../gitlab/gitlab-client.ts'
import type { Target } from '../gitlab/target.ts'
import type { ManagedPolicy } from '../platform/policy/policy.ts'
import type { Ceilings } from '../policy/ceilings.ts'
import { writeRefusal } from '../policy/company-instances.ts'
import { assertRequestAllowed } from '../policy/requests.ts'

export interface AccountClientOptions {
  accounts: Accounts
  client: ApiClient
  connectivity: ConnectivityLog
  throttle: Throttle
  policy: ManagedPolicy
  /** How much administrators may change in a day; without limits if absent. */
  ceilings?: Pick<Ceilings, 'noteDate' | 'take'>
  /** Milliseconds since 1970. */
  now(): number
  /** Called with every response, parts of which may be stored. */
  onAnswer?(answer: unknown, endpoint: AnyEndpoint, input: unknown): void
  /** Called after every write that was or may have been applied; without a response if it was lost. */
  onWrite?(endpoint: AnyEndpoint, input: unknown, answer?: unknown): void
}

/**
 * An account's client: checks the token's rights, sends with its token and throttle, looks for what a lost response may
 * have created, and reports what was learned. After a 403, rereads the account's rights, which may have changed.
 */
export function createAccountClient(
  account: string,
  {
    accounts,
    client,
    connectivity,
    throttle,
    policy,
    ceilings,
    now,
    onAnswer,
    onWrite,
  }: AccountClientOptions,
): GitLabClient {
  const withTarget = <T>(send: (target: Target) => Promise<T>) =>
    accounts.withTarget(account, (target) =>
      send({
        ...target,
        throttle,
        ...(ceilings && { onDate: (date) => ceilings.noteDate(target.baseUrl, date) }),
      }),
    )
  const refreshRights = () =>
    connectivity.observe(account, () => accounts.refresh(account)).catch(() => undefined)
  const observe = async <T>(call: () => Promise<T>): Promise<T> => {
    try {
      return await connectivity.observe(account, call)
    } catch (error) {
      if (isRefusal(error)) void refreshRights()
      throw error
    }
  }
  const read = async <T>(
    endpoint: AnyEndpoint,
    input: unknown,
    send: (target: Target) => Promise<T>,
  ): Promise<T> => {
    const answer = await observe(() => withTarget(send))
    onAnswer?.(answer, endpoint, input)
    return answer
  }
  /** Counts a request against its ceiling while it is sent, and afterwards unless it changed nothing. */
  const counted = async <T>(
    endpoint: AnyEndpoint,
    input: unknown,
    send: () => Promise<T>,
  ): Promise<T> => {
    if (!ceilings || (endpoint.method === 'GET' && !isView(input))) return send()
    const { baseUrl, isAdmin } = accounts.account(account)
    const takeBack = isAdmin ? ceilings.take(baseUrl, endpoint, input) : undefined
    try {
      return await send()
    } catch (error) {
      // If that can't be stored, one more counts than was done.
      if (takeBack && !mayCount(endpoint, error)) ignoreErrors(takeBack)
      throw error
    }
  }
  const write: GitLabClient['call'] = async (endpoint, input, options) => {
    try {
      const answer = await read(endpoint, input, async (target) => {
        try {
          return await client.call(target, endpoint, input, options)
        } catch (error) {
          if (lacksApiScope(error)) {
            void accounts.markReadOnly(account, target.token).catch(() => undefined)
          }
          throw error
        }
      })
      onWrite?.(endpoint, input, answer)
      return answer
    } catch (error) {
      if (mayHaveChanged(error)) onWrite?.(endpoint, input)
      throw error
    }
  }
  const gitlab: GitLabClient = {
    account,
    async call(endpoint, input, options) {
      // guard: managed-requests
      assertRequestAllowed(policy, endpoint, input, now())
      if (endpoint.method === 'GET') {
        return counted(endpoint, input, () =>
          read(endpoint, input, (target) => client.call(target, endpoint, input, options)),
        )
      }
      const refusal = writeRefusal(policy, accounts.account(account))
      // guard: other-instances-read-only
      if (refusal && (isByPolicy(refusal) || !needsNoApiScope.has(endpoint)))
        throw new FailureError(refusal)
      return counted(endpoint, input, () =>
        sendCreate(gitlab, endpoint, input, () => write(endpoint, input, options)),
      )
    },
    page: (endpoint, input, cursor, options) =>
      read(endpoint, input, (target) =>
        client.page<unknown>(target, endpoint as never, input, cursor, options),
      ),
    async requestPage(endpoint, input, cursor, options) {
      const page = await withTarget((target) =>
        client.requestPage(target, endpoint as never, input, cursor, options),
      )
        // The response isn't validated until its page is parsed.
        .catch((error: unknown) => observe(() => Promise.reject(error as Error)))
      return {
        next: page.next,
        total: page.total,
        readBy: (parse) => observe(() => page.readBy(parse)),
      }
    },
    all: (endpoint, input, options) =>
      read(endpoint, input, (target) => client.all(target, endpoint, input, options)),
  }
  return gitlab
}

/** Writes that a scope other than `api` may allow. */
const needsNoApiScope: ReadonlySet<AnyEndpoint> = new Set([user.createRunner])

/** Whether it concerns more than the token. */
function isByPolicy({ reason }: UnformattedFailure): boolean {
  return reason === 'managed'
}

/** Whether a failed write may have changed something. */
function mayHaveChanged(error: unknown): boolean {
  return !(error instanceof FailureError) || mayHaveHappened(error.failure)
}

/** Whether a request is sent as another user. */
function isView(input: unknown): boolean {
  return typeof input === 'object' && input !== null && 'sudo' in input
}

/** Whether a failed request may have done what a ceiling counts. A read without a response may be a view as another user. */
function mayCount({ method }: AnyEndpoint, error: unknown): boolean {
  const isLost = error instanceof FailureError && error.failure.status === undefined
  return mayHaveChanged(error) || (method === 'GET' && isLost)
}

function isRefusal(error: unknown): boolean {
  return error instanceof FailureError && error.failure.kind === 'forbidden'
}
