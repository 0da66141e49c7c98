import { FailureError } from '../../shared/failure.ts'
import type { AdminListUser } from '../../shared/service/user-fields.ts'
import { users } from '../../shared/service/users.ts'
import type { AccountService } from '../account-service.ts'
import type { PeopleCopy } from './people-copy.ts'
import { isForAdministrators } from './person-row.ts'

export interface ReadingPorts {
  /** Ends the reading; what came so far stays, and so does where to go on. */
  signal: AbortSignal
  /** Milliseconds since 1970. */
  now(): number
  /** People who were read by themselves since the last page was asked for. It is emptied here. */
  newer: Set<number>
  /** Called after each page that is stored. */
  progress(): void
  /** Asks the service whether the account is an administrator's still. */
  isAdmin(): Promise<boolean>
}

/** Milliseconds after which a broken reading does not go on but begins again: its first pages would be too old. */
const resumableMs = 6 * 60 * 60 * 1000
const mostEmptyPages = 20

const everybody = { pagination: 'keyset', order_by: 'id', sort: 'asc' }

/** Reads the whole list of people into the copy, from where the last reading broke off. Throws what ended it early. */
export async function readEverybody(
  me: AccountService,
  copy: PeopleCopy,
  ports: ReadingPorts,
): Promise<void> {
  const { signal, now, newer, progress } = ports
  let cursor = goingOn(copy, now())
  let mayBeRefused = cursor !== undefined
  let emptyPages = 0
  for (let isLast = false; !isLast;) {
    if (cursor === undefined) copy.begin(now())
    newer.clear()
    const page = await me.page(users.list, everybody, cursor, { signal }).catch((error) => {
      if (mayBeRefused && isRefusedCursor(error)) return undefined
      throw error
    })
    signal.throwIfAborted()
    mayBeRefused = false
    if (page) {
      const people = page.items as AdminListUser[]
      if (people.length > 0 && !people.some(isForAdministrators)) {
        throw await notForAdministrators(ports)
      }
      const fresh = copy.storePage(people, page.next, newer)
      emptyPages = people.length === 0 ? emptyPages + 1 : 0
      if ((people.length > 0 && fresh === 0) || emptyPages > mostEmptyPages) throw inCircles()
      progress()
      isLast = page.next === undefined
    }
    cursor = page?.next
  }
  // Whoever asks is in the list, so an empty one is not the truth, and nobody is removed for it.
  if (copy.seen() === 0) throw emptyList()
  copy.finish(now())
}

function goingOn(copy: PeopleCopy, now: number): string | undefined {
  const { began, cursor } = copy.progress()
  return began !== undefined && now - began < resumableMs ? cursor : undefined
}

/** The service understood the request and did not like it; but for rights and pace, that is the cursor. */
function isRefusedCursor(error: unknown): boolean {
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

function inCircles(): FailureError {
  return new FailureError({
    kind: 'service-error',
    message: 'The list of people never came to an end: the service sent the same page again.',
    hint: 'What came so far stays. Try again later.',
  })
}

function emptyList(): FailureError {
  return new FailureError({
    kind: 'service-error',
    message: 'The service answered that there are no people at all.',
    hint: 'Nobody was removed from the copy on this machine. Try again later.',
  })
}
