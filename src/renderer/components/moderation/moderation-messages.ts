import { type Text, message } from '../../../shared/messages/message.ts'
import type { RunPlan } from '../../../shared/operations/plans.ts'
import type { QueuedAction } from '../../../shared/operations/queue.ts'
import { type BuiltInPlanId, planName } from '../../../shared/rules/plans.ts'
import {
  type ModerationAction,
  type QueueAction,
  isDeletion,
  isIrreversible,
  isTask,
  moderationLabel,
  moderationRules,
} from '../../../shared/rules/moderation.ts'
import { t } from '../../ui/messages.ts'
import { fullMoment } from '../../ui/time/moments.ts'
import { nameInSentence } from '../shown-name.ts'

/** An action’s label: "Block". */
export function actionLabel(action: QueueAction): string {
  return t(moderationLabel(action))
}

/** What titles show about a user. */
type NamedUser = Pick<QueuedAction['target'], 'name' | 'username'>

/** An action and its user: "Block Anna". */
export function actionTitle({
  action,
  target,
}: Pick<QueuedAction, 'action'> & { target: NamedUser }): string {
  return t(`moderation.title_${action}`, { name: nameInSentence(target) })
}

/** An action and its user count: "Block 12 users". */
export function bulkTitle(action: ModerationAction, count: number): string {
  return t(`moderation.title_${action}`, { name: message('directory.userCount', { count }) })
}

type TitledPlan = Pick<RunPlan, 'name' | 'builtIn' | 'steps' | 'due'>

/** A plan with its user count, or its only user: "Offboard 12 users", "Offboard Anna". */
export function planTitle(plan: TitledPlan, count: number, only?: NamedUser): string {
  return planTitleFor(plan, only ? nameInSentence(only) : message('directory.userCount', { count }))
}

/** A plan with its users: "Block Anna until 1 January 2027", or "Contractor leaves: Anna" for a custom plan. */
export function planTitleFor(plan: TitledPlan, name: Text): string {
  const { builtIn, steps, due } = plan
  const when = due ? fullMoment(due.at) : ''
  if (isTitledWithDate(builtIn) && steps.some(({ dated }) => dated)) {
    return t(`plans.title_${builtIn}`, { name, due: due ? 'set' : 'none', when })
  }
  const title =
    builtIn === 'offboard' || builtIn === 'edit'
      ? t(`plans.title_${builtIn}`, { name })
      : t('common.labeled', { label: planName(plan), value: name })
  return due ? t('plans.titleDue', { title, when }) : title
}

const titledWithDate = ['temporary', 'blockUntil', 'deactivateOn', 'deleteOn'] as const

function isTitledWithDate(id: BuiltInPlanId | undefined): id is (typeof titledWithDate)[number] {
  return (titledWithDate as readonly (string | undefined)[]).includes(id)
}

/** Since 18, also turns off the user’s pipeline schedules (merge requests 195067 and 199908 of GitLab). */
const schedulesOff: readonly QueueAction[] = ['block', 'ban', 'deactivate']

/** An action’s effect (`app/services/users/*_service.rb`). */
export function actionEffect(action: Exclude<QueueAction, 'edit_user'>): string {
  const effect = t(`moderation.effect_${action}`)
  return schedulesOff.includes(action) ? t('moderation.withSchedulesOff', { effect }) : effect
}

/** Lists which steps are irreversible and which can be undone later. A deletion leaves nothing to undo. */
export function formatPermanentSteps(actions: readonly QueueAction[]): string {
  const permanent = actions.filter((action) => isIrreversible(action))
  const steps = [...new Set(permanent)].map(actionLabel)
  const undoable = actions.findLast((action) => moderationRules[action].undoneBy !== undefined)
  const isUndoable = undoable !== undefined && !actions.some(isDeletion)
  return [
    t('plans.permanentSteps', { steps }),
    isUndoable && t('plans.undoableStep', { action: actionLabel(undoable) }),
  ]
    .filter(Boolean)
    .join(' ')
}

/** An action’s effect on a single user, including any permanent loss. */
export function actionConsequences(action: Exclude<QueueAction, 'edit_user'>): string {
  if (isTask(action) || !isIrreversible(action)) return actionEffect(action)
  return t(`moderation.warning_${action}`)
}
