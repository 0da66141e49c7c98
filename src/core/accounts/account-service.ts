import type { z } from 'zod'
import type {
  AnyEndpoint,
  Endpoint,
  EndpointAnswer,
  EndpointInput,
} from '../../shared/service/endpoint.ts'
import type { Page } from '../../shared/service/index.ts'
import { FailureError } from '../infra/failure.ts'
import { mayHaveHappened } from '../../shared/failure.ts'
import { readOnlyFailure } from '../../shared/read-only-token.ts'
import { user } from '../../shared/service/current-user.ts'
import type { Accounts } from './accounts.ts'
import { lacksApiScope } from './token-access.ts'
import type { ConnectivityLog } from '../connectivity/connectivity.ts'
import type { CallOptions, ServiceClient } from '../service-client/service-client.ts'

/** The accounts service as one account: its address, its token, and nobody else's. */
export interface AccountService {
  /** Id of the account that every call is made for. */
  readonly account: string
  call<E extends AnyEndpoint>(
    row: E,
    input: EndpointInput<E>,
    options?: CallOptions,
  ): Promise<EndpointAnswer<E>>
  page(
    row: AnyEndpoint,
    input: unknown,
    cursor?: string,
    options?: CallOptions,
  ): Promise<Page<unknown>>
  /** A page that is not looked through yet, of a list that is read whole. What it holds is not noted. */
  ask(row: AnyEndpoint, input: unknown, cursor?: string, options?: CallOptions): Promise<RawPage>
  /** All rows of a list that is known to be short, page after page; without those that could not be read, see `onSkipped`. */
  all<Item>(row: ListEndpoint<Item>, input: unknown, options?: CallOptions): Promise<Item[]>
}

/** A page that came and is not looked through yet. */
export interface RawPage {
  next?: string | undefined
  total?: number | undefined
  /** Reads it; fails where it is not what its row wants. */
  items(): Promise<unknown[]>
}

type ListEndpoint<Item> = Endpoint<string, z.ZodType, z.ZodType<Item[]>> & { paged?: true }

export interface AccountServicePorts {
  accounts: Accounts
  client: ServiceClient
  connectivity: ConnectivityLog
  /** Looks through every answer for what is worth keeping. */
  noted(account: string, answer: unknown, row: AnyEndpoint): void
  /** Called with every write that was done, or may have been. */
  wrote?(account: string, row: AnyEndpoint, input: unknown): void
}

/** Binds the client to an account. A refusal there means that rights may have changed, so they are read again. */
export function serviceOf(
  account: string,
  { accounts, client, connectivity, noted: noteAnswer, wrote }: AccountServicePorts,
): AccountService {
  const watched = async <T>(call: () => Promise<T>): Promise<T> => {
    try {
      return await connectivity.observe(account, call)
    } catch (error) {
      if (isRefusal(error)) void readAnew()
      throw error
    }
  }
  const observed = async <T>(row: AnyEndpoint, call: () => Promise<T>): Promise<T> => {
    const answer = await watched(call)
    noteAnswer(account, answer, row)
    return answer
  }
  const readAnew = () =>
    connectivity.observe(account, () => accounts.refresh(account)).catch(() => undefined)
  const noteReadOnly = (token: string | undefined) =>
    accounts.noteReadOnly(account, token).catch(() => undefined)
  const noted = async <T>(row: AnyEndpoint, input: unknown, call: () => Promise<T>): Promise<T> => {
    if (row.method === 'GET') return call()
    if (accounts.account(account).canWrite === false && !needsNoApiScope.has(row)) {
      throw new FailureError(readOnlyFailure)
    }
    try {
      const answer = await call()
      wrote?.(account, row, input)
      return answer
    } catch (error) {
      if (mayBeDone(error)) wrote?.(account, row, input)
      throw error
    }
  }
  const send: AccountService['call'] = async (row, input, options) => {
    const target = await accounts.target(account)
    try {
      return await client.call(target, row, input, options)
    } catch (error) {
      const isReadOnly = row.method !== 'GET' && lacksApiScope(error)
      if (isReadOnly) void noteReadOnly(target.token)
      throw error
    }
  }
  return {
    account,
    call: (row, input, options) =>
      noted(row, input, () => observed(row, () => send(row, input, options))),
    page: (row, input, cursor, options) =>
      observed(row, async () =>
        client.page(await accounts.target(account), row as never, input, cursor, options),
      ),
    async ask(row, input, cursor, options) {
      const came = await accounts
        .target(account)
        .then((target) => client.ask(target, row as never, input, cursor, options))
        // Whether it was the service that answered well is known only once the page is looked through.
        .catch((error: unknown) => watched(() => Promise.reject(error as Error)))
      return {
        next: came.next,
        total: came.total,
        items: () => watched(async () => (await came.read()).items),
      }
    },
    all: (row, input, options) =>
      observed(row, async () => client.all(await accounts.target(account), row, input, options)),
  }
}

/** Writes for which a token without the scope `api` may have another one that does as well. */
const needsNoApiScope: ReadonlySet<AnyEndpoint> = new Set([user.createRunner])

/** Whether a write that failed may have changed something all the same. */
function mayBeDone(error: unknown): boolean {
  return !(error instanceof FailureError) || mayHaveHappened(error.failure)
}

function isRefusal(error: unknown): boolean {
  return error instanceof FailureError && error.failure.kind === 'forbidden'
}
