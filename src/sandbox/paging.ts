import { Refusal } from './errors.ts'
import type { Call } from './handler.ts'
import { integer } from './parameters.ts'

/** What every list takes. */
export const pagingParameters = { page: integer(), per_page: integer() }

interface PagingValues {
  page?: number | null
  per_page?: number | null
}

/** A list that can be counted and read in part. */
export interface PagedList<Row> {
  /** How many there are in all. */
  count(): number
  rows(limit: number, offset: number): Row[]
  view(row: Row): unknown
}

const defaultPerPage = 20
const mostPerPage = 100
/** Above this, totals are dropped (`lib/gitlab/pagination/offset_header_builder.rb`). */
const mostCounted = 10_000

/** One page by offset, with all `X-` headers and `Link`. */
export function offsetPage<Row>(
  { values, url, context }: Call<PagingValues>,
  list: PagedList<Row>,
): Response {
  const page = positive(values.page, 1)
  const perPage = perPageOf(values)
  const total = list.count()
  const pages = Math.max(1, Math.ceil(total / perPage))
  const rows = list.rows(perPage, (page - 1) * perPage)
  const isCounted = total <= mostCounted
  const next = page < pages ? page + 1 : undefined
  const previous = page > 1 && page <= pages + 1 ? page - 1 : undefined
  const to = (number: number) => pageUrl(context.url, url, { page: number, per_page: perPage })
  return Response.json(rows.map(list.view), {
    headers: {
      'x-page': String(page),
      'x-per-page': String(perPage),
      'x-next-page': String(next ?? ''),
      'x-prev-page': String(previous ?? ''),
      ...(isCounted && { 'x-total': String(total), 'x-total-pages': String(pages) }),
      link: linkHeader({
        prev: previous === undefined ? undefined : to(previous),
        next: next === undefined ? undefined : to(next),
        first: to(1),
        last: isCounted ? to(pages) : undefined,
      }),
    },
  })
}

/** Rows a page: 20 unless told, at most 100, never refused. */
export function perPageOf({ per_page: perPage }: PagingValues): number {
  return Math.min(positive(perPage, defaultPerPage), mostPerPage)
}

/** Refuses an offset beyond what an endpoint allows. */
export function limitOffset({ page, ...values }: PagingValues, most: number, type: string): void {
  if (positive(page, 1) * perPageOf(values) <= most) return
  throw new Refusal(405, {
    error:
      `Offset pagination has a maximum allowed offset of ${most} for requests that return objects of type ${type}. ` +
      'Remaining records can be retrieved using keyset pagination.',
  })
}

/** The address of a request with other parameters, on the service's own external address. */
export function pageUrl(
  base: string,
  requested: URL,
  parameters: Record<string, string | number>,
): string {
  const url = new URL(requested.pathname + requested.search, base)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, String(value))
  return url.href
}

export function linkHeader(links: Record<string, string | undefined>): string {
  return Object.entries(links)
    .filter(([, url]) => url)
    .map(([rel, url]) => `<${url}>; rel="${rel}"`)
    .join(', ')
}

function positive(value: number | null | undefined, fallback: number): number {
  return value && value > 0 ? value : fallback
}
