import {
  type CappedAction,
  type ActionWithReason,
  actionsWithReason,
  cappedActionOf,
} from '../../shared/rules/ceilings.ts'
import type { QueueAction } from '../../shared/rules/moderation.ts'
import { type UnformattedFailure, FailureError } from '../platform/failure.ts'
import { createFailure } from '../platform/failures.ts'
import type { ManagedPolicy } from '../platform/policy/policy.ts'
import { organizationOf } from './policy-failures.ts'

/** A call's input, as far as it decides whether a reason is needed. */
interface CallInput {
  action?: QueueAction
  plan?: { steps: readonly { action: QueueAction }[] }
  reason?: string
}

/** Throws if a call that starts actions lacks a reason that the company requires. */
export function assertReasonGiven(policy: ManagedPolicy, name: string, input: unknown): void {
  const { reason, ...call } = (input ?? {}) as CallInput
  for (const action of actionsOfCall(name, call)) {
    const refusal = reasonRefusal(policy, action, reason)
    // guard: required-reason
    if (refusal) throw new FailureError(refusal)
  }
}

function actionsOfCall(name: string, { action, plan }: CallInput): CappedAction[] {
  if (name === 'viewAs.get') return ['view_as']
  if (name !== 'queue.enqueue' && name !== 'bulk.start') return []
  const actions = [...(action ? [action] : []), ...(plan?.steps ?? []).map((step) => step.action)]
  return actions.flatMap((one) => cappedActionOf(one) ?? [])
}

/** What an action's reason lacks; undefined if the company doesn't require more. */
export function reasonRefusal(
  policy: ManagedPolicy,
  action: CappedAction,
  reason: string | undefined,
): UnformattedFailure | undefined {
  const { requireReason, ticketPattern } = policy.values
  const required = requireReason ?? (ticketPattern === undefined ? [] : actionsWithReason)
  if (!required.includes(action as ActionWithReason)) return undefined
  const organization = organizationOf(policy)
  if (!reason) return createFailure('limits.reasonRequired', { organization })
  return ticketPattern === undefined || new RegExp(ticketPattern, 'u').test(reason)
    ? undefined
    : createFailure('limits.ticketRequired', { organization })
}
