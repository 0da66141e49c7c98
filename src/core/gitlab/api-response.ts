import { createFailureError } from '../platform/failures.ts'
import { FailureError } from '../platform/failure.ts'
import { type Message, type MessageId, message } from '../../shared/messages/message.ts'
import { type AnyEndpoint, answerLimits } from '../../shared/gitlab/endpoint.ts'
import { bytesWithoutToken, headersWithoutToken } from './echoed-token.ts'
import { divideList, parseParts } from './list-parts.ts'
import { type JsonProblem, parseLimited } from './value-limits.ts'
import type { ResponseHeaders } from './response-headers.ts'
import type { Target } from './target.ts'
import { taskFailed } from './tasks.ts'
import { instanceHost, isWrite } from './text.ts'

/** A complete response, with any echoed token removed. */
export interface ApiResponse {
  status: number
  headers: ResponseHeaders
  readonly body: Uint8Array
  readonly text: string
  /** The text of a long list in parts of a few entries; none if it can't be divided. */
  readonly parts?: Iterable<string>
}

const decoder = new TextDecoder()

/** Removes the token with which it was requested, and any secret in the request. */
export function createAnswer(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  body: Uint8Array,
  secrets: readonly (string | undefined)[] = [],
): ApiResponse {
  return cleanAnswer({
    status,
    // guard: echoed-headers
    headers: secrets.reduce(headersWithoutToken, headers),
    // guard: echoed-body
    // guard: echoed-page
    body: secrets.reduce(bytesWithoutToken, body),
  })
}

/** A response without a token. Decodes the text on first use, so the next page of a long list can be requested sooner. */
export function cleanAnswer(answer: Pick<ApiResponse, 'status' | 'headers' | 'body'>): ApiResponse {
  const { body } = answer
  let text: string | undefined
  const read = (bytes: Uint8Array) => decoder.decode(bytes)
  return {
    ...answer,
    get text() {
      return (text ??= read(body))
    },
    parts: { [Symbol.iterator]: () => divideList(body, read) },
  }
}

/** A response's JSON; undefined if it is empty. */
export function readValue(target: Target, endpoint: AnyEndpoint, answer: ApiResponse): unknown {
  const { values } = answerLimits(endpoint)
  const entries = isJson(answer) && parseParts(answer.parts ?? [], values)
  if (entries) return entries
  const { status, text } = answer
  if (text === '') return undefined
  const host = instanceHost(target)
  if (!isJson(answer)) throw notUnderstoodError(endpoint, describeContent(answer, host), status)
  const json = parseLimited(text, values)
  if ('value' in json) return json.value
  throw notUnderstoodError(endpoint, message(problemMessages[json.problem], { host }), status)
}

const problemMessages: Record<JsonProblem, MessageId> = {
  broken: 'service.sentUnreadable',
  'too-deep': 'service.sentUnreadable',
  'too-many': 'service.sentTooMuch',
}

/** The error for a response that exceeds its size limit. */
export function tooLargeError(target: Target, endpoint: AnyEndpoint, status: number): FailureError {
  const cause = message('service.sentTooMuch', { host: instanceHost(target) })
  return notUnderstoodError(endpoint, cause, status)
}

/** The error for a successful response that can't be parsed. After a write, the outcome is unknown. */
export function notUnderstoodError(
  endpoint: AnyEndpoint,
  cause: Message,
  status?: number,
): FailureError {
  return isWrite(endpoint)
    ? createFailureError('service.outcomeUnknown', { cause }, { status })
    : new FailureError({
        kind: 'not-the-service',
        message: taskFailed(endpoint, cause),
        hint: message('service.notGitlab'),
        status,
      })
}

/** More than any GitLab error response contains. */
const maxRefusalValues = 1_000

/** The parsed value, or `undefined` if it isn't JSON or has more than `maxValues` values. */
export function readJson(answer: ApiResponse, maxValues = maxRefusalValues): unknown {
  const entries = parseParts(answer.parts ?? [], maxValues)
  if (entries) return entries
  const json = parseLimited(answer.text, maxValues)
  return 'value' in json ? json.value : undefined
}

export function isJson({ headers }: ApiResponse): boolean {
  return /\bjson\b/i.test(headers.get('content-type') ?? '')
}

/** Describes what was sent instead of JSON. */
export function describeContent(answer: ApiResponse, host: string): Message {
  if (/^\s*<(!doctype|html|\?xml)/i.test(answer.text) || isHtml(answer)) {
    return message('service.sentWebPage', { host })
  }
  return answer.text === ''
    ? message('service.sentNothing', { host })
    : message('service.sentUnreadable', { host })
}

export function isHtml({ headers }: ApiResponse): boolean {
  return /\bhtml\b/i.test(headers.get('content-type') ?? '')
}
