import type { z } from 'zod'
import type {
  AnyEndpoint,
  Endpoint,
  EndpointAnswer,
  EndpointInput,
} from '../shared/service/endpoint.ts'
import type { Page } from '../shared/service/index.ts'
import { FailureError } from '../shared/failure.ts'
import type { Accounts } from './accounts/accounts.ts'
import type { ConnectivityLog } from './connectivity/connectivity.ts'
import type { CallOptions, ServiceClient } from './service-client/service-client.ts'

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
  /** All rows of a list that is known to be short, page after page. */
  all<Item>(row: ListEndpoint<Item>, input: unknown, options?: CallOptions): Promise<Item[]>
}

type ListEndpoint<Item> = Endpoint<string, z.ZodType, z.ZodType<Item[]>> & { paged?: true }

export interface AccountServicePorts {
  accounts: Accounts
  client: ServiceClient
  connectivity: ConnectivityLog
  /** Looks through every answer for what is worth keeping. */
  book: { note(account: string, answer: unknown, row: AnyEndpoint): void }
}

/** Binds the client to an account. A refusal there means that rights may have changed, so they are read again. */
export function serviceOf(
  account: string,
  { accounts, client, connectivity, book }: AccountServicePorts,
): AccountService {
  const observed = async <T>(row: AnyEndpoint, call: () => Promise<T>): Promise<T> => {
    try {
      const answer = await connectivity.observe(account, call)
      book.note(account, answer, row)
      return answer
    } catch (error) {
      if (isRefusal(error)) void readAnew()
      throw error
    }
  }
  const readAnew = () =>
    connectivity.observe(account, () => accounts.refresh(account)).catch(() => undefined)
  return {
    account,
    call: (row, input, options) =>
      observed(row, async () => client.call(await accounts.target(account), row, input, options)),
    page: (row, input, cursor, options) =>
      observed(row, async () =>
        client.page(await accounts.target(account), row as never, input, cursor, options),
      ),
    all: (row, input, options) =>
      observed(row, async () => client.all(await accounts.target(account), row, input, options)),
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof FailureError && error.failure.kind === 'forbidden'
}
