import {
  type ModeratedUser,
  type ModerationAction,
  type Moderator,
  type Objection,
  type QueueAction,
  isIrreversible,
  moderationActions,
  moderationRules,
  objectionTo,
} from '../../../shared/rules/moderation.ts'
import { t, textOf } from '../../ui/messages.ts'
import { actionLabel } from '../../components/moderation/moderation-messages.ts'

/** An action on the page of a user. */
export interface OfferedAction {
  action: ModerationAction
  label: string
  /** Why it is not possible yet. */
  objection?: string
  /** The queued action after which it may be possible. It keeps its place until then. */
  hold?: string
  tone: 'primary' | 'error' | 'default'
}

/** Actions that give access come first, those that can't be undone last. */
const displayOrder: Record<ModerationAction, number> = {
  approve: 0,
  reject: 1,
  unblock: 2,
  unban: 3,
  activate: 4,
  block: 5,
  deactivate: 6,
  ban: 7,
  disable_two_factor: 8,
  delete: 9,
  hard_delete: 10,
}

/** What can be done to a user. */
interface Offer {
  actions: OfferedAction[]
  /** Why some or all actions are missing, where the user's state doesn't say so itself. */
  note?: string
}

/** What is queued for a user. */
interface Queued {
  pending: ReadonlySet<QueueAction>
  /** What is sent next. */
  waiting?: QueueAction | undefined
}

/**
 * The actions for a user. What doesn't apply is left out; what may apply later comes with the reason why it doesn't yet. While an
 * action waits to be sent, the others stay where they are and wait for it.
 */
export function offeredActions(
  user: ModeratedUser,
  moderator: Moderator,
  { pending, waiting }: Queued = { pending: new Set() },
): Offer {
  const hold = waiting && t('user.waitsFor', { action: actionLabel(waiting) })
  const objections = moderationActions
    .toSorted((one, other) => displayOrder[one] - displayOrder[other])
    .map((action) => ({ action, objection: objectionTo(action, user, moderator) }))
  const general = objections.find(
    ({ action, objection }) => objection && isGeneral(action, objection, user),
  )
  return {
    actions: objections
      .filter(
        ({ action, objection }) => pending.has(action) || !objection || isTemporary(objection),
      )
      .map(({ action, objection }) => ({
        action,
        label: actionLabel(action),
        objection: pending.has(action) ? undefined : objection && textOf(objection.text),
        hold: hold ?? (pending.has(action) ? t('user.alreadyQueued') : undefined),
        tone: toneOf(action),
      })),
    ...(general?.objection && { note: textOf(general.objection.text) }),
  }
}

/** Whether the action may become possible without a change of the user's state. */
function isTemporary({ kind }: Objection): boolean {
  return kind === 'not-dormant' || kind === 'administrator'
}

/** Whether an objection is about the user and not about one action. */
function isGeneral(action: ModerationAction, { kind }: Objection, { state }: ModeratedUser) {
  if (kind === 'state') return state === 'ldap_blocked' && action === 'unblock'
  return kind === 'oneself' || kind === 'internal' || kind === 'unknown-state'
}

function toneOf(action: ModerationAction): OfferedAction['tone'] {
  if (moderationRules[action].becomes === 'active') return 'primary'
  return isIrreversible(action) ? 'error' : 'default'
}
