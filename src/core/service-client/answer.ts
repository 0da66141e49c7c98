import type { z } from 'zod'
import { FailureError } from '../../shared/failure.ts'
import { safeParse } from '../../shared/parse.ts'
import type { AnyEndpoint, EndpointAnswer } from '../../shared/service/endpoint.ts'
import { quickCheckOf } from './quick-check.ts'
import type { Target } from './service-client.ts'
import { hostOf, isWrite } from './words.ts'

/** An answer as it came, read to its end. */
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
): Answer {
  let text: string | undefined
  return {
    status,
    headers,
    get text() {
      return (text ??= decoder.decode(body))
    },
  }
}

/** Reads an answer of an expected status by its row's schema; what does not fit is a failure, never data. */
export function checkAnswer<E extends AnyEndpoint>(
  target: Target,
  row: E,
  answer: Answer,
): EndpointAnswer<E> {
  if (answer.status === 204 || answer.status === 304) return undefined as EndpointAnswer<E>
  if (answer.text !== '' && !saysJson(answer)) {
    throw notUnderstood(row, `${hostOf(target)} answered with ${described(answer)}`)
  }
  const value = answer.text === '' ? undefined : parseJson(answer.text)
  if (value === notJson) {
    throw notUnderstood(
      row,
      `${hostOf(target)} answered with JSON that ends too early or is broken`,
    )
  }
  if (quickCheckOf(row.returns)(value)) return value as EndpointAnswer<E>
  const checked = safeParse(row.returns, value)
  if (!checked.success) {
    throw notUnderstood(row, `${row.method} ${row.path} answered with ${issueOf(checked.error)}`)
  }
  return checked.data as EndpointAnswer<E>
}

/** A success that cannot be understood. After a write that means: nobody knows whether it happened. */
export function notUnderstood(row: AnyEndpoint, what: string, status?: number): FailureError {
  return isWrite(row)
    ? new FailureError({
        kind: 'unknown-outcome',
        message: `${what}, so it is not known whether the change was made.`,
        hint: 'Look at what is there now before you do it again.',
        status,
      })
    : new FailureError({
        kind: 'not-the-service',
        message: `${what}.`,
        hint: 'Check the address, and whether a proxy or a login page stands in between.',
        status,
      })
}

const notJson = Symbol('not JSON')

/** The value, or `undefined` for no JSON. */
export function jsonOf(answer: Answer): unknown {
  const value = parseJson(answer.text)
  return value === notJson ? undefined : value
}

export function saysJson({ headers }: Answer): boolean {
  return /\bjson\b/i.test(headers.get('content-type') ?? '')
}

/** Names what came instead of JSON, for a sentence. */
export function described(answer: Answer): string {
  if (/^\s*<(!doctype|html|\?xml)/i.test(answer.text) || isHtml(answer)) {
    return 'a web page instead of data'
  }
  return answer.text === '' ? 'nothing' : 'something that is no JSON'
}

export function isHtml({ headers }: Answer): boolean {
  return /\bhtml\b/i.test(headers.get('content-type') ?? '')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return notJson
  }
}

function issueOf(error: z.ZodError): string {
  const issue = error.issues[0]!
  const field = issue.path.join('.') || 'the whole answer'
  return `something unexpected: ${field}: ${issue.message}`
}
