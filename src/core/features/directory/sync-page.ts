import { message } from '../../../shared/messages/message.ts'
import { FailureError } from '../../platform/failure.ts'
import type { AdminListUser } from '../../../shared/gitlab/user-fields.ts'
import { type ListProblem, repeatedPage } from '../../../shared/rules/list-progress.ts'
import { users } from '../../../shared/gitlab/users.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import { hasAdminFields } from './user-row.ts'

export interface SyncOptions {
  /** Stops the sync; loaded users and its position are kept. */
  signal: AbortSignal
  /** Milliseconds since 1970. */
  now(): number
  /** Tracks the users loaded individually from now until `end`. */
  watch(): UpdateTracker
  /** Throws if the copy has no room for another page. */
  checkRoom(): void
  /** Called after each stored page. */
  progress(): void
  /** Checks whether the account is still an administrator. */
  isAdmin(): Promise<boolean>
  /** The users among these whose deletion Latchkey requested and the service accepted; it may still list them. */
  beingDeleted(ids: readonly number[]): Iterable<number>
}

/** Users loaded individually while a page was in flight; the page may have older data for them. */
export interface UpdateTracker {
  newer: Set<number>
  end(): void
}

/** The users of a page and the number of unreadable entries. */
interface PageOfUsers {
  users: AdminListUser[]
  skipped: number
}

/** A page that was received but isn't parsed yet. Its watch must be ended. */
export interface ReceivedPage {
  /** The cursor of the next page; undefined on the last one. */
  next: string | undefined
  /** The total, if the service sends it. */
  total: number | undefined
  /** Users loaded individually since the request. */
  watch: UpdateTracker
  /** Parses the page; throws if it has only public fields. */
  read(): Promise<PageOfUsers>
}

/** Requests a page. */
export async function requestPage(
  gitlab: GitLabClient,
  input: object,
  cursor: string | undefined,
  options: SyncOptions,
): Promise<ReceivedPage> {
  const { signal } = options
  options.checkRoom()
  const watch = options.watch()
  const endTrackerOnError = async <T>(act: () => Promise<T>): Promise<T> => {
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
  const { next, total, items } = await endTrackerOnError(() =>
    gitlab.requestPage(users.list, input, cursor, { signal, onSkipped }),
  )
  const read = async () => {
    signal.throwIfAborted()
    const users = (await items()) as AdminListUser[]
    if (users.length > 0 && !users.some(hasAdminFields)) throw await missingRightsFailure(options)
    for (const id of options.beingDeleted(users.map((one) => one.id))) watch.newer.add(id)
    return { users, skipped }
  }
  return { next, total, watch, read: () => endTrackerOnError(read) }
}

/** Whether the service rejected the request itself (its cursor or sort order), rather than for permissions or a rate limit. */
export function isRefusedRequest(error: unknown): boolean {
  if (!(error instanceof FailureError)) return false
  const { kind, status } = error.failure
  return status !== undefined && ['invalid', 'conflict', 'not-found'].includes(kind)
}

async function missingRightsFailure({ isAdmin, signal }: SyncOptions): Promise<FailureError> {
  const isStillAdmin = await isAdmin().catch(() => true)
  signal.throwIfAborted()
  if (!isStillAdmin) {
    return new FailureError({
      kind: 'forbidden',
      reason: 'administrators-only',
      message: message('directory.notAdministrator'),
      hint: message('directory.notAdministratorHint'),
    })
  }
  return new FailureError({
    kind: 'forbidden',
    reason: 'admin-mode',
    message: message('service.lacksAdminMode'),
    hint: message('directory.adminModeHint'),
    scopes: ['admin_mode'],
  })
}

/** The failure for a list that never ends. */
export function endlessListFailure(problem: ListProblem | 'lists.moreThanCounted'): FailureError {
  return new FailureError({
    kind: 'service-error',
    message: message('directory.loadingEnded', { reason: message(problem) }),
    hint: message('directory.loadingEndedHint'),
  })
}

export function repeatedPageFailure(): FailureError {
  return endlessListFailure(repeatedPage)
}

/** The failure for a list without a readable entry. */
export function unreadableListFailure(): FailureError {
  return new FailureError({
    kind: 'service-error',
    message: message('directory.unreadableList'),
    hint: message('directory.unreadableListHint'),
  })
}

/** The failure for an empty list, which can't be correct: it must contain at least the account's own user. */
export function emptyListFailure(): FailureError {
  return new FailureError({
    kind: 'service-error',
    message: message('directory.emptyList'),
    hint: message('directory.emptyListHint'),
  })
}
