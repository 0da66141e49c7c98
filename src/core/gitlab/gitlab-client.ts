import type {
  AnyEndpoint,
  EndpointAnswer,
  EndpointInput,
  ListEndpoint,
} from '../../shared/gitlab/endpoint.ts'
import type { Page } from '../../shared/gitlab/index.ts'
import type { CallOptions } from './target.ts'

/** A client for one account, with its URL and token. */
export interface GitLabClient {
  /** ID of the account for all calls. */
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
  /** A page of a list that is read completely, not parsed yet. `onAnswer` is not called for it. */
  requestPage(
    endpoint: AnyEndpoint,
    input: unknown,
    cursor?: string,
    options?: CallOptions,
  ): Promise<RawPage>
  /** All entries of a short list, page by page, without unreadable ones, see `onSkipped`. */
  all<Item>(endpoint: ListEndpoint<Item>, input: unknown, options?: CallOptions): Promise<Item[]>
}

/** A page that has not been parsed yet. */
export interface RawPage {
  next?: string | undefined
  total?: number | undefined
  /** Parses the page; fails if it doesn't match the endpoint. */
  items(): Promise<unknown[]>
}
