import type { DirectoryState } from '../../../shared/operations/directory.ts'
import { formatMoment } from '../../ui/time/moments.ts'
import { t } from '../../ui/messages.ts'

/** The list’s age, or a note that it’s only partial. */
export function formatDirectoryAge(
  state: Pick<DirectoryState, 'asOf'> | undefined,
  now: number,
): string {
  return state?.asOf === undefined
    ? t('directory.onlyPart')
    : t('directory.lastUpdated', { time: formatMoment(state.asOf, now) })
}

/** What is being loaded, and how far along it is. */
export function formatSyncProgress(
  {
    asOf,
    known,
    reading,
    loadedCount,
  }: Pick<DirectoryState, 'asOf' | 'known' | 'reading' | 'loadedCount'>,
  now: number,
): string {
  if (asOf === undefined) return t('directory.loading', { count: known })
  if (reading !== 'allUsers') {
    return t('directory.loadingChanges', { time: formatMoment(asOf, now) })
  }
  return t('directory.loadingAgain', { count: loadedCount ?? 0, total: known })
}

/** Whether users were ever loaded. If not, the list’s contents are unknown. */
export function hasDirectoryCopy(state: Pick<DirectoryState, 'asOf' | 'known'>): boolean {
  return state.asOf !== undefined || state.known > 0
}
