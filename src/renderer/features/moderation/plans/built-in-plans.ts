import type { Plan, PlanStep } from '../../../../shared/operations/plans.ts'
import type { BuiltInPlanId } from '../../../../shared/rules/plans.ts'
import type { QueueAction } from '../../../../shared/rules/moderation.ts'
import type { MessageId } from '../../../../shared/messages/message.ts'
import { t } from '../../../ui/messages.ts'

/** A plan that can be selected. */
export interface PlanChoice {
  id: string
  plan: Plan
  /** Its purpose. */
  about?: string
  /** What the steps don’t cover. */
  note?: MessageId
  /** Indexes of the steps that are off by default. */
  optional: readonly number[]
  /** Absent for plans created by administrators. */
  builtIn?: BuiltInPlanId
}

type BuiltIn = Pick<Plan, 'onFailure' | 'steps'> & {
  id: Exclude<BuiltInPlanId, 'edit'>
  optional?: readonly number[]
  note?: MessageId
}

const dated = (action: PlanStep['action']): PlanStep => ({ action, dated: true })

/** When a second look is taken, in days after the block. */
export const secondLookDays = 7
const secondLook: PlanStep = { action: 'second_look', afterDays: secondLookDays }

const offboardActions = [
  'block',
  'revoke_personal_access_tokens',
  'revoke_impersonation_tokens',
  'delete_ssh_keys',
  'delete_gpg_keys',
  'delete_emails',
  'delete_identities',
  'remove_memberships',
  'disable_two_factor',
  'add_note',
] as const satisfies PlanStep['action'][]

/** The offboarding steps that these actions lack. */
export function missingOffboardActions(actions: readonly QueueAction[]): QueueAction[] {
  return offboardActions.filter((action) => !actions.includes(action))
}

const builtIns: readonly BuiltIn[] = [
  {
    id: 'offboard',
    onFailure: 'review',
    steps: [...offboardActions.map((action) => ({ action })), secondLook],
    optional: [7, 8, 9, 10],
    note: 'plans.offboardKeeps',
  },
  { id: 'spam', onFailure: 'stop', steps: [{ action: 'ban' }, { action: 'hard_delete' }] },
  {
    id: 'dormant',
    onFailure: 'stop',
    steps: [{ action: 'deactivate' }, { action: 'add_note' }],
    optional: [1],
  },
  { id: 'temporary', onFailure: 'review', steps: [{ action: 'activate' }, dated('block')] },
  { id: 'blockUntil', onFailure: 'stop', steps: [{ action: 'block' }, dated('unblock')] },
  { id: 'deactivateOn', onFailure: 'review', steps: [dated('deactivate')] },
  { id: 'deleteOn', onFailure: 'review', steps: [dated('delete')] },
]

/** The built-in plans. */
export function builtInPlans(): PlanChoice[] {
  return builtIns.map(({ id, optional = [], note, ...plan }) => ({
    id,
    plan: { ...plan, name: t(`plans.name_${id}`) },
    about: t(`plans.about_${id}`),
    note,
    optional,
    builtIn: id,
  }))
}
