import type { RunPlan } from '../../../../shared/operations/plans.ts'
import {
  type DirectoryUser,
  type Moderator,
  type Objection,
  type QueueAction,
  moderationRules,
  objectionTo,
} from '../../../../shared/rules/moderation.ts'

/** A step to do on one user. */
export interface DueStep {
  /** Its index in the plan. */
  index: number
  /** The state the user will be in; absent if any state will do. */
  expectedState?: string
}

/** The steps of a plan on one user, or why none is possible. Omits steps with nothing to do. */
export function planSteps(
  { steps }: RunPlan,
  user: DirectoryUser,
  moderator: Moderator,
): DueStep[] | Objection {
  const due: DueStep[] = []
  let { state } = user
  let nothingToDo: Objection | undefined
  for (const [index, { action, dated }] of steps.entries()) {
    const { from, becomes } = moderationRules[action]
    const objection = objectionTo(action, { ...user, state }, moderator)
    // The state on that date can't be known today.
    const isPossible = !objection || (dated && isAboutState(objection))
    if (isPossible) {
      due.push({ index, ...(from !== 'any' && !dated && { expectedState: state }) })
      state = becomes ?? state
    } else if (isDone(action, state) || objection.kind === 'no-two-factor') nothingToDo = objection
    else return objection
  }
  return due.length > 0 ? due : nothingToDo!
}

/**
 * Whether the action would change nothing: a user in this state already matches, or has lost access another way and needs no
 * block.
 */
function isDone(action: QueueAction, state: string): boolean {
  if (action === 'block' && (state === 'banned' || state === 'ldap_blocked')) return true
  return moderationRules[action].becomes === state
}

function isAboutState({ kind }: Objection): boolean {
  return kind === 'state' || kind === 'not-dormant'
}
