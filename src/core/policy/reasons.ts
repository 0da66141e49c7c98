import { runInNewContext } from 'node:vm'
import {
  type CappedAction,
  type ActionWithReason,
  actionsWithReason,
  cappedActionOf,
  defaultActionsWithReason,
} from '../../shared/rules/ceilings.ts'
import type { ReasonRules } from '../../shared/operations/limits.ts'
import type { QueueAction } from '../../shared/rules/moderation.ts'
import { type UnformattedFailure, FailureError } from '../platform/failure.ts'
import { createFailure } from '../platform/failures.ts'
import type { JsonFile } from '../platform/files/json-file.ts'
import type { ManagedPolicy } from '../platform/policy/policy.ts'
import { type LimitsFile, limitsOf, updateLimits } from './limits-file.ts'
import { organizationOf } from './policy-failures.ts'

export interface RequiredReasonsOptions {
  file: JsonFile<LimitsFile>
  policy: ManagedPolicy
}

/** A call's input, as far as it decides whether a reason is needed. */
interface CallInput {
  action?: QueueAction
  plan?: { steps: readonly { action: QueueAction }[] }
  reason?: string
}

/** Which actions need a reason on an instance, and what it has to contain. A company's rules replace those chosen here. */
export class RequiredReasons {
  readonly #options: RequiredReasonsOptions

  constructor(options: RequiredReasonsOptions) {
    this.#options = options
  }

  rulesOf(instance: string): ReasonRules {
    const { requireReason, ticketPattern } = this.#options.policy.values
    const chosen = limitsOf(this.#options.file, instance)
    const pattern = ticketPattern ?? chosen.ticketPattern
    return {
      actions:
        requireReason ??
        (ticketPattern === undefined
          ? (chosen.withReason ?? [...defaultActionsWithReason])
          : [...actionsWithReason]),
      ...(pattern !== undefined && { ticketPattern: pattern }),
      isManaged: requireReason !== undefined || ticketPattern !== undefined,
    }
  }

  /** Changes the rules. Throws if they can't be stored. */
  set(instance: string, { actions, ticketPattern }: Omit<ReasonRules, 'isManaged'>): void {
    updateLimits(this.#options.file, instance, { withReason: actions, ticketPattern })
  }

  /** Throws if a call that starts actions lacks a reason that is required. */
  assertGiven(instance: string, name: string, input: unknown): void {
    const { reason, ...call } = (input ?? {}) as CallInput
    for (const action of new Set(actionsOfCall(name, call))) {
      const refusal = this.refusalOf(instance, action, reason)
      // guard: required-reason
      if (refusal) throw new FailureError(refusal)
    }
  }

  /** What an action's reason lacks; undefined if no more is required. */
  refusalOf(
    instance: string,
    action: CappedAction,
    reason: string | undefined,
  ): UnformattedFailure | undefined {
    const { actions, ticketPattern, isManaged } = this.rulesOf(instance)
    if (!actions.includes(action as ActionWithReason)) return undefined
    const isMatch = ticketPattern === undefined || matches(ticketPattern, reason ?? '')
    if (isMatch === 'slow') return createFailure('limits.ticketPatternSlow')
    const lacksTicket = !isMatch
    if (reason && !lacksTicket) return undefined
    if (!isManaged) return createFailure(reason ? 'limits.ticketNeeded' : 'limits.reasonNeeded')
    const organization = organizationOf(this.#options.policy)
    return createFailure(reason ? 'limits.ticketRequired' : 'limits.reasonRequired', {
      organization,
    })
  }
}

/** How long (ms) a pattern may take, which needs years for some texts. */
const patternMs = 250

/** Whether a text matches a pattern. Only code of another context can be ended. */
function matches(pattern: string, text: string): boolean | 'slow' {
  try {
    // guard: pattern-time
    const options = { timeout: patternMs }
    const code = 'new RegExp(pattern, "u").test(text)'
    return runInNewContext(code, { pattern, text }, options) as boolean
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return 'slow'
    throw error
  }
}

function actionsOfCall(name: string, { action, plan }: CallInput): CappedAction[] {
  if (name === 'viewAs.get') return ['view_as']
  if (name !== 'queue.enqueue' && name !== 'bulk.start') return []
  const actions = [...(action ? [action] : []), ...(plan?.steps ?? []).map((step) => step.action)]
  return actions.flatMap((one) => cappedActionOf(one) ?? [])
}
