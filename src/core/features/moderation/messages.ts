import { FailureError } from '../../infra/failure.ts'
import type { ModerationAction } from '../../../shared/moderation.ts'

/** A refusal of something queued, for a person to read. */
export function refusal(
  kind: 'invalid' | 'conflict',
  message: string,
  hint: string,
  fields?: Record<string, string[]>,
): FailureError {
  return new FailureError({ kind, message, hint, fields })
}

/** What is said where the disk refuses. */
export const unsaved = {
  kind: 'unexpected',
  message: 'This could not be saved on this machine, so it was not queued.',
  hint: 'Make sure that the disk is not full and may be written to, then try again.',
} as const

/** Runs what changes the file; where the disk refuses, says in plain words that nothing was saved. */
export function persist<T>(change: () => T): T {
  try {
    return change()
  } catch (error) {
    if (error instanceof FailureError) throw error
    throw new FailureError(unsaved, { cause: error })
  }
}

/** What an action is called in a sentence. */
export function named(action: ModerationAction): string {
  return `“${action.replaceAll('_', ' ')}”`
}
