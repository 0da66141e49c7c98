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
import { linkTarget } from '../../ui/external-link.ts'
import { t, textOf } from '../../ui/messages.ts'
import { actionLabel } from '../../components/moderation/moderation-messages.ts'

/** An action on a user’s page. */
export interface OfferedAction {
  action: ModerationAction
  label: string
  /** Why it isn’t possible yet. */
  objection?: string
  /** The queued action that it is waiting for. It stays in place until then. */
  hold?: string
  isPrimary: boolean
  isDangerous: boolean
}

/** Puts actions that give access first and irreversible ones last. */
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

/** The actions for a user. */
interface Offer {
  actions: OfferedAction[]
  /** Why actions are missing, if the user’s state doesn’t explain it. */
  note?: string
}

/** The user’s queued actions. */
interface QueuedActions {
  pending: ReadonlySet<QueueAction>
  /** When scheduled actions are due. An immediate action replaces a scheduled one. */
  scheduled?: ReadonlyMap<QueueAction, number>
  /** The action that is sent next. */
  waiting?: QueueAction | undefined
}

/**
 * The actions for a user. Omits actions that don’t apply, and gives reasons for those that may apply later. While an
 * action is waiting to be sent, the others stay in place but are on hold.
 */
export function offeredActions(
  user: ModeratedUser,
  moderator: Moderator,
  { pending, scheduled, waiting }: QueuedActions = { pending: new Set() },
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
        label: scheduled?.has(action)
          ? t('user.actionNow', { action: actionLabel(action) })
          : actionLabel(action),
        objection: pending.has(action) ? undefined : objection && textOf(objection.text),
        hold: hold ?? (pending.has(action) ? t('user.alreadyQueued') : undefined),
        isPrimary: moderationRules[action].resultingState === 'active',
        isDangerous: isIrreversible(action),
      })),
    ...(general?.objection && { note: textOf(general.objection.text) }),
  }
}

/** Whether the action may become possible without a state change. */
function isTemporary({ kind }: Objection): boolean {
  return kind === 'not-dormant' || kind === 'administrator'
}

/** Whether an objection applies to the user rather than to one action. */
function isGeneral(action: ModerationAction, { kind }: Objection, { state }: ModeratedUser) {
  if (kind === 'state') return state === 'ldap_blocked' && action === 'unblock'
  return kind === 'oneself' || kind === 'internal' || kind === 'unknown-state'
}

/** The page where GitLab 19.5 and later resync a user whom LDAP blocked, for which there is no endpoint. */
export function resyncPage(
  { state, username }: Pick<ModeratedUser, 'state'> & { username: string },
  instance: string | undefined,
): string | undefined {
  if (state !== 'ldap_blocked' || instance === undefined) return undefined
  return linkTarget(`${instance}/admin/users/${encodeURIComponent(username)}`, instance)
}
