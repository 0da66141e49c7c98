import { setImmediate as turn } from 'node:timers/promises'
import { z } from 'zod'
import { message } from '../../shared/messages/message.ts'
import { safeParse } from '../../shared/gitlab/parse.ts'
import type { AnyEndpoint } from '../../shared/gitlab/endpoint.ts'
import { type ApiResponse, cleanAnswer, notUnderstoodError, readValue } from './api-response.ts'
import type { Target } from './target.ts'
import { instanceHost } from './text.ts'

export interface SkippedEntries {
  /** Number of unreadable entries. */
  skipped: number
  /** Indexes of the first unreadable entries, from 0. */
  places: number[]
}

/** A parsed list. */
export interface ReadList<Item> extends SkippedEntries {
  items: Item[]
}

/** A list that another thread can parse. It contains no token, not even an echoed one. */
export interface ReceivedList {
  baseUrl: string
  status: number
  contentType: string | null | undefined
  body: Uint8Array
}

/** Parses a received list. */
export function readReceivedList<Item>(
  endpoint: AnyEndpoint,
  { baseUrl, status, contentType, body }: ReceivedList,
): Promise<ReadList<Item>> {
  // Not `Headers`, for which Node would load its HTTP client in the worker.
  const headers = new Map(contentType ? [['content-type', contentType]] : [])
  return readList({ baseUrl }, endpoint, cleanAnswer({ status, headers, body }), undefined)
}

/** Generous: a requested page has a hundred entries. */
const maxEntries = 1_000
const maxPlaces = 20
/** How long (ms) to check entries before yielding to other work, because malformed ones are slow to check. */
const sliceMs = 20

/** Parses a list, omitting entries without an ID and those of another user than the one named by the path. */
export async function readList<Item>(
  target: Target,
  endpoint: AnyEndpoint,
  answer: ApiResponse,
  input: unknown,
): Promise<ReadList<Item>> {
  const owner = ownerOf(endpoint, input)
  const host = instanceHost(target)
  const entries = readValue(target, endpoint, answer)
  // guard: page-entries
  if (Array.isArray(entries) && entries.length > maxEntries) {
    throw notUnderstoodError(endpoint, message('service.sentTooMuch', { host }), answer.status)
  }
  if (!Array.isArray(entries) || !(endpoint.returns instanceof z.ZodArray)) {
    throw notUnderstoodError(endpoint, message('service.sentUnreadable', { host }), answer.status)
  }
  const element = endpoint.returns.element as z.ZodType<Item>
  const list: ReadList<Item> = { items: [], skipped: 0, places: [] }
  let began = performance.now()
  for (const [place, entry] of entries.entries()) {
    // guard: odd-entries
    if (performance.now() - began > sliceMs) {
      await turn()
      began = performance.now()
    }
    const checked = safeParse(element, entry)
    // guard: entry-owner
    const isTheirs = owner === undefined || [owner, undefined].includes(userIdOf(checked.data))
    if (checked.success && isTheirs) list.items.push(checked.data)
    else {
      list.skipped += 1
      if (list.places.length < maxPlaces) list.places.push(place)
    }
  }
  return list
}

/** The ID of the user whose list it is; undefined if the path names none, or by another name. */
function ownerOf({ path }: AnyEndpoint, input: unknown): unknown {
  const [, parameter = ''] = /^\/users\/:(\w+)\//.exec(path) ?? []
  const owner = (input as Readonly<Record<string, unknown>> | undefined)?.[parameter]
  return typeof owner === 'number' ? owner : undefined
}

function userIdOf(entry: unknown): unknown {
  return (entry as { user_id?: unknown } | null | undefined)?.user_id ?? undefined
}
