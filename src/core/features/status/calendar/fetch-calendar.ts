import { calendarBytes } from '../../../../shared/rules/limits.ts'

export interface CalendarLimits {
  /** The total time (ms), including redirects. */
  timeMs: number
  bytes: number
}

// guard: calendar-bytes
export const calendarLimits: CalendarLimits = { timeMs: 20_000, bytes: calendarBytes }

const maxRedirects = 3

/** The content at a calendar's address, or why there is none. Never includes anything else about the response. */
export type FetchedCalendar =
  { text: string; etag: string | undefined } | 'unchanged' | 'unreachable' | 'unreadable'

/** A calendar's address as it is fetched; undefined if it isn't an https URL. Others call it webcal. */
export function calendarAddress(typed: string): string | undefined {
  const url = URL.parse(typed.trim().replace(/^webcals?:/i, 'https:'))
  // guard: calendar-https
  if (url?.protocol !== 'https:' || url.username || url.password) return undefined
  url.hash = ''
  return url.href
}

/**
 * Fetches a calendar.
 *
 * Guarantees: sends no cookie, token, or referrer, and doesn't respond to Negotiate; only asks the host of the address;
 * reads at most 10 MiB; the result says nothing about the response except whether it could be read.
 */
export async function fetchCalendar(
  fetch: typeof globalThis.fetch,
  address: string,
  { etag, signal: ended }: { etag?: string | undefined; signal: AbortSignal },
  limits: CalendarLimits = calendarLimits,
): Promise<FetchedCalendar> {
  const signal = AbortSignal.any([AbortSignal.timeout(limits.timeMs), ended])
  let url: string | undefined = address
  try {
    for (let hops = 0; url && hops <= maxRedirects; hops += 1) {
      const response = await fetch(url, {
        // guard: calendar-headers
        headers: { accept: 'text/calendar', ...(etag !== undefined && { 'if-none-match': etag }) },
        redirect: 'manual',
        // Chromium then sends neither cookies nor the user's identity.
        // guard: calendar-credentials
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
        signal,
      })
      if (response.status === 200) return await readText(response, limits.bytes)
      await response.body?.cancel()
      if (response.status === 304 && etag !== undefined) return 'unchanged'
      url = redirectTarget(response, url)
    }
  } catch {
    // The reason isn't shown, because the page must learn nothing about other servers.
  }
  return 'unreachable'
}

function redirectTarget({ status, headers }: Response, from: string): string | undefined {
  const location = headers.get('location')
  if (status < 300 || status >= 400 || location === null) return undefined
  const target = URL.parse(location, from)
  if (target?.username || target?.password) return undefined
  // guard: calendar-redirect
  return target?.origin === new URL(from).origin ? target.href : undefined
}

async function readText(response: Response, limit: number): Promise<FetchedCalendar> {
  const parts: Uint8Array[] = []
  let length = 0
  if (Number(response.headers.get('content-length') ?? 0) > limit) {
    await response.body?.cancel()
    return 'unreadable'
  }
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    length += part.byteLength
    // Leaving the loop cancels the download.
    if (length > limit) return 'unreadable'
    parts.push(part)
  }
  const text = Buffer.concat(parts).toString('utf8')
  return { text, etag: response.headers.get('etag') ?? undefined }
}
