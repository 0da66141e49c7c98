import type { AnyEndpoint } from '../../shared/gitlab/endpoint.ts'
import { FailureError } from '../platform/failure.ts'
import { mayHaveHappened } from '../../shared/rules/failure.ts'
import { readOnlyFailure } from '../../shared/rules/read-only-token.ts'
import { user } from '../../shared/gitlab/current-user.ts'
import type { Accounts } from './accounts.ts'
import { lacksApiScope } from './token-access.ts'
import type { ConnectivityLog } from '../gitlab/connectivity/connectivity.ts'
import type { Throttle } from '../gitlab/throttle.ts'
import type { ApiClient } from '../gitlab/api-client.ts'
import type { GitLabClient } from '../gitlab/gitlab-client.ts'
import type { Target } from '../gitlab/target.ts'

export interface AccountClientPorts {
  accounts: Accounts
  client: ApiClient
  connectivity: ConnectivityLog
  throttle(account: string): Throttle
  /** Called with every answer, to keep parts of it. */
  onAnswer(account: string, answer: unknown, row: AnyEndpoint): void
  /** Called with every write that happened, or may have happened. */
  onWrite?(account: string, row: AnyEndpoint, input: unknown): void
}

/** Binds the client to an account. After a refusal the rights are read again, because they may have changed. */
export function createAccountClient(
  account: string,
  { accounts, client, connectivity, throttle, onAnswer, onWrite }: AccountClientPorts,
): GitLabClient {
  const withTarget = <T>(send: (target: Target) => Promise<T>) =>
    accounts.withTarget(account, (target) => send({ ...target, throttle: throttle(account) }))
  const observe = async <T>(call: () => Promise<T>): Promise<T> => {
    try {
      return await connectivity.observe(account, call)
    } catch (error) {
      if (isRefusal(error)) void refreshRights()
      throw error
    }
  }
  const read = async <T>(row: AnyEndpoint, call: () => Promise<T>): Promise<T> => {
    const answer = await observe(call)
    onAnswer(account, answer, row)
    return answer
  }
  const refreshRights = () =>
    connectivity.observe(account, () => accounts.refresh(account)).catch(() => undefined)
  const checkWriteAccess = (row: AnyEndpoint) => {
    if (accounts.account(account).canWrite !== false || needsNoApiScope.has(row)) return
    throw new FailureError(readOnlyFailure)
  }
  const write: GitLabClient['call'] = async (row, input, options) => {
    checkWriteAccess(row)
    try {
      const answer = await read(row, () => sendWrite(row, input, options))
      onWrite?.(account, row, input)
      return answer
    } catch (error) {
      if (mayHaveChanged(error)) onWrite?.(account, row, input)
      throw error
    }
  }
  const sendWrite: GitLabClient['call'] = (row, input, options) =>
    withTarget(async (target) => {
      try {
        return await client.call(target, row, input, options)
      } catch (error) {
        if (lacksApiScope(error)) {
          void accounts.markReadOnly(account, target.token).catch(() => undefined)
        }
        throw error
      }
    })
  return {
    account,
    call: (row, input, options) =>
      row.method === 'GET'
        ? read(row, () => withTarget((target) => client.call(target, row, input, options)))
        : write(row, input, options),
    page: (row, input, cursor, options) =>
      read(row, () =>
        withTarget((target) => client.page<unknown>(target, row as never, input, cursor, options)),
      ),
    async requestPage(row, input, cursor, options) {
      const page = await withTarget((target) =>
        client.requestPage(target, row as never, input, cursor, options),
      )
        // Whether the answer is valid is only known once the page is parsed.
        .catch((error: unknown) => observe(() => Promise.reject(error as Error)))
      return {
        next: page.next,
        total: page.total,
        items: () => observe(async () => (await page.read()).items),
      }
    },
    all: (row, input, options) =>
      read(row, () => withTarget((target) => client.all(target, row, input, options))),
  }
}

/** Writes that another scope than `api` may allow. */
const needsNoApiScope: ReadonlySet<AnyEndpoint> = new Set([user.createRunner])

/** Whether a failed write may have changed something. */
function mayHaveChanged(error: unknown): boolean {
  return !(error instanceof FailureError) || mayHaveHappened(error.failure)
}

function isRefusal(error: unknown): boolean {
  return error instanceof FailureError && error.failure.kind === 'forbidden'
}
