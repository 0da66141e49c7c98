import { FailureError } from '../../infra/failure.ts'
import { t } from '../../infra/messages.ts'
import type { AdminListUser } from '../../../shared/service/user-fields.ts'
import { type ListProblem, repeatedPage } from '../../../shared/service/list-progress.ts'
import { users } from '../../../shared/service/users.ts'
import type { AccountService } from '../../accounts/account-service.ts'
import { isForAdministrators } from './user-row.ts'

export interface ReadingPorts {
  /** Ends the reading; what came so far stays, and so does where to go on. */
  signal: AbortSignal
  /** Milliseconds since 1970. */
  now(): number
  /** Follows who is read by themselves from now on, until it is told to stop. */
  watch(): Watch
  /** Throws where the copy has no room for another page. */
  checkRoom(): void
  /** Called after each page that is stored. */
  progress(): void
  /** Asks the service whether the account is an administrator's still. */
  isAdmin(): Promise<boolean>
  /** Those of these users whose deletion the service accepted from here: it may still list them. */
  beingDeleted(ids: readonly number[]): Iterable<number>
}

/** People who were read by themselves while a page was under way: it may be older than what is known of them. */
export interface Watch {
  newer: Set<number>
  end(): void
}

/** What a page holds: the users, and how many entries could not be read. */
interface PageOfPeople {
  people: AdminListUser[]
  skipped: number
}

/** A page of people that came and is not looked through yet. Its watch is to be ended. */
export interface CamePeople {
  /** Asks for the next page; undefined on the last one. */
  next: string | undefined
  /** How many users the service says there are, where it says so. */
  total: number | undefined
  /** Who was read by themselves since it was asked for. */
  watch: Watch
  /** Reads it; throws where it tells no more of people than everybody may know. */
  read(): Promise<PageOfPeople>
}

/** Asks for a page. */
export async function askPage(
  me: AccountService,
  input: object,
  cursor: string | undefined,
  ports: ReadingPorts,
): Promise<CamePeople> {
  const { signal } = ports
  ports.checkRoom()
  const watch = ports.watch()
  const watched = async <T>(act: () => Promise<T>): Promise<T> => {
    try {
      const value = await act()
      signal.throwIfAborted()
      return value
    } catch (error) {
      watch.end()
      throw error
    }
  }
  let skipped = 0
  const onSkipped = (count: number) => void (skipped = count)
  const { next, total, items } = await watched(() =>
    me.ask(users.list, input, cursor, { signal, onSkipped }),
  )
  const read = async () => {
    signal.throwIfAborted()
    const people = (await items()) as AdminListUser[]
    if (people.length > 0 && !people.some(isForAdministrators))
      throw await notForAdministrators(ports)
    for (const id of ports.beingDeleted(people.map((one) => one.id))) watch.newer.add(id)
    return { people, skipped }
  }
  return { next, total, watch, read: () => watched(read) }
}

/** The service understood the request and did not like it; but for rights and pace, that is the cursor or the order. */
export function isRefusedRequest(error: unknown): boolean {
  if (!(error instanceof FailureError)) return false
  const { kind, status } = error.failure
  return status !== undefined && ['invalid', 'conflict', 'not-found'].includes(kind)
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
export function endless(what: ListProblem | 'lists.moreThanCounted'): FailureError {
  return new FailureError({
    kind: 'service-error',
    message: `The users couldn’t be read to the end. ${t(what)}`,
    hint: 'The users read so far are kept. Try again later.',
  })
}

export function inCircles(): FailureError {
  return endless(repeatedPage)
}

/** What a list is of which nothing can be read. */
export function unreadableList(): FailureError {
  return new FailureError({
    kind: 'service-error',
    message: 'None of the users in the list could be read.',
    hint: 'No users were removed from the copy on this computer. Tell the administrator of the instance.',
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
