import { isDeletion } from '../../shared/rules/moderation.ts'
import { type DisablableFeature, disablableFeatures } from '../../shared/rules/policy.ts'
import { type UnformattedFailure, FailureError } from '../platform/failure.ts'
import { createFailure } from '../platform/failures.ts'
import type { ManagedPolicy } from '../platform/policy/policy.ts'
import { organizationOf, unreadablePolicyFailure } from './policy-failures.ts'

/** A call's input, as far as it decides which features the call is part of. */
interface CallInput {
  action?: unknown
  plan?: { steps?: readonly { action?: unknown }[] }
  hard_delete?: unknown
  sudo?: unknown
  uses?: readonly unknown[]
  affectedCount?: number
  ready?: number
}

type Condition = (input: CallInput) => boolean

const always: Condition = () => true
const actionsIn = ({ action, plan }: CallInput) => [
  action,
  ...(plan?.steps ?? []).map((step) => step.action),
]
const deletes: Condition = (input) =>
  actionsIn(input).some((action) => typeof action === 'string' && isDeletion(action as 'delete'))
const deletesContributions: Condition = (input) => actionsIn(input).includes('hard_delete')

/**
 * The operations and endpoints of each feature, and with which input. `family.*` is all of a family. Lists and
 * revocations stay, because they only reduce what others can do.
 */
export const featureCalls: Readonly<
  Record<DisablableFeature, Readonly<Record<string, Condition>>>
> = {
  impersonation: {
    'adminTokens.createImpersonation': always,
    'impersonationTokens.create': always,
  },
  sudo: {
    'viewAs.get': always,
    'user.get': ({ sudo }) => sudo !== undefined,
    'pipelineSchedules.takeOwnership': always,
  },
  'delete-users': { 'queue.enqueue': deletes, 'bulk.start': deletes, 'users.remove': always },
  'hard-delete': {
    'queue.enqueue': deletesContributions,
    'bulk.start': deletesContributions,
    'users.remove': ({ hard_delete }) => hard_delete === true,
  },
  bulk: {
    'bulk.start': ({ affectedCount = 0 }) => affectedCount > 1,
    'credentials.revoke': ({ affectedCount = 0 }) => affectedCount > 1,
    'onboarding.start': ({ ready = 0 }) => ready > 1,
    'onboarding.undo': always,
    'rules.*': always,
  },
  'this-computer': {
    'foundTokens.*': always,
    'identities.*': always,
    'localGpgKeys.renew': always,
    'localGpgKeys.scan': always,
    'localSshKeys.renew': always,
    'localSshKeys.scan': always,
    'newSshKey.*': always,
    'ownTokens.checkUses': always,
    'ownTokens.findUses': always,
    'privateKeys.*': always,
    'repositories.*': always,
    'setup.*': always,
  },
  'token-handover': {
    'ownTokens.handOver': always,
    'ownTokens.rotate': ({ uses = [] }) => uses.length > 0,
  },
  demo: { 'demo.*': always },
}

/** The features that a call is part of. `input` must have been validated. */
export function featuresOfCall(name: string, input: unknown): DisablableFeature[] {
  const family = name.replace(/\.[^.]*$/, '.*')
  return disablableFeatures.filter((feature) => {
    const calls = featureCalls[feature]
    return (calls[name] ?? calls[family])?.((input ?? {}) as CallInput) === true
  })
}

/** Why a feature can't be used; undefined if it can. */
export function featureRefusal(
  policy: ManagedPolicy,
  feature: DisablableFeature,
): UnformattedFailure | undefined {
  const isDisabled = policy.values.disabledFeatures?.includes(feature)
  return isDisabled
    ? createFailure('policy.disabled', { organization: organizationOf(policy) })
    : unreadablePolicyFailure(policy)
}

/** Throws if a call is part of a feature that can't be used. */
export function assertCallAllowed(policy: ManagedPolicy, name: string, input: unknown): void {
  for (const feature of featuresOfCall(name, input)) {
    const refusal = featureRefusal(policy, feature)
    if (refusal) throw new FailureError(refusal)
  }
}

/** Why a queued action isn't sent, by the number of users in its run; undefined if it may be. */
export function queuedActionRefusal(
  policy: ManagedPolicy,
  action: string,
  users: number,
): UnformattedFailure | undefined {
  const { disabledFeatures = [] } = policy.values
  const features: DisablableFeature[] = [
    ...featuresOfCall('queue.enqueue', { action }),
    ...(users > 1 ? (['bulk'] as const) : []),
  ]
  const disabled = features.find((feature) => disabledFeatures.includes(feature))
  return disabled && featureRefusal(policy, disabled)
}
