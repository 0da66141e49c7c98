import type { Plan, PlanStep } from '../../../../shared/operations/plans.ts'
import type { MessageId } from '../../../../shared/messages/message.ts'
import { t } from '../../../ui/messages.ts'

/** A plan to choose from. */
export interface PlanChoice {
  id: string
  plan: Plan
  /** What it is for. */
  about?: string
  /** What the steps can't do. */
  note?: MessageId
  /** The steps that are only done if they are asked for, by their places. */
  optional: readonly number[]
  /** Whether an administrator made it. */
  isOwn: boolean
}

type BuiltIn = Pick<Plan, 'onFailure' | 'steps'> & {
  id: 'offboard' | 'spam' | 'dormant' | 'temporary' | 'blockUntil' | 'deactivateOn' | 'deleteOn'
  optional?: readonly number[]
  note?: MessageId
}

const dated = (action: PlanStep['action']): PlanStep => ({ action, dated: true })

const builtIns: readonly BuiltIn[] = [
  {
    id: 'offboard',
    onFailure: 'review',
    steps: [
      { action: 'block' },
      { action: 'revoke_personal_access_tokens' },
      { action: 'revoke_impersonation_tokens' },
      { action: 'delete_ssh_keys' },
      { action: 'delete_gpg_keys' },
      { action: 'delete_emails' },
      { action: 'delete_identities' },
      { action: 'remove_memberships' },
      { action: 'disable_two_factor' },
      { action: 'add_note' },
    ],
    optional: [7, 8, 9],
    note: 'plans.offboardLeaves',
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

/** The plans that come with Latchkey. */
export function builtInPlans(): PlanChoice[] {
  return builtIns.map(({ id, optional = [], note, ...plan }) => ({
    id,
    plan: { ...plan, name: t(`plans.name_${id}`) },
    about: t(`plans.about_${id}`),
    note,
    optional,
    isOwn: false,
  }))
}
