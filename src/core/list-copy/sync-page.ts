import { createFailureError } from '../platform/failures.ts'
import { message } from '../../shared/messages/message.ts'
import { FailureError } from '../platform/failure.ts'
import type { Account } from '../../shared/operations/accounts.ts'
import { type ListProblem, repeatedPage } from '../../shared/rules/list-progress.ts'
import type { AnyEndpoint } from '../../shared/gitlab/endpoint.ts'
import type { GitLabClient } from '../gitlab/gitlab-client.ts'
import type { CopyTexts } from './copy-texts.ts'
import type { NumberedPage, PageWriter } from './page-writer.ts'

export type AccountRights = Pick<Account, 'isAdmin' | 'hasAdminMode'>

/** The list that a sync loads. */
export interface ListSource {
  endpoint: AnyEndpoint
  /** The query of a full sync's first page. */
  query: Readonly<Record<string, string>>
  /**
   * Whether the query sorts by creation. Then each page starts at the time at which the previous one ended, because page
   * numbers shift when entries are deleted.
   */
  isSortedByCreation: boolean
  texts: CopyTexts
}

export interface SyncOptions {
  source: ListSource
  /** Stops the sync, which keeps the loaded entries and its position. */
  signal: AbortSignal
  /** Milliseconds since 1970. */
  now(): number
  /** Parses and stores the pages. */
  pages: PageWriter
  /** Tracks which entries are loaded individually from now until `end`. */
  watch(): UpdateTracker
  /** Throws if the copy has no room for another page. */
  checkRoom(): void
  /** Called after each stored page. */
  progress(): void
  /** Checks which rights the account has now. */
  rights(): Promise<AccountRights>
  /** Which of these entries are being deleted: GitLab accepted Latchkey's request, but may still list them. */
  beingDeleted(ids: readonly number[]): Iterable<number>
}

/** Entries that were loaded individually while a page was in flight. The page's data on them may be older. */
export interface UpdateTracker {
  newer: Set<number>
  end(): void
}

/** A page that was received but not parsed yet. Its watch must be ended. */
export interface ReceivedPage {
  /** The next page's cursor; undefined on the last page. */
  next: string | undefined
  /** The total, if the service sends it. */
  total: number | undefined
  /** Entries loaded individually since the page was requested. */
  watch: UpdateTracker
  /** Parses the page. Throws if it has only public fields. */
  read(): Promise<NumberedPage>
}

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
  const { next, total, readBy } = await endTrackerOnError(() =>
    gitlab.requestPage(options.source.endpoint, input, cursor, { signal }),
  )
  const read = async () => {
    signal.throwIfAborted()
    const page = await readBy((list) => options.pages.read(list))
    if (page.isPublic) throw await missingRightsFailure(options)
    for (const id of options.beingDeleted(page.ids)) watch.newer.add(id)
    return page
  }
  return { next, total, watch, read: () => endTrackerOnError(read) }
}

/**
 * Whether the service rejected the request itself (its cursor or sort order), not because of permissions or a rate
 * limit.
 */
export function isRefusedRequest(error: unknown): boolean {
  if (!(error instanceof FailureError)) return false
  const { kind, status } = error.failure
  return status !== undefined && ['invalid', 'conflict', 'not-found'].includes(kind)
}

async function missingRightsFailure({ rights, signal }: SyncOptions): Promise<FailureError> {
  const { isAdmin, hasAdminMode } = await rights().catch((): AccountRights => ({ isAdmin: true }))
  signal.throwIfAborted()
  if (!isAdmin) {
    return createFailureError('directory.notAdministrator')
  }
  if (hasAdminMode) {
    return createFailureError('directory.publicOnly')
  }
  return createFailureError(
    hasAdminMode === false ? 'service.lacksAdminMode' : 'directory.publicOnlyMaybeAdminMode',
  )
}

/** The failure for a list that never ends. */
export function endlessCopyFailure(
  { loadingEnded }: CopyTexts,
  problem: ListProblem | 'lists.moreThanCounted',
): FailureError {
  return createFailureError(loadingEnded, { reason: message(problem) })
}

export function repeatedPageFailure(texts: CopyTexts): FailureError {
  return endlessCopyFailure(texts, repeatedPage)
}
