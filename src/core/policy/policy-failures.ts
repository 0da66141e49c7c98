import { type Text, message } from '../../shared/messages/message.ts'
import type { FailureError, UnformattedFailure } from '../platform/failure.ts'
import { createFailure, createFailureError } from '../platform/failures.ts'
import type { ManagedPolicy } from '../platform/policy/policy.ts'

/** The company, for the start of a sentence. */
export function organizationOf({ values }: ManagedPolicy): Text {
  return values.organization ?? message('policy.yourOrganization')
}

/** The failure if the keychain can't store a token that may not be kept in memory only. */
export function keychainRequiredError(policy: ManagedPolicy, hint: Text): FailureError {
  return createFailureError(
    'policy.keychainRequired',
    { organization: organizationOf(policy) },
    { hint },
  )
}

/** The failure if there is a policy that can't be read. It stops everything that it could forbid. */
export function unreadablePolicyFailure({
  unreadable,
}: ManagedPolicy): UnformattedFailure | undefined {
  return unreadable === undefined
    ? undefined
    : createFailure('policy.unreadable', { reason: unreadable })
}
