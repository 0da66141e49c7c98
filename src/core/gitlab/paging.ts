import { FailureError } from '../platform/failure.ts'
import { message } from '../../shared/messages/message.ts'
import { type AnyEndpoint, answerLimits } from '../../shared/gitlab/endpoint.ts'
import { type ApiResponse, readJson } from './api-response.ts'
import type { ResponseHeaders } from './response-headers.ts'
import type { Target } from './target.ts'
import { taskFailed } from './tasks.ts'
import { instanceHost } from './text.ts'

/** Parameters that a cursor must not set, because they determine whom the request acts as. */
const ignoredCursorParameters = new Set(['sudo', 'private_token', 'access_token', 'job_token'])

/** Page size for every list, the largest that GitLab allows. */
const perPage = 100

/** Query parameters that paging sets. */
export function pagingParameters(
  endpoint: AnyEndpoint,
  cursor: string | undefined,
): [string, string][] {
  if (!endpoint.paged) return []
  const fromCursor = [...new URLSearchParams(cursor ?? '')].filter(
    ([name]) => !ignoredCursorParameters.has(name.toLowerCase()),
  )
  return [['per_page', String(perPage)], ...fromCursor]
}

/**
 * The query of the next page; undefined on the last one.
 *
 * The host and port in `Link` are from GitLab's configuration, not from the requested URL
 * (lib/gitlab/pagination/offset_header_builder.rb), so only the query is used, with the account's base URL.
 */
export function nextQuery(
  target: Target,
  endpoint: AnyEndpoint,
  answer: ApiResponse,
  cursor?: string,
): string | undefined {
  const link = findLink('next', answer.headers.get('link') ?? '')
  if (link === undefined)
    return nextPageHeader(answer.headers) ?? assumeNextPage(endpoint, answer, cursor)
  const next = URL.parse(link, target.baseUrl)
  // A path parameter may be anything except a slash.
  const expected = new RegExp(`/api/v4${endpoint.path.replace(/:\w+/g, '[^/]+')}$`)
  if (!next || !expected.test(next.pathname)) {
    const cause = message('service.foreignPage', { host: instanceHost(target) })
    throw new FailureError({
      kind: 'refused-redirect',
      message: taskFailed(endpoint, cause),
      hint: message('service.tellAdministrator'),
    })
  }
  return next.search.slice(1)
}

/** Matches a page requested by number, even if the list was requested by keyset. */
const pageNumberQuery = /^pagination=&page=(\d+)$/

/** Whether this page was guessed rather than linked to by the instance. */
export function isGuessedCursor(cursor: string | undefined): boolean {
  return cursor !== undefined && pageNumberQuery.test(cursor)
}

/**
 * Proxies may drop `Link` and `X-Next-Page`. In that case, a full page is followed by the next page number. The last
 * keyset page also lacks both headers, so this only applies to lists that never linked to a page.
 */
function assumeNextPage(
  endpoint: AnyEndpoint,
  answer: ApiResponse,
  cursor: string | undefined,
): string | undefined {
  const { headers } = answer
  if (headers.has('link') || headers.has('x-next-page')) return undefined
  if (cursor !== undefined && !isGuessedCursor(cursor)) return undefined
  const entries = readJson(answer, answerLimits(endpoint).values)
  if (!Array.isArray(entries) || entries.length !== perPage) return undefined
  const page = Number(pageNumberQuery.exec(cursor ?? '')?.[1] ?? 1)
  return `pagination=&page=${page + 1}`
}

/** The total number of entries, if GitLab sends it. */
export function totalRows({ headers }: ApiResponse): number | undefined {
  const total = headers.get('x-total')
  return total && /^\d{1,15}$/.test(total) ? Number(total) : undefined
}

function findLink(rel: string, header: string): string | undefined {
  // guard: link-header
  const links = header.matchAll(/<([^<>]*)>([^<]*)/g)
  for (const [, url, parameters] of links) {
    if (new RegExp(`;\\s*rel="?${rel}"?\\s*(?:[;,]|$)`, 'i').test(parameters!)) return url
  }
  return undefined
}

// Empty on the last page, where Number('') would be 0.
function nextPageHeader(headers: ResponseHeaders): string | undefined {
  const page = headers.get('x-next-page')
  return page ? `page=${encodeURIComponent(page)}` : undefined
}
