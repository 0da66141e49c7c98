import type { RunPlan } from '../../../../shared/operations/plans.ts'
import {
  type DirectoryUser,
  type Moderator,
  type Objection,
  type QueueAction,
  moderationRules,
  objectionTo,
} from '../../../../shared/rules/moderation.ts'

/** A step that is due on one user. */
export interface DueStep {
  /** Its place in the plan. */
  index: number
  /** The state that the user will be in; absent where it does not matter. */
  expectedState?: string
}

/** The steps of a plan on one user, or why nothing of it is possible. Steps that have nothing to do are left out. */
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
    // What state they will be in on that date is not known today.
    const isPossible = !objection || (dated && isAboutState(objection))
    if (isPossible) {
      due.push({ index, ...(from !== 'any' && !dated && { expectedState: state }) })
      state = becomes ?? state
    } else if (isDone(action, state) || objection.kind === 'no-two-factor') nothingToDo = objection
    else return objection
  }
  return due.length > 0 ? due : nothingToDo!
}

/** Whether a user in this state is as the action would leave them, or, without access for another reason, needs no block. */
function isDone(action: QueueAction, state: string): boolean {
  if (action === 'block' && (state === 'banned' || state === 'ldap_blocked')) return true
  return moderationRules[action].becomes === state
}

function isAboutState({ kind }: Objection): boolean {
  return kind === 'state' || kind === 'not-dormant'
}
