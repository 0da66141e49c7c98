import { message } from '../../../shared/messages/message.ts'
import { type Failure, FailureError } from '../../platform/failure.ts'
import type { FailureKind } from '../../../shared/rules/failure.ts'
import type { AdminUser } from '../../../shared/gitlab/user-fields.ts'
import { users } from '../../../shared/gitlab/users.ts'
import type { AccountService } from '../../gitlab/gitlab-client.ts'
import type { FoundUser } from './compare.ts'
import { adminRequiredFailure } from './failures.ts'
import type { QueuePorts } from './ports.ts'

/** Everything an action needs in order to be sent as one account. */
export interface ActionContext {
  call: AccountService['call']
  all: AccountService['all']
  /** ID of the account's own user. */
  actorId: number
  /** Reads again whether the account is an administrator; throws where that can't be read. */
  isStillAdmin(): Promise<boolean>
  /** Milliseconds since 1970. */
  now(): number
  /** A user with their own last activity where it is from “View as”. */
  withActivityBeforeView(user: AdminUser): AdminUser
  /** Called with every user who is gone. */
  onUserGone(id: number): void
}

interface Permissions {
  /** Whether a read may be repeated after a rate limit. */
  canRead(): boolean
  /** Whether the action may be sent again after a rate limit. */
  canSend(): boolean
}

export function createActionContext(
  { account, accounts, service, people, viewed, clock, throttle }: QueuePorts,
  { canRead, canSend }: Permissions,
): ActionContext {
  const { call, all } = service(account)
  const canRepeat = {
    GET: canRead,
    // It is a user's whole note, which another administrator may have changed since.
    PUT: () => false,
    POST: canSend,
    PATCH: canSend,
    DELETE: canSend,
  }
  return {
    call: (...request) => throttle.send(() => call(...request), canRepeat[request[0].method]),
    all: (...request) => throttle.send(() => all(...request), canRead),
    actorId: accounts.account(account).user.id,
    isStillAdmin: async () =>
      (await throttle.send(() => accounts.refresh(account), canRead)).isAdmin,
    now: () => clock.now(),
    withActivityBeforeView: (user) => viewed.withActivityBeforeView(account, user),
    onUserGone: (id) => people.remove(account, id),
  }
}

/**
 * Reads a user. Only administrators see everything, so an answer counts only while the account is one; and a proxy may answer one
 * request with a 404 of its own, so a user counts as gone only after a second look.
 */
export async function readUser(actionContext: ActionContext, id: number): Promise<FoundUser> {
  const found = await readOnce(actionContext, id)
  if (found !== 'gone' && found.is_admin !== undefined) return found
  await assertAdmin(actionContext)
  if (found !== 'gone') return found
  const again = await readOnce(actionContext, id)
  if (again === 'gone') actionContext.onUserGone(id)
  return again
}

/** Throws where the account is no longer an administrator. */
export async function assertAdmin(actionContext: ActionContext): Promise<void> {
  if (!(await actionContext.isStillAdmin())) throw new FailureError(adminRequiredFailure)
}

async function readOnce(actionContext: ActionContext, id: number): Promise<FoundUser> {
  try {
    return actionContext.withActivityBeforeView(
      await actionContext.call(users.get, { id }, { once: true }),
    )
  } catch (error) {
    const failure = toFailureOrThrow(error)
    // `lib/api/helpers.rb`, `not_found!('User')`: only this is about the user and not about the address.
    const isGone = /\buser\b.*\bnot found\b/i.test(failure.serviceText ?? '')
    if (failure.kind === 'not-found' && isGone) return 'gone'
    throw isRefusedRead(failure) ? refusedReadError(failure) : error
  }
}

/** Administrators may read every user, so a refusal without a reason is about all of them and not about this one. */
function isRefusedRead({ kind, reason, status }: Failure): boolean {
  return refusedKinds.includes(kind) && reason === undefined && status !== undefined
}

const refusedKinds: readonly FailureKind[] = ['not-found', 'forbidden', 'invalid', 'conflict']

/** As an outage: nothing else of the account would get through now, and everything may later. */
function refusedReadError(failure: Failure): FailureError {
  return new FailureError({
    ...failure,
    kind: 'service-error',
    message: message('queue.usersRefused', { reason: failure.message }),
    hint: message(
      failure.kind === 'not-found' ? 'queue.userUnconfirmed' : 'queue.usersRefusedHint',
    ),
  })
}

/** A thrown failure; any other error is thrown on. */
export function toFailureOrThrow(error: unknown): Failure {
  if (error instanceof FailureError) return error.failure
  throw error
}
