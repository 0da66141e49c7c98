import { setImmediate as turn } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { FailureError } from '../platform/failure.ts'
import { message } from '../../shared/messages/message.ts'
import type {
  AnyEndpoint,
  EndpointAnswer,
  EndpointInput,
  ListEndpoint,
} from '../../shared/gitlab/endpoint.ts'
import type { Page } from '../../shared/gitlab/index.ts'
import { type ListProblem, ListProgress, repeatedPage } from '../../shared/rules/list-progress.ts'
import type { LogFunction } from '../platform/log/log.ts'
import type { ApiResponse } from './api-response.ts'
import { assertRequested, checkAnswer } from './check-answer.ts'
import { assertInput } from './input-failure.ts'
import {
  type Exchange,
  type ExchangeOptions,
  type ExchangeLimits,
  defaultLimits,
  createExchange,
} from './exchange.ts'
import { isGuessedCursor, nextQuery, totalRows } from './paging.ts'
import { type ReadList, type ReceivedList, type SkippedEntries, readList } from './read-list.ts'
import { createRequest } from './request.ts'
import type { CallOptions, Target } from './target.ts'
import { type RetryOptions, retryRead } from './throttle.ts'
import { taskFailed, operationName } from './tasks.ts'

export interface ApiClientOptions extends ExchangeOptions, RetryOptions {
  log?: LogFunction
}

/** A page that hasn't been parsed yet. */
export interface UnparsedPage<Item> extends Omit<Page<Item>, 'items'> {
  /** Parses the page; throws if it doesn't match its endpoint. */
  read(): Promise<ReadList<Item>>
  /** Parses the page elsewhere with `readReceivedList`. */
  readBy<T extends SkippedEntries>(parse: (list: ReceivedList) => Promise<T>): Promise<T>
  /** The length of the response in bytes. */
  length: number
}

/**
 * Calls any endpoint in the endpoint table.
 *
 * Guarantees: a token is only sent to its own instance, and redirects are failures; reads are retried, writes never
 * are; a response is checked against its endpoint before it is returned; every failure is a `FailureError`.
 */
export class ApiClient {
  readonly #options: ApiClientOptions
  readonly #limits: ExchangeLimits
  readonly #exchange: Exchange

  constructor(options: ApiClientOptions, limits: Partial<ExchangeLimits> = {}) {
    this.#options = options
    this.#limits = { ...defaultLimits, ...limits }
    this.#exchange = createExchange(options)
  }

  /** Makes one call with one response, which is the first page for a `paged` endpoint; see `page` and `all`. */
  async call<E extends AnyEndpoint>(
    target: Target,
    endpoint: E,
    input: EndpointInput<E>,
    options?: CallOptions,
  ): Promise<EndpointAnswer<E>> {
    const answer = await this.#send(target, endpoint, input, undefined, options)
    return this.#logged(endpoint, async () => {
      const value = await checkAnswer(target, endpoint, answer, input)
      assertRequested(target, endpoint, input, { value, status: answer.status })
      return value
    })
  }

  /** One page of a list: the first, or the one at `cursor`. Includes the next page's cursor. */
  async page<Item>(
    target: Target,
    endpoint: ListEndpoint<Item>,
    input: unknown,
    cursor?: string,
    options?: CallOptions,
  ): Promise<Page<Item>> {
    const page = await this.requestPage(target, endpoint, input, cursor, options)
    const { items, skipped } = await page.read()
    const { next, total } = page
    return { items, next, total, ...(skipped > 0 && { skipped }) }
  }

  /** A page that hasn't been parsed yet, so the next one can be requested first. */
  async requestPage<Item>(
    target: Target,
    endpoint: ListEndpoint<Item>,
    input: unknown,
    cursor?: string,
    options?: CallOptions,
  ): Promise<UnparsedPage<Item>> {
    const answer = await this.#send(target, endpoint, input, cursor, options)
    const next = nextQuery(target, endpoint, answer, cursor)
    if (next !== undefined && next === cursor) throw endlessListError(endpoint, repeatedPage)
    const { baseUrl } = target
    const { status, body } = answer
    return {
      next,
      total: totalRows(answer),
      length: body.length,
      read: () =>
        this.#read(endpoint, options, () => readList<Item>(target, endpoint, answer, input)),
      readBy: (parse) =>
        this.#read(endpoint, options, () =>
          parse({ baseUrl, status, contentType: answer.headers.get('content-type'), body }),
        ),
    }
  }

  /** Yields a list page by page, parsing each while the next is in flight. Fails if the list never ends. */
  async *pages<Item>(
    target: Target,
    endpoint: ListEndpoint<Item>,
    input: unknown,
    options?: CallOptions,
  ): AsyncGenerator<Item[], void, void> {
    const progress = new ListProgress()
    let cursor: string | undefined
    let before: Item[] = []
    let page = await this.requestPage(target, endpoint, input, undefined, options)
    for (;;) {
      const { next } = page
      const ahead =
        next === undefined ? undefined : this.requestPage(target, endpoint, input, next, options)
      // It is awaited below. Before that, a failure would be an unhandled rejection.
      ahead?.catch(() => undefined)
      // Lets the request be sent first.
      await turn()
      const { items, skipped } = await page.read()
      // An instance without paging returns the same list for every page number.
      if (isGuessedCursor(cursor) && isDeepStrictEqual(items, before)) return
      const problem = progress.add(items.length + skipped, next, page.length)
      if (problem) throw endlessListError(endpoint, problem)
      yield items
      if (!ahead) return
      before = items
      cursor = next
      page = await ahead
    }
  }

  /** Reads all entries of a list. Fails if the list never ends. */
  async all<Item>(
    target: Target,
    endpoint: ListEndpoint<Item>,
    input: unknown,
    options?: CallOptions,
  ): Promise<Item[]> {
    const items: Item[] = []
    for await (const page of this.pages(target, endpoint, input, options)) items.push(...page)
    return items
  }

  /** Logs unreadable entries. */
  async #read<List extends SkippedEntries>(
    endpoint: AnyEndpoint,
    options: CallOptions | undefined,
    read: () => Promise<List>,
  ): Promise<List> {
    const list = await this.#logged(endpoint, read)
    if (list.skipped > 0) {
      const facts = { operation: operationName(endpoint), count: list.skipped, places: list.places }
      this.#options.log?.('Some entries of a list could not be read.', facts)
      options?.onSkipped?.(list.skipped)
    }
    return list
  }

  /** Logs the operation whose response can't be parsed. */
  async #logged<T>(endpoint: AnyEndpoint, read: () => Promise<T>): Promise<T> {
    try {
      return await read()
    } catch (error) {
      const operation = operationName(endpoint)
      this.#options.log?.('A response could not be parsed.', { operation, error })
      throw error
    }
  }

  #send(
    target: Target,
    endpoint: AnyEndpoint,
    input: unknown,
    cursor: string | undefined,
    options: CallOptions = {},
  ): Promise<ApiResponse> {
    const request = createRequest(target, endpoint, assertInput(endpoint, input), cursor)
    let remainingMs = this.#limits.callMs
    const attempt = async () => {
      const began = performance.now()
      try {
        const answer = await this.#exchange(target, endpoint, request, remainingMs, options.signal)
        const date = Date.parse(answer.headers.get('date') ?? '')
        if (!Number.isNaN(date)) target.onDate?.(date)
        return answer
      } catch (error) {
        if (error instanceof FailureError && concernsOthers(error))
          target.throttle?.recordFailure(error.failure)
        throw error
      } finally {
        remainingMs -= Math.ceil(performance.now() - began)
      }
    }
    if (endpoint.method !== 'GET') return this.#attemptWrite(target, attempt)
    if (options.once) return attempt()
    return retryRead(attempt, () => remainingMs > 0, this.#options, options.signal)
  }

  async #attemptWrite(target: Target, attempt: () => Promise<ApiResponse>): Promise<ApiResponse> {
    // A write that was sent before another one was refused proves nothing.
    const wasReadOnly = target.throttle?.readOnly !== undefined
    const answer = await attempt()
    if (wasReadOnly) target.throttle?.recordWrite()
    return answer
  }
}

/** Whether the account's other requests have to wait, too. */
function concernsOthers({ failure: { kind, reason } }: FailureError): boolean {
  return kind === 'rate-limited' || reason === 'read-only-instance'
}

function endlessListError(endpoint: AnyEndpoint, problem: ListProblem): FailureError {
  return new FailureError({
    kind: 'service-error',
    message: taskFailed(endpoint, message(problem)),
    hint: message('service.listUnusable'),
  })
}
