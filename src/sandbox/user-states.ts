import { formatDate, day, addTime } from './clock.ts'
import type { Context } from './context.ts'
import { type User, type UserState, isInternal } from './database/users.ts'
import type { Flavor } from './flavors.ts'

/** Administrators' moderation events. */
export type StateEvent =
  'block' | 'unblock' | 'deactivate' | 'activate' | 'ban' | 'unban' | 'approve' | 'reject'

/** An event's outcome. */
export type Outcome =
  | { newState: UserState; answer: Answer }
  /** The account is deleted after a delay. */
  | { deleted: true; answer: Answer }
  /** Nothing happens; this isn't an error. */
  | { unchanged: true; answer: Answer }
  | { error: string; status: number }

type Answer = boolean | null | { message: string }

/** A status code that differs between the flavors. */
type FlavorStatus = number | ((flavor: Flavor) => number)
type Row = Record<UserState, Exclude<Outcome, { error: string }> | Rejection>
interface Rejection {
  error: string
  status: FlavorStatus
}

/** Days of inactivity after which an account is dormant (`deactivate_dormant_users_period`). */
export const dormantAfterDays = 90

const success = { message: 'Success' }
const moveTo = (state: UserState, answer: Answer = true) => ({ newState: state, answer })
const unchanged = (answer: Answer) => ({ unchanged: true as const, answer })
const reject = (text: string, status: FlavorStatus = 403): Rejection => ({
  error: text,
  status,
})

const blocked = moveTo('blocked')
const active = moveTo('active')
const noEffect = unchanged(null)
const mustUnblock = reject('Error occurred. A blocked user must be unblocked to be activated')
const blockedNotDeactivated = reject('Error occurred. A blocked user cannot be deactivated')
const notPending = 'The user you are trying to approve is not pending approval'
const notApproved = reject(notPending, 409)
const blockedNotApproved = reject(notPending, (flavor) =>
  flavor.blockedCannotBeApproved ? 403 : 409,
)
const nothingRequested = reject('User does not have a pending request', 409)
const notBanned = (state: UserState) => reject(`You cannot unban ${state} users.`)
const notBannable = (state: UserState) => reject(`You cannot ban ${state} users.`)

/**
 * The state machine: the effect of each event in each state. An account is always in exactly one of six states,
 * with no other transitions (`app/models/user.rb`, `lib/api/users.rb`, `app/services/users/*_service.rb`).
 */
export const stateMachine: Record<StateEvent, Row> = {
  block: {
    active: blocked,
    deactivated: blocked,
    blocked: noEffect,
    blocked_pending_approval: noEffect,
    banned: noEffect,
    ldap_blocked: reject('403 Forbidden - LDAP blocked users cannot be modified by the API'),
  },
  // Does more than its name implies: it also unbans users and approves pending ones.
  unblock: {
    active: unchanged(false),
    deactivated: reject('403 Forbidden - Deactivated users cannot be unblocked by the API'),
    blocked: active,
    blocked_pending_approval: active,
    banned: active,
    ldap_blocked: reject('403 Forbidden - LDAP blocked users cannot be unblocked by the API'),
  },
  deactivate: {
    active: moveTo('deactivated'),
    deactivated: noEffect,
    blocked: blockedNotDeactivated,
    blocked_pending_approval: blockedNotDeactivated,
    banned: blockedNotDeactivated,
    ldap_blocked: blockedNotDeactivated,
  },
  activate: {
    active: unchanged(true),
    deactivated: active,
    blocked: mustUnblock,
    blocked_pending_approval: mustUnblock,
    banned: mustUnblock,
    ldap_blocked: mustUnblock,
  },
  ban: {
    active: moveTo('banned'),
    deactivated: notBannable('deactivated'),
    blocked: notBannable('blocked'),
    blocked_pending_approval: notBannable('blocked_pending_approval'),
    banned: notBannable('banned'),
    ldap_blocked: notBannable('ldap_blocked'),
  },
  unban: {
    active: notBanned('active'),
    deactivated: notBanned('deactivated'),
    blocked: notBanned('blocked'),
    blocked_pending_approval: notBanned('blocked_pending_approval'),
    banned: active,
    ldap_blocked: notBanned('ldap_blocked'),
  },
  approve: {
    active: notApproved,
    deactivated: notApproved,
    blocked: blockedNotApproved,
    blocked_pending_approval: moveTo('active', success),
    banned: notApproved,
    ldap_blocked: blockedNotApproved,
  },
  reject: {
    active: nothingRequested,
    deactivated: nothingRequested,
    blocked: nothingRequested,
    blocked_pending_approval: { deleted: true, answer: success },
    banned: nothingRequested,
    ldap_blocked: nothingRequested,
  },
}

interface Guard {
  forbids(user: User, callerId: number, now: Date): boolean
  error: string
}

/** Other reasons to reject an event that would change the state, in GitLab's order. */
const guards: Partial<Record<StateEvent, readonly Guard[]>> = {
  block: [
    {
      forbids: (user, callerId) => user.id === callerId,
      error: '403 Forbidden - The API initiating user cannot be blocked by the API',
    },
    { forbids: isInternal, error: 'An internal user cannot be blocked' },
  ],
  deactivate: [
    { forbids: isInternal, error: 'Internal users cannot be deactivated' },
    {
      forbids: (user, _, now) => !isDormant(user, now),
      error: `The user you are trying to deactivate has been active in the past ${dormantAfterDays} days and cannot be deactivated`,
    },
  ],
}

/** What an event does to this user at this time if this caller triggers it. */
export function eventOutcome(
  { flavor, now }: Pick<Context, 'flavor' | 'now'>,
  event: StateEvent,
  user: User,
  callerId: number,
): Outcome {
  const outcome = stateMachine[event][user.state]
  if ('error' in outcome) return { ...outcome, status: httpStatusFor(flavor, outcome.status) }
  const guard =
    'newState' in outcome && guards[event]?.find((one) => one.forbids(user, callerId, now()))
  return guard ? { error: guard.error, status: 403 } : outcome
}

function httpStatusFor(flavor: Flavor, status: FlavorStatus): number {
  return typeof status === 'number' ? status : status(flavor)
}

/** A user who never signed in is dormant too (`app/models/user.rb`, `no_recent_activity?`). */
function isDormant({ last_activity_on: seen }: User, now: Date): boolean {
  return seen === null || seen <= formatDate(addTime(now, -dormantAfterDays * day))
}
