import type { DependentAnswer } from '../../../../shared/operations/dependents.ts'
import type { RunPlan } from '../../../../shared/operations/plans.ts'
import {
  type DirectoryUser,
  type Moderator,
  type Objection,
  type QueueAction,
  moderationRules,
  objectionTo,
} from '../../../../shared/rules/moderation.ts'

/** A step to run for one user. */
export interface DueStep {
  /** The step's index in the plan. */
  index: number
  /** The state that the user will be in; absent if any state is allowed. */
  expectedState?: string
}

/** A plan's steps for one user, or the reason why none is possible. Omits steps that have nothing to do. */
export function planSteps(
  { steps, answers = [] }: RunPlan,
  user: DirectoryUser,
  moderator: Moderator,
): DueStep[] | Objection {
  const due: DueStep[] = []
  let { state } = user
  let nothingToDo: Objection | undefined
  for (const [index, { action, dated }] of steps.entries()) {
    if (action === 'hand_over' && !hasHandOver(answers, user.id)) continue
    const { from, resultingState } = moderationRules[action]
    const objection = objectionTo(action, { ...user, state }, moderator)
    // The user's state on that date isn't known yet.
    const isPossible = !objection || (dated && isAboutState(objection))
    if (isPossible) {
      due.push({ index, ...(from !== 'any' && !dated && { expectedState: state }) })
      state = resultingState ?? state
    } else if (isDone(action, state) || objection.kind === 'no-two-factor') nothingToDo = objection
    else return objection
  }
  return due.length > 0 ? due : nothingToDo!
}

function hasHandOver(answers: readonly DependentAnswer[], id: number): boolean {
  return answers.some(({ user, decision }) => user === id && decision === 'hand_over')
}

/**
 * Whether the action is unnecessary: the user is already in its target state, or needs no block after losing access
 * another way.
 */
function isDone(action: QueueAction, state: string): boolean {
  if (action === 'block' && (state === 'banned' || state === 'ldap_blocked')) return true
  return moderationRules[action].resultingState === state
}

function isAboutState({ kind }: Objection): boolean {
  return kind === 'state' || kind === 'not-dormant'
}
