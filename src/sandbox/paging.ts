import type { SQLInputValue } from 'node:sqlite'
import { ApiError } from './errors.ts'
import type { Call } from './handler.ts'
import { integer } from './parameters.ts'

/** Parameters that every list has. */
export const pagingParameters = { page: integer(), per_page: integer() }

interface PagingValues {
  page?: number | null
  per_page?: number | null
}

/** A list query with its row view. */
export interface PagedQuery<Row> {
  /** Defaults to all columns. */
  columns?: string
  /** The query, starting at `FROM`. */
  from: string
  values: readonly SQLInputValue[]
  orderBy: string
  orderValues?: readonly SQLInputValue[]
  view(row: Row): unknown
}

const defaultPerPage = 20
const maxPerPage = 100
/** Totals above this are omitted (`lib/gitlab/pagination/offset_header_builder.rb`). */
const maxCountedTotal = 10_000

/** One page by offset, with all `X-` headers and `Link`. */
export function offsetPage<Row>(
  { values, url, context }: Call<PagingValues>,
  { columns = '*', from, values: bound, orderBy, orderValues = [], view }: PagedQuery<Row>,
): Response {
  const page = positiveOr(values.page, 1)
  const perPage = pageSize(values)
  const total = context.db.count(from, ...bound)
  const pages = Math.max(1, Math.ceil(total / perPage))
  const rows = context.db.all<Row>(
    `SELECT ${columns} ${from} ORDER BY ${orderBy} LIMIT ? OFFSET ?`,
    ...bound,
    ...orderValues,
    perPage,
    (page - 1) * perPage,
  )
  const isCounted = total <= maxCountedTotal
  const next = page < pages ? page + 1 : undefined
  const previous = page > 1 && page <= pages + 1 ? page - 1 : undefined
  const numberedPageUrl = (number: number) =>
    pageUrl(context.url, url, { page: number, per_page: perPage })
  return Response.json(rows.map(view), {
    headers: {
      'x-page': String(page),
      'x-per-page': String(perPage),
      'x-next-page': String(next ?? ''),
      'x-prev-page': String(previous ?? ''),
      ...(isCounted && { 'x-total': String(total), 'x-total-pages': String(pages) }),
      link: linkHeader({
        prev: previous === undefined ? undefined : numberedPageUrl(previous),
        next: next === undefined ? undefined : numberedPageUrl(next),
        first: numberedPageUrl(1),
        last: isCounted ? numberedPageUrl(pages) : undefined,
      }),
    },
  })
}

/** Rows per page: 20 by default and at most 100; larger values are capped, not rejected. */
export function pageSize({ per_page: perPage }: PagingValues): number {
  return Math.min(positiveOr(perPage, defaultPerPage), maxPerPage)
}

/** Rejects an offset beyond the endpoint's maximum. */
export function assertOffsetAllowed(
  { page, ...values }: PagingValues,
  maxOffset: number,
  type: string,
): void {
  if (positiveOr(page, 1) * pageSize(values) <= maxOffset) return
  throw new ApiError(405, {
    error:
      `Offset pagination has a maximum allowed offset of ${maxOffset} for requests that return objects of type ${type}. ` +
      'Remaining records can be retrieved using keyset pagination.',
  })
}

/** A request's URL with different query parameters, based on the sandbox's external URL. */
export function pageUrl(
  base: string,
  requestUrl: URL,
  parameters: Record<string, string | number>,
): string {
  const url = new URL(requestUrl.pathname + requestUrl.search, base)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, String(value))
  return url.href
}

export function linkHeader(links: Record<string, string | undefined>): string {
  return Object.entries(links)
    .filter(([, url]) => url)
    .map(([rel, url]) => `<${url}>; rel="${rel}"`)
    .join(', ')
}

function positiveOr(value: number | null | undefined, fallback: number): number {
  return value && value > 0 ? value : fallback
}
