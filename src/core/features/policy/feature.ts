import type { ShownPolicy } from '../../../shared/operations/policy.ts'
import type { HostContext } from '../../context.ts'
import { textOf } from '../../platform/messages.ts'
import type { ManagedPolicy } from '../../platform/policy/policy.ts'
import type { Feature } from '../feature.ts'

/** The company's policy, as screens show it. */
export function policyFeature({ policy }: Pick<HostContext, 'policy'>): Feature<'policy'> {
  return {
    handlers: { policy: { get: () => showPolicy(policy) } },
    forgetAccount: 'remembers nothing',
  }
}

/** Formats its texts with each call, because the language may change. */
function showPolicy({ values, source, problems, unreadable }: ManagedPolicy): ShownPolicy {
  const { organization, instances = [], ...others } = values
  return {
    ...(organization !== undefined && { organization }),
    ...(source && { source }),
    values: others,
    instances: instances.map(({ url, name }) => ({ url, ...(name !== undefined && { name }) })),
    problems: problems.map(({ key, reason }) => ({ key, reason: textOf(reason) })),
    ...(unreadable !== undefined && { unreadable: textOf(unreadable) }),
  }
}
