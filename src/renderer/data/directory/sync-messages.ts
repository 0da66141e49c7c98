import type { DirectoryState } from '../../../shared/app/directory.ts'
import { isCutOff } from '../../../shared/failure.ts'
import type { Failure } from '../../../shared/failure.ts'
import { momentWords } from '../../ui/time/moments.ts'

type Age = Pick<DirectoryState, 'asOf'>

/** Since when what is shown is so, as a sentence. */
export function ageWords(state: Age | undefined, now: number): string {
  return state?.asOf === undefined
    ? 'What is shown is only a part of the list, as far as it was read.'
    : `What is shown is from ${momentWords(state.asOf, now)}; it is searched and counted here.`
}

/** What is being read, and how far that is. */
export function readingWords(
  { asOf, known, reading, came }: Pick<DirectoryState, 'asOf' | 'known' | 'reading' | 'came'>,
  now: number,
): string {
  if (asOf === undefined) return `Reading the list: ${known.toLocaleString()} people so far.`
  if (reading !== 'everybody') return `Reading who changed since ${momentWords(asOf, now)}.`
  const so = `${(came ?? 0).toLocaleString()} of about ${known.toLocaleString()} people`
  return `Reading everybody again: ${so}. Who was deleted goes from the list at the end.`
}

/** Whether nobody of the list was ever loaded, so that nothing can be said of it. */
export function isNotLoaded(state: Pick<DirectoryState, 'asOf' | 'known'>): boolean {
  return state.asOf === undefined && state.known === 0
}

/** Whether nothing is wrong but that nobody can be asked; a limit says when it ends, which is more. */
export function isOnlyCutOff(failure: Failure): boolean {
  return isCutOff(failure) && failure.kind !== 'rate-limited'
}
