import { FailureError } from '../../shared/failure.ts'
import type { Page } from '../../shared/service/index.ts'
import type { AdminListUser } from '../../shared/service/user-fields.ts'
import { users } from '../../shared/service/users.ts'
import type { AccountService } from '../account-service.ts'
import { isForAdministrators } from './person-row.ts'

export interface ReadingPorts {
  /** Ends the reading; what came so far stays, and so does where to go on. */
  signal: AbortSignal
  /** Milliseconds since 1970. */
  now(): number
  /** Follows who is read by themselves from now on, until it is told to stop. */
  watch(): Watch
  /** Called after each page that is stored. */
  progress(): void
  /** Asks the service whether the account is an administrator's still. */
  isAdmin(): Promise<boolean>
}

/** People who were read by themselves while a page was under way: it may be older than what is known of them. */
export interface Watch {
  newer: ReadonlySet<number>
  end(): void
}

/** A page of people as administrators see them, with who is known better. */
export interface PeoplePage extends Page<AdminListUser> {
  watch: Watch
}

/** Asks for a page; throws where it tells no more of people than everybody may know. Its watch is to be ended. */
export async function askPage(
  me: AccountService,
  input: object,
  cursor: string | undefined,
  ports: ReadingPorts,
): Promise<PeoplePage> {
  const { signal } = ports
  const watch = ports.watch()
  try {
    const page = await me.page(users.list, input, cursor, { signal })
    signal.throwIfAborted()
    const items = page.items as AdminListUser[]
    if (items.length > 0 && !items.some(isForAdministrators))
      throw await notForAdministrators(ports)
    return { items, next: page.next, watch }
  } catch (error) {
    watch.end()
    throw error
  }
}

/** The service understood the request and did not like it; but for rights and pace, that is the cursor or the order. */
export function isRefusedRequest(error: unknown): boolean {
  if (!(error instanceof FailureError)) return false
  const { status = 0 } = error.failure
  return status >= 400 && status < 500 && ![401, 403, 429].includes(status)
}

async function notForAdministrators({ isAdmin, signal }: ReadingPorts): Promise<FailureError> {
  const stillAdmin = await isAdmin().catch(() => true)
  signal.throwIfAborted()
  if (!stillAdmin) {
    return new FailureError({
      kind: 'forbidden',
      reason: 'administrators-only',
      message: 'This account is no administrator of the instance any more.',
      hint: 'Ask an administrator for the right, or choose an account that has it.',
    })
  }
  return new FailureError({
    kind: 'forbidden',
    reason: 'admin-mode',
    message:
      'The service lists people without what only administrators see, although this account is one: it wants Admin Mode.',
    hint: 'Make a token that has the scope admin_mode too, and replace this one.',
    scopes: ['admin_mode'],
  })
}

/** What a list is that does not come to its end. */
export function inCircles(): FailureError {
  return new FailureError({
    kind: 'service-error',
    message: 'The list of people never came to an end: the service sent the same page again.',
    hint: 'What came so far stays. Try again later.',
  })
}

/** What a list without anybody is: whoever asks is in it, so it is not the truth. */
export function emptyList(): FailureError {
  return new FailureError({
    kind: 'service-error',
    message: 'The service answered that there are no people at all.',
    hint: 'Nobody was removed from the copy on this machine. Try again later.',
  })
}
