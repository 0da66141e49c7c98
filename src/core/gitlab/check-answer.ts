import { createFailureError } from '../platform/failures.ts'
import { FailureError } from '../platform/failure.ts'
import { message } from '../../shared/messages/message.ts'
import { safeParse } from '../../shared/gitlab/parse.ts'
import type { AnyEndpoint, EndpointAnswer } from '../../shared/gitlab/endpoint.ts'
import { type ApiResponse, notUnderstoodError, readValue } from './api-response.ts'
import { readList } from './read-list.ts'
import type { Target } from './target.ts'
import { instanceHost } from './text.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * Parses a response with an expected status according to its endpoint's schema. Anything else is a failure rather than data.
 * Omits unreadable list entries.
 */
export async function checkAnswer<E extends AnyEndpoint>(
  target: Target,
  endpoint: E,
  answer: ApiResponse,
  input: unknown,
): Promise<EndpointAnswer<E>> {
  if (answer.status === 204 || answer.status === 304) return undefined as EndpointAnswer<E>
  if (endpoint.paged)
    return (await readList(target, endpoint, answer, input)).items as EndpointAnswer<E>
  const value = readValue(target, endpoint, answer)
  const checked = safeParse(endpoint.returns, value)
  if (checked.success) return checked.data as EndpointAnswer<E>
  const host = instanceHost(target)
  throw endpoint.secret && isObject(value)
    ? createFailureError('service.secretMissing', { host }, { status: answer.status })
    : notUnderstoodError(endpoint, message('service.sentUnreadable', { host }), answer.status)
}

/**
 * Throws if a response describes another object than the one named by the path. Later requests use the ID of the
 * response, so they would read or delete what belongs to somebody else.
 */
export function assertRequested(
  target: Target,
  endpoint: AnyEndpoint,
  input: unknown,
  { value, status }: { value: unknown; status: number },
): void {
  if (!isObject(value)) return
  const [asked, answered] = [input as Json, value as Json]
  const parameter = /:(\w+)(?:\/(?:(?:un)?follow|take_ownership))?$/.exec(endpoint.path)?.[1]
  // guard: requested-id
  const isNamed =
    parameter === undefined ||
    answered[parameter === 'attribute' ? 'key' : 'id'] === asked[parameter]
  // guard: requested-owner
  const isTheirs = (answered['user_id'] ?? asked['user_id']) === asked['user_id']
  // A new user may get groups or tokens, too, which mustn't go to somebody else.
  // guard: requested-username
  const isNewUser =
    !(endpoint.method === 'POST' && ['/users', '/service_accounts'].includes(endpoint.path)) ||
    asked['username'] === undefined ||
    String(answered['username']).toLowerCase() === String(asked['username']).toLowerCase()
  if (isNamed && isNewUser && (asked['user_id'] === undefined || isTheirs)) return
  const cause = message('service.sentOther', { host: instanceHost(target) })
  const { failure } = notUnderstoodError(endpoint, cause, status)
  throw new FailureError({ ...failure, reason: 'other-object' })
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
