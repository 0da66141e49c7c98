import type { Account } from '../../shared/operations/accounts.ts'
import { FailureError, type UnformattedFailure } from '../platform/failure.ts'
import { createFailure, createFailureError } from '../platform/failures.ts'
import { normalizeBaseUrl } from '../platform/network/base-url.ts'
import type { ManagedPolicy, Policy } from '../platform/policy/policy.ts'
import { organizationOf, unreadablePolicyFailure } from './policy-failures.ts'

/** What the policy has for an instance. */
export function companyInstance(
  { values }: ManagedPolicy,
  baseUrl: string,
): NonNullable<Policy['instances']>[number] | undefined {
  return values.instances?.find(({ url }) => normalizeBaseUrl(url).baseUrl === baseUrl)
}

function isOtherInstance(policy: ManagedPolicy, baseUrl: string): boolean {
  return policy.values.onlyTheseInstances === true && !companyInstance(policy, baseUrl)
}

/** The instances at which users may sign in. Throws if there are none. */
export function allowedInstances(policy: ManagedPolicy, baseUrls: readonly string[]): string[] {
  // guard: other-instances
  const allowed = baseUrls.filter((baseUrl) => !isOtherInstance(policy, baseUrl))
  if (allowed.length === 0)
    throw createFailureError('policy.otherInstance', { organization: organizationOf(policy) })
  return allowed
}

/** Throws if nobody may sign in. */
export function assertSignInAllowed(policy: ManagedPolicy): void {
  const unreadable = unreadablePolicyFailure(policy)
  // guard: unreadable-policy
  if (unreadable) throw new FailureError(unreadable)
}

/** Whether an account may only read, because it is on another instance. The demo is a feature instead. */
export function isReadOnlyByPolicy(
  policy: ManagedPolicy,
  { baseUrl, demo }: Pick<Account, 'baseUrl' | 'demo'>,
): boolean {
  return !demo && isOtherInstance(policy, baseUrl)
}

/** Why an account can't change anything on its instance; undefined if it can. */
export function writeRefusal(
  policy: ManagedPolicy,
  { baseUrl, canWrite, readOnlyBy }: Pick<Account, 'baseUrl' | 'canWrite' | 'readOnlyBy'>,
): UnformattedFailure | undefined {
  if (readOnlyBy === 'policy') {
    const organization = organizationOf(policy)
    return createFailure('policy.readOnlyInstance', { organization, host: new URL(baseUrl).host })
  }
  return canWrite === false ? createFailure('readOnly.message') : undefined
}

/** Why an account's queue sends nothing; undefined if it may. */
export function queueRefusal(
  policy: ManagedPolicy,
  account: Parameters<typeof writeRefusal>[1],
): UnformattedFailure | undefined {
  return writeRefusal(policy, account) ?? unreadablePolicyFailure(policy)
}
