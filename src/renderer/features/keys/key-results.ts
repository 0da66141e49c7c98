import type { KeyImportResult } from '../../../shared/app/keys.ts'
import type { Failure, FailureKind } from '../../../shared/failure.ts'

/** What came of importing one key, with what it is called. */
export interface KeyResult {
  localKeyId: string
  title: string
  /** `left-out`: not even tried, because it should not be imported along with others. */
  outcome: 'imported' | 'taken' | 'failed' | 'not-tried' | 'left-out'
  message: string
  hint?: string
  /** Id of another account signed in here that has the key. */
  account?: string
  failure?: Failure
}

/** The result of a key as a person reads it. */
export function keyResult(title: string, result: KeyImportResult<unknown>): KeyResult {
  const { localKeyId, outcome } = result
  const said = { localKeyId, title, outcome }
  if (outcome === 'imported') return { ...said, message: 'Imported.' }
  if (outcome === 'not-tried') return notTried(localKeyId, title)
  if (outcome === 'taken') {
    const { message, hint, account } = result
    return { ...said, message, hint, account }
  }
  const { failure } = result
  return { ...said, message: sentences(failure), hint: failure.hint, failure }
}

export function notTried(localKeyId: string, title: string): KeyResult {
  return {
    localKeyId,
    title,
    outcome: 'not-tried',
    message: 'Not tried, because the one before it failed.',
  }
}

/** All results in a sentence. */
export function resultsSentence(results: readonly KeyResult[]): string {
  const counted = (['imported', 'taken', 'failed', 'not-tried', 'left-out'] as const)
    .map((outcome) => ({
      outcome,
      count: results.filter((one) => one.outcome === outcome).length,
    }))
    .filter(({ count }) => count > 0)
    .map(({ outcome, count }) => `${count} ${words[outcome]}`)
  return counted.length > 0 ? `${counted.join(', ')}.` : 'There was nothing to import.'
}

/** The failure that ended the rest, or that has nothing to do with the key itself. */
export function endingFailure(results: readonly KeyResult[]): Failure | undefined {
  return results.find(({ failure }) => failure && !ofTheKey.has(failure.kind))?.failure
}

/** What can be tried again as it is. */
export function mayTryAgain({ outcome, failure }: KeyResult): boolean {
  return outcome === 'not-tried' || (failure !== undefined && !ofTheKey.has(failure.kind))
}

const words = {
  imported: 'imported',
  taken: 'already taken',
  failed: 'not imported',
  'not-tried': 'not tried',
  'left-out': 'left out',
}

/** Failures that lie in the key, so that others may do better. */
const ofTheKey: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'invalid',
  'conflict',
  'not-found',
  'unexpected',
])

function sentences({ message, fields }: Failure): string {
  const wrong = Object.entries(fields ?? {}).map(
    ([field, errors]) => `${field} ${errors.join(', ')}`,
  )
  return wrong.length > 0 ? `${message} (${wrong.join('; ')})` : message
}
