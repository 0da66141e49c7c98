import { type Failure, FailureError } from '../../infra/failure.ts'
import type { AdminUser } from '../../../shared/service/user-fields.ts'
import { users } from '../../../shared/service/users.ts'
import type { AccountService } from '../../accounts/account-service.ts'
import type { Found } from './compare.ts'
import { administratorsOnly } from './failures.ts'

/** What it takes to act on somebody as one account. */
export interface ActionContext {
  call: AccountService['call']
  /** Id of the account's own person. */
  me: number
  /** Reads anew whether the account is an administrator's; throws where that cannot be read. */
  isStillAdmin(): Promise<boolean>
  /** Milliseconds since 1970. */
  now(): number
  /** A user with their own last activity where it is from “View as”. */
  withOwnActivity(user: AdminUser): AdminUser
  /** Called with every user who is gone. */
  gone(id: number): void
}

/**
 * Reads somebody. Others than administrators see less, and many people not at all, so what they see proves nothing; and a proxy may
 * answer one request with a 404 of its own, so nobody counts as gone before a second look.
 */
export async function lookAt(actionContext: ActionContext, id: number): Promise<Found> {
  const found = await read(actionContext, id)
  if (found !== 'gone' && found.is_admin !== undefined) return found
  await mustBeAdmin(actionContext)
  if (found !== 'gone') return found
  const again = await read(actionContext, id)
  if (again === 'gone') actionContext.gone(id)
  return again
}

/** Throws where the account is no administrator's any more. */
export async function mustBeAdmin(actionContext: ActionContext): Promise<void> {
  if (!(await actionContext.isStillAdmin())) throw new FailureError(administratorsOnly)
}

async function read(actionContext: ActionContext, id: number): Promise<Found> {
  try {
    return actionContext.withOwnActivity(
      await actionContext.call(users.get, { id }, { once: true }),
    )
  } catch (error) {
    const failure = failureOf(error)
    if (failure.kind !== 'not-found') throw error
    // `lib/api/helpers.rb`, `not_found!('User')`: only this is about the person and not about the address.
    if (/\buser\b.*\bnot found\b/i.test(failure.serviceText ?? '')) return 'gone'
    throw new FailureError({ ...failure, kind: 'service-error', hint: notAboutThePerson })
  }
}

/** What was thrown, as a failure; a mistake of ours goes on up. */
export function failureOf(error: unknown): Failure {
  if (error instanceof FailureError) return error.failure
  throw error
}

const notAboutThePerson = 'The service did not say that the user is gone. Latchkey tries again.'
