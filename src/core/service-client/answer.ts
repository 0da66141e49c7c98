import { setImmediate as turn } from 'node:timers/promises'
import { z } from 'zod'
import { FailureError } from '../infra/failure.ts'
import { safeParse } from '../../shared/parse.ts'
import { type AnyEndpoint, type EndpointAnswer, limitsOf } from '../../shared/service/endpoint.ts'
import { headersWithoutToken, withoutToken } from './echoed-token.ts'
import { type JsonTrouble, parseLimited } from './limited-json.ts'
import { quickCheckOf } from './quick-check.ts'
import type { Target } from './service-client.ts'
import { taskOf } from './tasks.ts'
import { hostOf, isWrite } from './words.ts'

/** An answer read to its end, without the token that it may have repeated. */
export interface Answer {
  status: number
  headers: Headers
  readonly text: string
}

const decoder = new TextDecoder()

/** Its text is decoded when it is first looked at: of a long list the next page is asked for before that. */
export function answerOf(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  body: Uint8Array,
  token?: string,
): Answer {
  let text: string | undefined
  return {
    status,
    // guard: echoed-headers
    headers: headersWithoutToken(headers, token),
    get text() {
      // guard: echoed-text
      return (text ??= withoutToken(decoder.decode(body), token))
    },
  }
}

/**
 * Reads an answer of an expected status by its row's schema, which tolerates what it can; what is left is a failure, never data.
 * Of a list, entries that cannot be read are left out.
 */
export async function checkAnswer<E extends AnyEndpoint>(
  target: Target,
  row: E,
  answer: Answer,
): Promise<EndpointAnswer<E>> {
  if (answer.status === 204 || answer.status === 304) return undefined as EndpointAnswer<E>
  if (row.paged) return (await checkList(target, row, answer)).items as EndpointAnswer<E>
  const value = valueOf(target, row, answer)
  if (quickCheckOf(row.returns)(value)) return value as EndpointAnswer<E>
  const checked = safeParse(row.returns, value)
  if (checked.success) return checked.data as EndpointAnswer<E>
  throw row.secret && isObject(value)
    ? withoutSecret(target, row, answer.status)
    : notUnderstood(target, row, 'sent something unexpected', answer.status)
}

/** A list that was read. */
export interface ReadList<Item> {
  items: Item[]
  /** How many entries could not be read. */
  skipped: number
  /** The places of the first of them, counted from 0. */
  places: number[]
}

/** A hundred are asked for. */
const mostEntries = 1_000
const mostPlaces = 20
/** Entries that are odd take long, and others are let go first after so many milliseconds. */
const sliceMs = 20

/** Reads a list, without the entries that do not say which one they are. */
export async function checkList<Item>(
  target: Target,
  row: AnyEndpoint,
  answer: Answer,
): Promise<ReadList<Item>> {
  const entries = valueOf(target, row, answer)
  // guard: page-entries
  if (Array.isArray(entries) && entries.length > mostEntries) {
    throw notUnderstood(target, row, 'sent far more entries than a page has', answer.status)
  }
  if (quickCheckOf(row.returns)(entries)) {
    return { items: entries as Item[], skipped: 0, places: [] }
  }
  if (!Array.isArray(entries) || !(row.returns instanceof z.ZodArray)) {
    throw notUnderstood(target, row, 'sent something that is no list', answer.status)
  }
  const element = row.returns.element as z.ZodType<Item>
  const isFine = quickCheckOf(element)
  const list: ReadList<Item> = { items: [], skipped: 0, places: [] }
  let began = performance.now()
  for (const [place, entry] of entries.entries()) {
    // guard: odd-entries
    if (performance.now() - began > sliceMs) {
      await turn()
      began = performance.now()
    }
    const checked = isFine(entry)
      ? { success: true as const, data: entry as Item }
      : safeParse(element, entry)
    if (checked.success) list.items.push(checked.data)
    else {
      list.skipped += 1
      if (list.places.length < mostPlaces) list.places.push(place)
    }
  }
  return list
}

function valueOf(target: Target, row: AnyEndpoint, answer: Answer): unknown {
  if (answer.text === '') return undefined
  if (!isJson(answer)) throw notUnderstood(target, row, `sent ${described(answer)}`, answer.status)
  const json = parseLimited(answer.text, limitsOf(row).values)
  if ('value' in json) return json.value
  throw notUnderstood(target, row, troubles[json.trouble], answer.status)
}

const troubles: Record<JsonTrouble, string> = {
  broken: 'sent JSON that ends too early or is broken',
  'too-many': 'sent far more data than belongs in such an answer',
  'too-deep': 'sent data that is nested too deeply',
}

/** An answer that goes on after its limit is not read to its end. */
export function tooLarge(target: Target, row: AnyEndpoint, status: number): FailureError {
  const megabytes = limitsOf(row).bytes / 1024 / 1024
  return notUnderstood(target, row, `sent more than ${megabytes} MB`, status)
}

/** A success that cannot be understood. After a write that means: nobody knows whether it happened. */
export function notUnderstood(
  target: Target,
  row: AnyEndpoint,
  what: string,
  status?: number,
): FailureError {
  const host = hostOf(target)
  return isWrite(row)
    ? new FailureError({
        kind: 'unknown-outcome',
        message: `${host} ${what} when asked to ${taskOf(row)}, so it’s not known whether that was done.`,
        hint: 'Look at what is there now before you do it again.',
        status,
      })
    : new FailureError({
        kind: 'not-the-service',
        message: `Couldn’t ${taskOf(row)}: ${host} ${what}.`,
        hint: 'Check the GitLab URL, and whether a proxy or a login page is in between.',
        status,
      })
}

/** It was created, but what it was created for did not come. */
function withoutSecret(target: Target, row: AnyEndpoint, status: number): FailureError {
  return new FailureError({
    kind: 'unknown-outcome',
    reason: 'secret-missing',
    message: `${hostOf(target)} didn’t return the secret when asked to ${taskOf(row)}.`,
    hint: 'Look at what is there now before you do it again.',
    status,
  })
}

/** More is not in a refusal. */
const mostInRefusal = 1_000

/** The value, or `undefined` for no JSON and for more than `mostValues`. */
export function jsonOf(answer: Answer, mostValues = mostInRefusal): unknown {
  const json = parseLimited(answer.text, mostValues)
  return 'value' in json ? json.value : undefined
}

export function isJson({ headers }: Answer): boolean {
  return /\bjson\b/i.test(headers.get('content-type') ?? '')
}

/** Names what came instead of JSON, for a sentence. */
export function described(answer: Answer): string {
  if (/^\s*<(!doctype|html|\?xml)/i.test(answer.text) || isHtml(answer)) {
    return 'a web page instead of data'
  }
  return answer.text === '' ? 'nothing' : 'something that is not JSON'
}

export function isHtml({ headers }: Answer): boolean {
  return /\bhtml\b/i.test(headers.get('content-type') ?? '')
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
