import { message } from '../../../shared/messages/message.ts'
import { type UnformattedFailure, FailureError } from '../../platform/failure.ts'
import type { FailureKind } from '../../../shared/rules/failure.ts'
import type { UserForAdmins } from '../../../shared/gitlab/user-fields.ts'
import type { AnyEndpoint } from '../../../shared/gitlab/endpoint.ts'
import { users } from '../../../shared/gitlab/users.ts'
import { withoutAdminModeGuess } from '../../gitlab/error-response.ts'
import { assertAdmin, toFailureOrThrow } from '../../jobs/item-context.ts'
import type { ItemContext } from '../../jobs/job-kind.ts'
import type { UserOrGone } from './compare.ts'

export interface ActionContext extends ItemContext {
  /** Restores a user's own last activity if “View as” changed it. */
  withActivityBeforeView(user: UserForAdmins): UserForAdmins
  /** Whether the company's policy allows acting as other users. */
  mayActAs(): boolean
  /** Called for each deleted user. */
  onUserGone(id: number): void
}

/** Doesn't blame the token for a refusal after a user was read with the details that only administrators get. */
export function withKnownRights<Context extends Pick<ItemContext, 'call'>>(
  context: Context,
): Context {
  let hasRights = false
  const call: ItemContext['call'] = async (endpoint, input, options) => {
    try {
      const answer = await context.call(endpoint, input, options)
      if ((endpoint as AnyEndpoint) === users.get)
        hasRights = (answer as UserForAdmins).is_admin !== undefined
      return answer
    } catch (error) {
      throw hasRights && error instanceof FailureError ? withoutAdminModeGuess(error) : error
    }
  }
  return { ...context, call }
}

/**
 * Reads a user. Also checks the account's admin rights, because only administrators see all fields. A user is treated
 * as gone only after a second 404, because the first may have come from a proxy.
 */
export async function readTargetUser(
  actionContext: ActionContext,
  id: number,
): Promise<UserOrGone> {
  const firstRead = await readOnce(actionContext, id)
  if (firstRead !== 'gone' && firstRead.is_admin !== undefined) return firstRead
  await assertAdmin(actionContext)
  if (firstRead !== 'gone') return firstRead
  const secondRead = await readOnce(actionContext, id)
  if (secondRead === 'gone') actionContext.onUserGone(id)
  return secondRead
}

async function readOnce(actionContext: ActionContext, id: number): Promise<UserOrGone> {
  try {
    return actionContext.withActivityBeforeView(
      await actionContext.call(users.get, { id }, { once: true }),
    )
  } catch (error) {
    const failure = toFailureOrThrow(error)
    // `lib/api/helpers.rb`, `not_found!('User')`: only this message is about the user rather than the URL.
    const isGone = /\buser\b.*\bnot found\b/i.test(failure.serviceText ?? '')
    if (failure.kind === 'not-found' && isGone) return 'gone'
    throw isRefusedRead(failure) ? refusedReadError(failure) : error
  }
}

/** Administrators may read every user, so a 403 without a reason isn't about this one. */
function isRefusedRead({ kind, reason, status }: UnformattedFailure): boolean {
  return refusedKinds.includes(kind) && reason === undefined && status !== undefined
}

const refusedKinds: readonly FailureKind[] = ['not-found', 'forbidden', 'invalid', 'conflict']

/** Treated as an outage: the account's other requests would fail now, but may succeed later. */
function refusedReadError(failure: UnformattedFailure): FailureError {
  return new FailureError({
    ...failure,
    kind: 'service-error',
    message: message('queue.usersRefused', { reason: failure.message }),
    hint: message(
      failure.kind === 'not-found' ? 'queue.userUnconfirmed' : 'queue.usersRefusedHint',
    ),
  })
}
