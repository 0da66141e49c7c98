import type {
  Dependent,
  DependentAnswer,
  UserDependents,
} from '../../../../shared/operations/dependents.ts'
import { handedOverKinds } from '../../../../shared/rules/dependents.ts'
import type { RunPlan } from '../../../../shared/operations/plans.ts'
import { createFailureError } from '../../../platform/failures.ts'
import type { HandOver } from '../tasks/hand-over.ts'
import type { Remembered } from '../tasks/second-look.ts'

interface AnswerContext {
  known: readonly UserDependents[]
  /** The IDs of the users in the run. */
  users: ReadonlySet<number>
  /** The ID of the account's own user. */
  actorId: number
}

/**
 * Guarantee: an answer is about something that core itself has read, and nobody takes over anything who leaves, too. A
 * schedule is never handed over to the account's own user.
 */
export function assertAnswers(
  answers: readonly DependentAnswer[],
  { known, users, actorId }: AnswerContext,
): void {
  const keys = new Set<string>()
  for (const { user, key, decision, successor } of answers) {
    const dependents = known.find((one) => one.user === user)
    const item = dependents?.items.find((one) => one.key === key)
    // guard: answer-about-known
    if (!item || keys.has(`${user} ${key}`)) throw createFailureError('dependents.answersOutdated')
    keys.add(`${user} ${key}`)
    if (decision !== 'hand_over') continue
    const { id, username } = successor!
    if (!isHandedOver(item)) throw createFailureError('dependents.notHandedOver')
    // guard: successor-stays
    if (users.has(id)) throw createFailureError('dependents.successorLeaves', { username })
    if (item.kind !== 'schedule') continue
    // guard: answer-not-yourself
    if (id === actorId) throw createFailureError('dependents.notYourself')
    if (dependents!.canActAs === false) throw createFailureError('dependents.actingForbidden')
  }
}

/** The plan for other users, or for a later run, about whom everything is read and decided again. */
export function withoutAnswers({ answers: _, ...plan }: RunPlan): RunPlan {
  return { ...plan, steps: plan.steps.filter(({ action }) => action !== 'hand_over') }
}

type HandedOverDependent = Dependent & { kind: HandOver['kind'] }

function isHandedOver(item: Dependent): item is HandedOverDependent {
  return (handedOverKinds as readonly string[]).includes(item.kind)
}

/** What a user hands over, with what core has read about it. */
export function handOversOf(
  { answers = [] }: RunPlan,
  known: UserDependents | undefined,
  user: number,
): HandOver[] {
  return (known?.items ?? []).flatMap((item) => {
    const answer = answers.find((one) => one.user === user && one.key === item.key)
    if (answer?.decision !== 'hand_over' || !isHandedOver(item)) return []
    const { key, kind, id, label, place, level } = item
    return [{ key, kind, id, label, place, level, successor: answer.successor! }]
  })
}

/** What a second look compares with. */
export function rememberedOf(
  plan: RunPlan,
  known: UserDependents | undefined,
  user: number,
): Remembered {
  const schedules = (known?.items ?? []).flatMap(({ kind, id, label, place }) =>
    kind === 'schedule' && place ? [{ project: place.id, id, label }] : [],
  )
  return { handOvers: handOversOf(plan, known, user), schedules }
}
