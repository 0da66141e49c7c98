import { z } from 'zod'
import type { AnyEndpoint } from '../../shared/gitlab/endpoint.ts'
import { utcDayIn } from '../../shared/rules/utc-days.ts'
import { operationName } from '../gitlab/tasks.ts'
import { FailureError } from '../platform/failure.ts'
import { createFailureError } from '../platform/failures.ts'
import type { ManagedPolicy } from '../platform/policy/policy.ts'
import { assertCallAllowed } from './disabled-features.ts'
import { organizationOf, unreadablePolicyFailure } from './policy-failures.ts'

/** Throws if a policy forbids a request to GitLab, wherever it comes from. */
export function assertRequestAllowed(
  policy: ManagedPolicy,
  endpoint: AnyEndpoint,
  input: unknown,
  now: number,
): void {
  assertCallAllowed(policy, operationName(endpoint) ?? '', input)
  const createsToken = createsTokenWithExpiry(endpoint)
  const unreadable = unreadablePolicyFailure(policy)
  const mayBeForbidden = endpoint.method !== 'GET' && (endpoint.admin ?? createsToken)
  if (unreadable && mayBeForbidden) throw new FailureError(unreadable)
  if (createsToken) assertTokenDays(policy, (input ?? {}) as { expires_at?: unknown }, now)
}

/** Whether an endpoint creates or rotates a token. */
export function createsTokenWithExpiry({ secret, parameters }: AnyEndpoint): boolean {
  return secret === true && parameters instanceof z.ZodObject && 'expires_at' in parameters.shape
}

function assertTokenDays(
  policy: ManagedPolicy,
  { expires_at: day }: { expires_at?: unknown },
  now: number,
): void {
  const { tokenMaxDays: days } = policy.values
  if (days === undefined) return
  const last = utcDayIn(days, now)
  // guard: token-days
  if (typeof day === 'string' && day <= last) return
  throw createFailureError('policy.tokenTooLong', {
    organization: organizationOf(policy),
    days,
    day: last,
  })
}
