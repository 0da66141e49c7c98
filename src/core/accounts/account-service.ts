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

/** The service as one account, with its URL and token. */
export interface AccountService {
  /** ID of the account that every call is made for. */
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
  /** A page of a list that is read completely, not parsed yet. Its content is not noted. */
  requestPage(
    row: AnyEndpoint,
    input: unknown,
    cursor?: string,
    options?: CallOptions,
  ): Promise<RawPage>
  /** All items of a short list, page by page; without those that could not be read, see `onSkipped`. */
  all<Item>(row: ListEndpoint<Item>, input: unknown, options?: CallOptions): Promise<Item[]>
}

/** A page that is not parsed yet. */
export interface RawPage {
  next?: string | undefined
  total?: number | undefined
  /** Parses it; fails if it does not match the endpoint. */
  items(): Promise<unknown[]>
}

type ListEndpoint<Item> = Endpoint<string, z.ZodType, z.ZodType<Item[]>> & { paged?: true }

export interface AccountServicePorts {
  accounts: Accounts
  client: ServiceClient
  connectivity: ConnectivityLog
  /** Called with every answer, to keep parts of it. */
  onAnswer(account: string, answer: unknown, row: AnyEndpoint): void
  /** Called with every write that happened, or may have happened. */
  onWrite?(account: string, row: AnyEndpoint, input: unknown): void
}

/** Binds the client to an account. After a refusal the rights are read again, because they may have changed. */
export function createAccountService(
  account: string,
  { accounts, client, connectivity, onAnswer: onAnswer, onWrite }: AccountServicePorts,
): AccountService {
  const watched = async <T>(call: () => Promise<T>): Promise<T> => {
    try {
      return await connectivity.observe(account, call)
    } catch (error) {
      if (isRefusal(error)) void readRights()
      throw error
    }
  }
  const observed = async <T>(row: AnyEndpoint, call: () => Promise<T>): Promise<T> => {
    const answer = await watched(call)
    onAnswer(account, answer, row)
    return answer
  }
  const readRights = () =>
    connectivity.observe(account, () => accounts.refresh(account)).catch(() => undefined)
  const noteReadOnly = (token: string | undefined) =>
    accounts.markReadOnly(account, token).catch(() => undefined)
  const noted = async <T>(row: AnyEndpoint, input: unknown, call: () => Promise<T>): Promise<T> => {
    if (row.method === 'GET') return call()
    if (accounts.account(account).canWrite === false && !needsNoApiScope.has(row)) {
      throw new FailureError(readOnlyFailure)
    }
    try {
      const answer = await call()
      onWrite?.(account, row, input)
      return answer
    } catch (error) {
      if (mayHaveChanged(error)) onWrite?.(account, row, input)
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
    async requestPage(row, input, cursor, options) {
      const came = await accounts
        .target(account)
        .then((target) => client.requestPage(target, row as never, input, cursor, options))
        // Whether the answer is valid is only known once the page is parsed.
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

/** Writes that another scope than `api` may allow. */
const needsNoApiScope: ReadonlySet<AnyEndpoint> = new Set([user.createRunner])

/** Whether a failed write may have changed something. */
function mayHaveChanged(error: unknown): boolean {
  return !(error instanceof FailureError) || mayHaveHappened(error.failure)
}

function isRefusal(error: unknown): boolean {
  return error instanceof FailureError && error.failure.kind === 'forbidden'
}
