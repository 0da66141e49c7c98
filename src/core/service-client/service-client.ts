import { setImmediate as turn } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { FailureError } from '../infra/failure.ts'
import {
  type AnyEndpoint,
  type Endpoint,
  type EndpointAnswer,
  type EndpointInput,
} from '../../shared/service/endpoint.ts'
import type { Page } from '../../shared/service/index.ts'
import { t } from '../infra/messages.ts'
import { type ListProblem, ListProgress, repeatedPage } from '../../shared/service/list-progress.ts'
import type { Say } from '../infra/log/log.ts'
import { type Answer, type ReadList, checkAnswer, checkList } from './answer.ts'
import { checkedInput } from './input-failure.ts'
import {
  type Exchange,
  type ExchangePorts,
  type Limits,
  defaultLimits,
  exchange,
} from './exchange.ts'
import { isAssumed, nextQuery, totalOf } from './paging.ts'
import { requestOf } from './request.ts'
import { type Waiting, retryingReads } from './retry.ts'
import { operationOf, taskOf } from './tasks.ts'
import { hostOf } from './words.ts'

/** Whom a call speaks to, and as whom. */
export interface Target {
  /** Normalised address of the instance, see `accounts/base-url.ts`. */
  baseUrl: string
  /** Absent for anonymous calls. Sent to `baseUrl` and nowhere else. */
  token?: string
  /** What the account's last GET /user said; tells Admin Mode from a missing right. */
  isAdmin?: boolean
}

export interface CallOptions {
  signal?: AbortSignal
  /** A read is not tried again, for callers that wait by themselves. */
  once?: true
  /** Called with how many entries of a list could not be read and are left out of it. */
  onSkipped?(count: number): void
}

/** What the client needs of the world. */
export interface ServiceClientPorts extends ExchangePorts, Waiting {
  log?: Say
}

/** A page that came and is not looked through yet. */
export interface RawPage<Item> extends Omit<Page<Item>, 'items'> {
  /** Reads it; throws where it is not what its row wants. */
  read(): Promise<ReadList<Item>>
  /** How long its text is. */
  length(): number
}

type PagedEndpoint<Item> = Endpoint<string, z.ZodType, z.ZodType<Item[]>> & { paged?: true }

/**
 * Executes any row of the service table.
 *
 * Promises: a token goes to its own instance only, redirects are failures; reads are tried again, writes never; an answer
 * is checked against its row before anyone sees it; whatever goes wrong is a `FailureError`.
 */
export class ServiceClient {
  readonly #ports: ServiceClientPorts
  readonly #limits: Limits
  readonly #exchange: Exchange

  constructor(ports: ServiceClientPorts, limits: Partial<Limits> = {}) {
    this.#ports = ports
    this.#limits = { ...defaultLimits, ...limits }
    this.#exchange = exchange(ports)
  }

  /** One call, one answer. For a `paged` row that is the first page; see `page` and `all`. */
  async call<E extends AnyEndpoint>(
    target: Target,
    row: E,
    input: EndpointInput<E>,
    options?: CallOptions,
  ): Promise<EndpointAnswer<E>> {
    const answer = await this.#send(target, row, input, undefined, options)
    return this.#logged(row, () => checkAnswer(target, row, answer))
  }

  /** One page of a list, the first one or that of `cursor`, with what asks for the next. */
  async page<Item>(
    target: Target,
    row: PagedEndpoint<Item>,
    input: unknown,
    cursor?: string,
    options?: CallOptions,
  ): Promise<Page<Item>> {
    const { read, length: _, ...page } = await this.ask(target, row, input, cursor, options)
    const { items, skipped } = await read()
    return { items, ...page, ...(skipped > 0 && { skipped }) }
  }

  /** A page as it came. What asks for the next one is known before anything is looked at, so that it can leave first. */
  async ask<Item>(
    target: Target,
    row: PagedEndpoint<Item>,
    input: unknown,
    cursor?: string,
    options?: CallOptions,
  ): Promise<RawPage<Item>> {
    const answer = await this.#send(target, row, input, cursor, options)
    const next = nextQuery(target, row, answer, cursor)
    if (next !== undefined && next === cursor) throw endless(target, row, repeatedPage)
    const read = () => this.#read<Item>(target, row, answer, options)
    return { read, next, total: totalOf(answer), length: () => answer.text.length }
  }

  /** A list page by page, each looked through while the next is under way. Fails where the service never ends it. */
  async *pages<Item>(
    target: Target,
    row: PagedEndpoint<Item>,
    input: unknown,
    options?: CallOptions,
  ): AsyncGenerator<Item[], void, void> {
    const progress = new ListProgress()
    let cursor: string | undefined
    let before: Item[] = []
    let came = await this.ask(target, row, input, undefined, options)
    for (;;) {
      const { next } = came
      const ahead = next === undefined ? undefined : this.ask(target, row, input, next, options)
      // It is waited for below, but perhaps not yet.
      ahead?.catch(() => undefined)
      // It has left when this is over.
      await turn()
      const { items: page, skipped } = await came.read()
      // A service that knows no pages answers with the same list whatever number is asked for.
      if (isAssumed(cursor) && isDeepStrictEqual(page, before)) return
      const trouble = progress.add(page.length + skipped, next, came.length())
      if (trouble) throw endless(target, row, trouble)
      yield page
      if (!ahead) return
      before = page
      cursor = next
      came = await ahead
    }
  }

  /** All rows of a list, page after page. Fails where the service never ends it. */
  async all<Item>(
    target: Target,
    row: PagedEndpoint<Item>,
    input: unknown,
    options?: CallOptions,
  ): Promise<Item[]> {
    const items: Item[] = []
    for await (const page of this.pages(target, row, input, options)) items.push(...page)
    return items
  }

  async #read<Item>(
    target: Target,
    row: AnyEndpoint,
    answer: Answer,
    options: CallOptions | undefined,
  ): Promise<ReadList<Item>> {
    const list = await this.#logged(row, () => checkList<Item>(target, row, answer))
    if (list.skipped > 0) {
      const facts = { operation: operationOf(row), count: list.skipped, places: list.places }
      this.#ports.log?.('Some entries of a list could not be read.', facts)
      options?.onSkipped?.(list.skipped)
    }
    return list
  }

  /** A person is told in words what could not be read; which row it was is for the log. */
  async #logged<T>(row: AnyEndpoint, read: () => Promise<T>): Promise<T> {
    try {
      return await read()
    } catch (error) {
      const operation = operationOf(row)
      this.#ports.log?.('An answer could not be understood.', { operation, error })
      throw error
    }
  }

  #send(
    target: Target,
    row: AnyEndpoint,
    input: unknown,
    cursor: string | undefined,
    options: CallOptions = {},
  ): Promise<Answer> {
    const request = requestOf(target, row, checkedInput(row, input), cursor)
    let left = this.#limits.callMs
    const attempt = async () => {
      const began = performance.now()
      try {
        return await this.#exchange(target, row, request, left, options.signal)
      } finally {
        left -= Math.ceil(performance.now() - began)
      }
    }
    if (row.method !== 'GET' || options.once) return attempt()
    return retryingReads(attempt, () => left > 0, this.#ports, options.signal)
  }
}

function endless(target: Target, row: AnyEndpoint, what: ListProblem): FailureError {
  return new FailureError({
    kind: 'service-error',
    message: `Couldn’t ${taskOf(row)}: ${hostOf(target)}. ${t(what)}`,
    hint: 'Nothing is shown, because the list would be wrong. Try again later.',
  })
}
