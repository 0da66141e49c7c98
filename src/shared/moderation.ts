/**
 * What administrators do to a person, and when it can be done. Pure rules, for the screens and for what sends: both must
 * say the same.
 */

/** Everything that changes whether and how a person may sign in. All of it goes through the queue of actions. */
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

/** What the actions are called on every screen. */
export const moderationLabels: Record<ModerationAction, string> = {
  block: 'Block',
  unblock: 'Unblock',
  ban: 'Ban',
  unban: 'Unban',
  activate: 'Activate',
  deactivate: 'Deactivate',
  approve: 'Approve',
  reject: 'Reject',
  disable_two_factor: 'Disable two-factor',
  delete: 'Delete',
  hard_delete: 'Delete with contributions',
}

/** What the rules look at. A field that is not known is left out. */
export interface Moderated {
  id: number
  username: string
  state: string
  name?: string
  bot?: boolean | null
  is_admin?: boolean | null
  two_factor_enabled?: boolean | null
  /** `YYYY-MM-DD`, or null for somebody who never came. */
  last_activity_on?: string | null
}

/** A user of the directory. */
export interface DirectoryUser extends Moderated {
  name: string
  /** Whether the list does not tell what is needed to act on them: they have to be read by themselves first. */
  isIncomplete?: boolean
}

/** Who acts, and when, in milliseconds since 1970. */
export interface Moderator {
  id: number
  now: number
}

interface Rule {
  /** The states in which it does something; `any` where the state does not matter. */
  from: readonly string[] | 'any'
  /** The state that proves it, `gone` for an account that is deleted, and nothing where no state tells. */
  becomes?: string
  /** The state that the service gives meanwhile, where `becomes` takes it longer (`User#delete_async`). */
  meanwhile?: string
  /** What takes it back, where anything does. */
  undoneBy?: ModerationAction
  /** Whether doing it again, when it is done already, is answered as if it had been done. */
  repeatable: boolean
}

/** `app/models/user.rb`, `app/services/users/*_service.rb` */
export const moderationRules: Record<ModerationAction, Rule> = {
  block: {
    from: ['active', 'deactivated'],
    becomes: 'blocked',
    undoneBy: 'unblock',
    repeatable: true,
  },
  // The service takes it for banned and pending people as well, and lets them in by that: never meant here.
  unblock: { from: ['blocked'], becomes: 'active', undoneBy: 'block', repeatable: true },
  ban: { from: ['active'], becomes: 'banned', undoneBy: 'unban', repeatable: false },
  unban: { from: ['banned'], becomes: 'active', undoneBy: 'ban', repeatable: false },
  activate: { from: ['deactivated'], becomes: 'active', undoneBy: 'deactivate', repeatable: true },
  deactivate: { from: ['active'], becomes: 'deactivated', undoneBy: 'activate', repeatable: true },
  approve: { from: ['blocked_pending_approval'], becomes: 'active', repeatable: false },
  reject: {
    from: ['blocked_pending_approval'],
    becomes: 'gone',
    meanwhile: 'blocked',
    repeatable: false,
  },
  disable_two_factor: { from: 'any', repeatable: false },
  delete: { from: 'any', becomes: 'gone', repeatable: false },
  hard_delete: { from: 'any', becomes: 'gone', meanwhile: 'blocked', repeatable: false },
}

/** Whether an action ends in the deletion of the account. */
export function isDeletion(action: ModerationAction): boolean {
  return moderationRules[action].becomes === 'gone'
}

/** Days without a sign of life before the service lets anybody be deactivated; an instance may want more of them. */
export const dormantDays = 90

/** States of which this version knows what they mean. Others are shown, and nothing is done to them. */
export const knownStates = [
  'active',
  'blocked',
  'ldap_blocked',
  'blocked_pending_approval',
  'banned',
  'deactivated',
] as const

export function isKnownState(state: string): boolean {
  return (knownStates as readonly string[]).includes(state)
}

/** Why an action cannot be done to a person. */
export interface Objection {
  kind:
    | 'oneself'
    | 'internal'
    | 'state'
    | 'unknown-state'
    | 'administrator'
    | 'no-two-factor'
    | 'not-dormant'
  /** One sentence for a person to read. */
  text: string
}

/** Says why not, or nothing where the action can be tried. The service has the last word. */
export function objectionTo(
  action: ModerationAction,
  person: Moderated,
  moderator: Moderator,
): Objection | undefined {
  const { from } = moderationRules[action]
  if (person.id === moderator.id) {
    return { kind: 'oneself', text: 'This is you: nobody can do this to themselves here.' }
  }
  if (isInternal(person)) {
    return { kind: 'internal', text: 'This is an internal user of the service, which it needs.' }
  }
  if (!isKnownState(person.state)) {
    return {
      kind: 'unknown-state',
      text: `The state “${person.state}” is not known to this version of Latchkey.`,
    }
  }
  if (action === 'disable_two_factor') {
    if (person.is_admin) {
      return {
        kind: 'administrator',
        text: 'Two-factor authentication of administrators cannot be disabled from outside.',
      }
    }
    if (person.two_factor_enabled === false) {
      return { kind: 'no-two-factor', text: 'Two-factor authentication is not enabled.' }
    }
  }
  if (from !== 'any' && !from.includes(person.state)) {
    return { kind: 'state', text: stateObjection(action, person.state) }
  }
  if (action === 'deactivate' && !isDormant(person, moderator.now)) {
    return {
      kind: 'not-dormant',
      text: `Was active in the last ${dormantDays} days; only who has been away longer can be deactivated.`,
    }
  }
  return undefined
}

const internalBots =
  /^(support-bot|alert-bot|visual-review-bot|migration-bot|security-bot|automation-bot|security-policy-bot|admin-bot|suggested-reviewers-bot|llm-bot|duo-code-review-bot|GitLab-.*Bot)\d*$/i
const ghosts = /^ghost\d*$/i

/**
 * Whether a user belongs to the service itself. Answers do not say so, and a person may have chosen a name like `ghost7`; so besides the
 * username, a bot has to be marked as one and the ghost has to bear its name (`lib/users/internal.rb`). What is not known of them
 * counts as if it fitted: the service refuses too.
 */
export function isInternal({
  username,
  name,
  bot,
}: Pick<Moderated, 'username' | 'name' | 'bot'>): boolean {
  if (ghosts.test(username)) return name === undefined || name === 'Ghost User'
  return internalBots.test(username) && bot !== false
}

function isDormant({ last_activity_on: seen }: Moderated, now: number): boolean {
  // Whoever never came counts (`app/models/user.rb`, `no_recent_activity?`).
  return !seen || Date.parse(seen) <= now - dormantDays * 24 * 60 * 60 * 1000
}

function stateObjection(action: ModerationAction, state: string): string {
  if (state === 'ldap_blocked') {
    return 'Blocked through the directory service; only there can that be changed.'
  }
  const { becomes } = moderationRules[action]
  if (becomes === state) return `Is ${stateWords[state] ?? state} already.`
  if (state === 'deactivated' && action === 'unblock') return 'Is deactivated: activate instead.'
  if (state === 'banned' && action === 'unblock') return 'Is banned: unban instead.'
  if (state === 'banned' && action === 'block') return 'Is banned, which is more than blocked.'
  if (state === 'blocked' && action === 'activate') return 'Is blocked: unblock instead.'
  if (state === 'blocked_pending_approval') return 'Is pending approval: approve or reject instead.'
  if (action === 'approve' || action === 'reject') return 'Is not pending approval.'
  return `Is ${stateWords[state] ?? state}, and from there this cannot be done.`
}

/** What the states are called among people. */
export const stateWords: Record<string, string> = {
  active: 'active',
  blocked: 'blocked',
  ldap_blocked: 'blocked by the directory service',
  blocked_pending_approval: 'pending approval',
  banned: 'banned',
  deactivated: 'deactivated',
}
