import type {
  AnyEndpoint,
  EndpointAnswer,
  EndpointInput,
  ListEndpoint,
} from '../../shared/gitlab/endpoint.ts'
import type { Page } from '../../shared/gitlab/index.ts'
import type { ReceivedList, SkippedEntries } from './read-list.ts'
import type { CallOptions } from './target.ts'

/** A client for one account, with its URL and token. */
export interface GitLabClient {
  /** ID of the account that makes all calls. */
  readonly account: string
  /** Returns only cached responses and never sends requests. */
  readonly isOffline?: true
  call<E extends AnyEndpoint>(
    endpoint: E,
    input: EndpointInput<E>,
    options?: CallOptions,
  ): Promise<EndpointAnswer<E>>
  page(
    endpoint: AnyEndpoint,
    input: unknown,
    cursor?: string,
    options?: CallOptions,
  ): Promise<Page<unknown>>
  /** An unparsed page of a list that is read completely. `onAnswer` isn't called for it. */
  requestPage(
    endpoint: AnyEndpoint,
    input: unknown,
    cursor?: string,
    options?: CallOptions,
  ): Promise<RawPage>
  /** All readable entries of a short list, fetched page by page; see `onSkipped`. */
  all<Item>(endpoint: ListEndpoint<Item>, input: unknown, options?: CallOptions): Promise<Item[]>
}

/** A page that hasn't been parsed yet. */
export interface RawPage {
  next?: string | undefined
  total?: number | undefined
  /** Parses the page with `readReceivedList`; fails if it doesn't match the endpoint. */
  readBy<T extends SkippedEntries>(parse: (list: ReceivedList) => Promise<T>): Promise<T>
}
