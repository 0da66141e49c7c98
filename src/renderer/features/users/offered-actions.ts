import { moderationActions, objectionTo } from '../../../shared/moderation.ts'
import type {
  Moderated,
  ModerationAction,
  Moderator,
  Objection,
} from '../../../shared/moderation.ts'
import { actionLabel } from '../../data/moderation/moderation-messages.ts'
import { textOf } from '../../ui/messages.ts'

/** An action as a person's page offers it. */
export interface OfferedAction {
  action: ModerationAction
  label: string
  /** Why it is off. */
  why?: string
  tone: 'primary' | 'error' | 'default'
}

/** What lets somebody in comes first, what cannot be taken back last. */
const order: readonly ModerationAction[] = [
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
const welcoming: readonly ModerationAction[] = ['approve', 'unblock', 'unban', 'activate']
const deadly: readonly ModerationAction[] = ['reject', 'delete', 'hard_delete']

/** All actions for a person, those that can be done and those that cannot, with the reason. */
export function offeredActions(
  person: Moderated,
  moderator: Moderator,
  pending: ReadonlySet<ModerationAction> = new Set(),
): OfferedAction[] {
  return moderationActions
    .toSorted((one, other) => order.indexOf(one) - order.indexOf(other))
    .map((action) => ({
      action,
      label: actionLabel(action),
      why: pending.has(action)
        ? 'Is ordered already, and waits for its turn.'
        : formatObjection(objectionTo(action, person, moderator)),
      tone: toneOf(action),
    }))
}

function formatObjection(objection: Objection | undefined): string | undefined {
  return objection && textOf(objection.text)
}

function toneOf(action: ModerationAction): OfferedAction['tone'] {
  if (welcoming.includes(action)) return 'primary'
  return deadly.includes(action) ? 'error' : 'default'
}
