import { moderationActions, objectionTo } from '../../../shared/moderation.ts'
import type {
  ModeratedUser,
  ModerationAction,
  Moderator,
  Objection,
} from '../../../shared/moderation.ts'
import { t, textOf } from '../../ui/messages.ts'
import { actionLabel } from '../../data/moderation/moderation-messages.ts'

/** An action on the page of a user. */
export interface OfferedAction {
  action: ModerationAction
  label: string
  /** The reason objection it is not possible. */
  objection?: string
  tone: 'primary' | 'error' | 'default'
}

/** Actions that give access come first, those that can't be undone last. */
const displayOrder: readonly ModerationAction[] = [
  'approve',
  'reject',
  'unblock',
  'unban',
  'activate',
  'block',
  'deactivate',
  'ban',
  'disable_two_factor',
  'delete',
  'hard_delete',
]
const accessActions: readonly ModerationAction[] = ['approve', 'unblock', 'unban', 'activate']
const destructiveActions: readonly ModerationAction[] = ['reject', 'delete', 'hard_delete']

/** All actions for a user; those that are not possible come with the reason. */
export function offeredActions(
  user: ModeratedUser,
  moderator: Moderator,
  pending: ReadonlySet<ModerationAction> = new Set(),
): OfferedAction[] {
  return moderationActions
    .toSorted((one, other) => displayOrder.indexOf(one) - displayOrder.indexOf(other))
    .map((action) => ({
      action,
      label: actionLabel(action),
      objection: pending.has(action)
        ? t('user.alreadyQueued')
        : formatObjection(objectionTo(action, user, moderator)),
      tone: toneOf(action),
    }))
}

function formatObjection(objection: Objection | undefined): string | undefined {
  return objection && textOf(objection.text)
}

function toneOf(action: ModerationAction): OfferedAction['tone'] {
  if (accessActions.includes(action)) return 'primary'
  return destructiveActions.includes(action) ? 'error' : 'default'
}
