import { type Failure, FailureError } from '../../shared/failure.ts'
import { users } from '../../shared/service/users.ts'
import type { AccountService } from '../account-service.ts'
import type { Found } from './compare.ts'
import { administratorsOnly } from './failures.ts'

/** What it takes to act on somebody as one account. */
export interface Means {
  call: AccountService['call']
  /** Id of the account's own person. */
  me: number
  /** Reads anew whether the account is an administrator's; throws where that cannot be read. */
  isStillAdmin(): Promise<boolean>
  /** Milliseconds since 1970. */
  now(): number
  /** Told of everybody who is not there any more. */
  gone(id: number): void
}

/** Reads somebody. Others than administrators see less, and many people not at all, so what they see proves nothing. */
export async function lookAt(means: Means, id: number): Promise<Found> {
  const found = await read(means, id)
  const isWhole = found !== 'gone' && found.is_admin !== undefined
  if (!isWhole) await mustBeAdmin(means)
  if (found === 'gone') means.gone(id)
  return found
}

/** Throws where the account is no administrator's any more. */
export async function mustBeAdmin(means: Means): Promise<void> {
  if (!(await means.isStillAdmin())) throw new FailureError(administratorsOnly)
}

async function read(means: Means, id: number): Promise<Found> {
  try {
    return await means.call(users.get, { id }, { once: true })
  } catch (error) {
    if (failureOf(error).kind === 'not-found') return 'gone'
    throw error
  }
}

/** What was thrown, as a failure; a mistake of ours goes on up. */
export function failureOf(error: unknown): Failure {
  if (error instanceof FailureError) return error.failure
  throw error
}
