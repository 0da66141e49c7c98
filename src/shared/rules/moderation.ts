import { type Message, type MessageId, type Text, message } from '../messages/message.ts'
import { isDaysAgo } from './utc-days.ts'

/** Administrators' actions on users and their preconditions, used by both the screens and the queue. */

/** The actions that affect how a user can sign in. All of them go through the queue. */
export const moderationActions = [
  'block',
  'unblock',
  'ban',
  'unban',
  'activate',
  'deactivate',
  'approve',
  'reject',
  'disable_two_factor',
  'delete',
  'hard_delete',
] as const
export type ModerationAction = (typeof moderationActions)[number]

/** Actions available only as plan steps. */
export const taskActions = [
  'revoke_impersonation_tokens',
  'revoke_personal_access_tokens',
  'delete_ssh_keys',
  'delete_gpg_keys',
  'delete_emails',
  'delete_identities',
  'remove_memberships',
  'add_note',
  'edit_user',
  'hand_over',
  'second_look',
] as const
export type TaskAction = (typeof taskActions)[number]

/** All actions that the queue sends. */
export const queueActions = [...moderationActions, ...taskActions] as const
export type QueueAction = (typeof queueActions)[number]

/** Whether an action is available only in plans. */
export function isTask(action: QueueAction): action is TaskAction {
  return taskActions.some((task) => task === action)
}

/** Whether an action removes a user's keys, tokens, emails, identities or memberships. */
export function removesObjects(action: QueueAction): boolean {
  return isTask(action) && isIrreversible(action)
}

/** The label of an action. */
export function moderationLabel(action: QueueAction): MessageId {
  return `moderation.label_${action}`
}

/** The fields that the rules use. Unknown fields are absent. */
export interface ModeratedUser {
  id: number
  username: string
  state: string
  name?: string
  bot?: boolean | null
  is_admin?: boolean | null
  two_factor_enabled?: boolean | null
  /** `YYYY-MM-DD`, or null for a user who was never active. */
  last_activity_on?: string | null
}

/** A user in the directory. */
export interface DirectoryUser extends ModeratedUser {
  name: string
  email?: string | null
  email_confirmed?: boolean | null
  created_at?: string | null
  last_sign_in_at?: string | null
  /** The day on which Latchkey first saw that the user was approved. */
  approved_on?: string | null
  note?: string | null
  /** Whether the list lacks fields that an action requires, so the user must be read first. */
  isIncomplete?: boolean
}

/** The acting user, and the current time in milliseconds since 1970. */
export interface Moderator {
  id: number
  now: number
}

interface Rule {
  /** The states that allow it; `any` if the state doesn't matter. */
  from: readonly string[] | 'any'
  /** The resulting state, or `gone` for a deleted account; absent if the state doesn't change. */
  resultingState?: string
  /** The intermediate state, if GitLab processes it asynchronously (`User#delete_async`). */
  intermediateState?: string
  /** The action that undoes it, if any. */
  undoneBy?: ModerationAction
  /** Whether it can't be undone once sent. Until then, all actions can be undone. */
  isIrreversible: boolean
  /** Whether it succeeds when repeated. */
  repeatable: boolean
  /**
   * For an action without a resulting state: whether the user's fields show that it is done; undefined if inconclusive.
   */
  proof?: (user: ModeratedUser) => boolean | undefined
  /** The message if there was nothing to do. */
  already?: Message
}

/** A task doesn't change the state, and repeating it has no effect. */
const task = { from: 'any', repeatable: true } as const

/** `app/models/user.rb`, `app/services/users/*_service.rb` */
const rules = {
  block: {
    from: ['active', 'deactivated'],
    resultingState: 'blocked',
    undoneBy: 'unblock',
    isIrreversible: false,
    repeatable: true,
  },
  // GitLab would also unblock banned and pending users, but that isn't intended here.
  unblock: {
    from: ['blocked'],
    resultingState: 'active',
    undoneBy: 'block',
    isIrreversible: false,
    repeatable: true,
  },
  ban: {
    from: ['active'],
    resultingState: 'banned',
    undoneBy: 'unban',
    isIrreversible: false,
    repeatable: false,
  },
  unban: {
    from: ['banned'],
    resultingState: 'active',
    undoneBy: 'ban',
    isIrreversible: false,
    repeatable: false,
  },
  activate: {
    from: ['deactivated'],
    resultingState: 'active',
    undoneBy: 'deactivate',
    isIrreversible: false,
    repeatable: true,
  },
  deactivate: {
    from: ['active'],
    resultingState: 'deactivated',
    undoneBy: 'activate',
    isIrreversible: false,
    repeatable: true,
  },
  // No action reverses this, but an approved user can be blocked.
  approve: {
    from: ['blocked_pending_approval'],
    resultingState: 'active',
    isIrreversible: false,
    repeatable: false,
  },
  reject: {
    from: ['blocked_pending_approval'],
    resultingState: 'gone',
    intermediateState: 'blocked',
    isIrreversible: true,
    repeatable: false,
  },
  disable_two_factor: {
    from: 'any',
    isIrreversible: true,
    repeatable: false,
    proof: ({ two_factor_enabled: isOn }) => (typeof isOn === 'boolean' ? !isOn : undefined),
    already: message('queue.alreadyWithoutTwoFactor'),
  },
  delete: { from: 'any', resultingState: 'gone', isIrreversible: true, repeatable: false },
  hard_delete: {
    from: 'any',
    resultingState: 'gone',
    intermediateState: 'blocked',
    isIrreversible: true,
    repeatable: false,
  },
  revoke_impersonation_tokens: { ...task, isIrreversible: true },
  revoke_personal_access_tokens: { ...task, isIrreversible: true },
  delete_ssh_keys: { ...task, isIrreversible: true },
  delete_gpg_keys: { ...task, isIrreversible: true },
  delete_emails: { ...task, isIrreversible: true },
  delete_identities: { ...task, isIrreversible: true },
  remove_memberships: { ...task, isIrreversible: true },
  add_note: { ...task, isIrreversible: false },
  edit_user: { ...task, isIrreversible: false },
  hand_over: { ...task, isIrreversible: false },
  second_look: { ...task, isIrreversible: false },
} satisfies Record<QueueAction, Rule>
export const moderationRules: Record<QueueAction, Rule> = rules

/** Actions that can't be undone once sent. */
export type IrreversibleAction = {
  [Action in ModerationAction]: (typeof rules)[Action]['isIrreversible'] extends true
    ? Action
    : never
}[ModerationAction]

/** Whether an action can't be undone once sent, so it requires a stronger confirmation. */
export function isIrreversible(action: ModerationAction): action is IrreversibleAction
export function isIrreversible(action: QueueAction): boolean
export function isIrreversible(action: QueueAction): boolean {
  return moderationRules[action].isIrreversible
}

/** Whether an action eventually deletes the account. */
export function isDeletion(action: QueueAction): boolean {
  return moderationRules[action].resultingState === 'gone'
}

/** Whether a plan ends a user's access, so that what depends on them may stop. */
export function isOffboarding(actions: readonly QueueAction[]): boolean {
  return actions.some((action) => action === 'block' || action === 'ban' || isDeletion(action))
}

/** The minimum undo period of a deletion, in seconds. */
const deletionUndoSeconds = 60

/**
 * The undo period for actions on a user, in seconds. `setting` applies to actions that another action can undo, and to
 * plans with several steps, which wait together.
 */
export function undoSecondsFor(actions: readonly QueueAction[], setting: number): number {
  if (actions.some(isDeletion)) return Math.max(deletionUndoSeconds, setting)
  const [action, ...others] = actions
  return action && others.length === 0 && isIrreversible(action) ? 0 : setting
}

/** The actions on each user when a run starts, excluding plan steps scheduled for a date. */
export function undatedActions({
  action,
  plan,
}: {
  action?: ModerationAction | undefined
  plan?: { steps: readonly { action: QueueAction; dated?: boolean | undefined }[] } | undefined
}): QueueAction[] {
  if (!plan) return action ? [action] : []
  return plan.steps.filter(({ dated }) => !dated).map((step) => step.action)
}

/** Days of inactivity before a user can be deactivated. An instance may require more. */
export const dormantDays = 90

/** The known states. Users in other states are shown without actions. */
export const knownStates = [
  'active',
  'blocked',
  'ldap_blocked',
  'blocked_pending_approval',
  'banned',
  'deactivated',
] as const

export function isKnownState(state: string): state is (typeof knownStates)[number] {
  return (knownStates as readonly string[]).includes(state)
}

/**
 * Whether GitLab deletes the user in the background after a completed action, so the state after it is only temporary.
 */
export function isDeletionAccepted(action: string, after: string | undefined): boolean {
  if (after === undefined || after === 'gone') return false
  return queueActions.some((one) => one === action && isDeletion(one))
}

/** Why an action can't be applied to a user. */
export interface Objection {
  kind:
    | 'oneself'
    | 'internal'
    | 'state'
    | 'unknown-state'
    | 'administrator'
    | 'no-two-factor'
    | 'not-dormant'
  /** The reason, as one sentence. */
  text: Message
  /** The actions it suggests instead. */
  instead?: readonly ModerationAction[]
}

/** Why an action is impossible; undefined if it can be tried. GitLab has the final say. */
export function objectionTo(
  action: QueueAction,
  user: ModeratedUser,
  moderator: Moderator,
): Objection | undefined {
  const { from } = moderationRules[action]
  if (user.id === moderator.id) return { kind: 'oneself', text: message('moderation.isYou') }
  if (isInternal(user)) return { kind: 'internal', text: message('moderation.isInternal') }
  const { state } = user
  if (!isKnownState(state)) {
    return { kind: 'unknown-state', text: message('moderation.unknownState', { state }) }
  }
  if (action === 'disable_two_factor') {
    if (user.is_admin) {
      return { kind: 'administrator', text: message('moderation.isAdministrator') }
    }
    if (user.two_factor_enabled === false) {
      return { kind: 'no-two-factor', text: message('moderation.noTwoFactor') }
    }
  }
  if (from !== 'any' && !from.includes(state)) {
    return { kind: 'state', ...stateObjection(action, state) }
  }
  if (action === 'deactivate' && !isDormant(user, moderator.now)) {
    return { kind: 'not-dormant', text: message('moderation.notDormant', { days: dormantDays }) }
  }
  return undefined
}

const internalBots =
  /^(support-bot|alert-bot|visual-review-bot|migration-bot|security-bot|automation-bot|security-policy-bot|admin-bot|suggested-reviewers-bot|llm-bot|duo-code-review-bot|GitLab-.*Bot)\d*$/i
const ghosts = /^ghost\d*$/i
const ghostName = /^Ghost User$/

/**
 * Whether a user belongs to the instance itself. Responses don't indicate this, and any user can pick a name like
 * `ghost7`. So bots must also be flagged as bots, and the ghost must have exactly its own name
 * (`lib/users/internal.rb`). An unknown field counts as a match, because GitLab checks it too.
 */
export function isInternal({
  username,
  name,
  bot,
}: Pick<ModeratedUser, 'username' | 'name' | 'bot'>): boolean {
  if (ghosts.test(username)) return name === undefined || ghostName.test(name)
  return internalBots.test(username) && bot !== false
}

/**
 * Bots of projects and groups, which aren't flagged in lists
 * (`app/services/resource_access_tokens/create_service.rb`).
 */
export function isProjectBot(username: string): boolean {
  return /^(project|group)_\d+_bot/i.test(username)
}

export function isBot({ username, bot }: Pick<ModeratedUser, 'username' | 'bot'>): boolean {
  return bot === true || isProjectBot(username)
}

function isDormant({ last_activity_on: seen }: ModeratedUser, now: number): boolean {
  // GitLab treats a user who was never active as inactive (`app/models/user.rb`, `no_recent_activity?`).
  return !seen || isDaysAgo(seen, dormantDays, now)
}

/** Actions that grant access. They lead from different states to the same one. */
const accessActions = [
  { action: 'activate', from: 'deactivated', text: message('moderation.activateInstead') },
  { action: 'unban', from: 'banned', text: message('moderation.unbanInstead') },
  { action: 'unblock', from: 'blocked', text: message('moderation.unblockInstead') },
] as const

function stateObjection(action: QueueAction, state: string): Pick<Objection, 'text' | 'instead'> {
  if (state === 'ldap_blocked') return { text: message('moderation.blockedByLdap') }
  const { resultingState } = moderationRules[action]
  if (resultingState === state) {
    return { text: message('moderation.already', { state: userStateMessage(state) }) }
  }
  if (state === 'blocked_pending_approval') {
    return { text: message('moderation.approveInstead'), instead: ['approve', 'reject'] }
  }
  if (action === 'approve' || action === 'reject') {
    return { text: message('moderation.notPending') }
  }
  const access = resultingState === 'active' && accessActions.find(({ from }) => from === state)
  if (access) return { text: access.text, instead: [access.action] }
  if (state === 'banned' && action === 'block') return { text: message('moderation.bannedAlready') }
  return { text: message('moderation.wrongState', { state: userStateMessage(state) }) }
}

/** A user's state, worded for use in a sentence. Unknown states are returned unchanged. */
export function userStateMessage(state: string): Text {
  return isKnownState(state) ? message(`moderation.state_${state}`) : state.replaceAll('_', ' ')
}
