import { FailureError } from '../platform/failure.ts'
import { message } from '../../shared/messages/message.ts'
import { safeParse } from '../../shared/gitlab/parse.ts'
import type { AnyEndpoint, EndpointAnswer } from '../../shared/gitlab/endpoint.ts'
import { type ApiResponse, notUnderstoodError, readValue } from './api-response.ts'
import { readList } from './read-list.ts'
import type { Target } from './target.ts'
import { instanceHost } from './text.ts'

/**
 * Parses a response with an expected status according to its endpoint's schema. Anything else is a failure rather than data.
 * Omits unreadable list entries.
 */
export async function checkAnswer<E extends AnyEndpoint>(
  target: Target,
  endpoint: E,
  answer: ApiResponse,
): Promise<EndpointAnswer<E>> {
  if (answer.status === 204 || answer.status === 304) return undefined as EndpointAnswer<E>
  if (endpoint.paged) return (await readList(target, endpoint, answer)).items as EndpointAnswer<E>
  const value = readValue(target, endpoint, answer)
  const checked = safeParse(endpoint.returns, value)
  if (checked.success) return checked.data as EndpointAnswer<E>
  const host = instanceHost(target)
  throw endpoint.secret && isObject(value)
    ? secretMissingError(host, answer.status)
    : notUnderstoodError(endpoint, message('service.sentUnreadable', { host }), answer.status)
}

/** The object was created, but its secret is lost. */
function secretMissingError(host: string, status: number): FailureError {
  return new FailureError({
    kind: 'unknown-outcome',
    reason: 'secret-missing',
    message: message('service.secretMissing', { host }),
    hint: message('service.checkState'),
    status,
  })
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
