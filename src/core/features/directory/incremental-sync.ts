import { createFailureError } from '../../platform/failures.ts'
import { ListProgress } from '../../../shared/rules/list-progress.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import type { DirectoryStore } from './directory-store.ts'
import {
  type SyncOptions,
  requestPage,
  endlessCopyFailure,
  repeatedPageFailure,
} from '../../list-copy/sync-page.ts'

const lastChangedQuery = { pagination: 'keyset', order_by: 'updated_at', sort: 'desc' }

/** How many times the front of the list is read in one sync. Later changes are left to the next sync. */
const maxPasses = 5

/**
 * Loads the users who have changed since the last sync, in the order of their last change, until `quietPages`
 * consecutive pages contain no changes. Users who change during the sync move to the front, which is rechecked at the
 * end. Throws the error that ended it early, in which case the next sync doesn't treat the users it saw as known.
 */
export async function incrementalSync(
  gitlab: GitLabClient,
  copy: DirectoryStore,
  options: SyncOptions,
  quietPages = 2,
): Promise<void> {
  const passNumber = copy.syncState.beginChanges()
  let asOf = options.now()
  let front = await readFront(gitlab, { ...options, pass: passNumber }, quietPages)
  let { skipped } = front
  for (let recheck = 1; front.changed && recheck < maxPasses; recheck += 1) {
    asOf = options.now()
    front = await readFront(gitlab, { ...options, pass: passNumber }, 1)
    skipped = Math.max(skipped, front.skipped)
  }
  copy.syncState.endChanges(asOf, skipped)
}

/** Reads from the front of the list. Returns whether anything was new, and how many entries were unreadable. */
async function readFront(
  gitlab: GitLabClient,
  options: SyncOptions & { pass: number },
  quietPages: number,
): Promise<{ changed: boolean; skipped: number }> {
  const seenIds = new Set<number>()
  const progress = new ListProgress({ entries: Infinity, pages: Infinity })
  let quietPageCount = 0
  let changed = false
  let skipped = 0
  let cursor: string | undefined
  do {
    const { next, watch, read } = await requestPage(gitlab, lastChangedQuery, cursor, options)
    const page = await read()
    skipped += page.skipped
    if (cursor === undefined && page.ids.length + page.skipped === 0)
      throw createFailureError('directory.emptyList')
    const isUnchanged = await options.pages.storeChanges(page, options.pass, watch.newer)
    watch.end()
    options.signal.throwIfAborted()
    const seenBefore = seenIds.size
    for (const id of page.ids) seenIds.add(id)
    const fresh = seenIds.size - seenBefore
    if (page.ids.length > 0 && fresh === 0 && page.skipped === 0)
      throw repeatedPageFailure(options.source.texts)
    // Unreadable entries may be changed users, but that can't go on for every page.
    const problem = progress.add(fresh, next)
    if (problem) throw endlessCopyFailure(options.source.texts, problem)
    changed ||= !isUnchanged
    quietPageCount = isUnchanged ? quietPageCount + 1 : 0
    cursor = next
    options.progress()
  } while (cursor !== undefined && quietPageCount < quietPages)
  return { changed, skipped }
}
