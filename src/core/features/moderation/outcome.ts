import type { Failure } from '../../infra/failure.ts'
import type { NoteResult } from './note.ts'

/** The outcome of one try of an action. */
export type Outcome =
  /** The user has been read in the state that the action leads to; `sent` where it was this try. */
  | ({ kind: 'done'; after: string; sent: boolean } & NoteResult)
  /** It was refused, by the service where `sent`, else by our own rules. */
  | { kind: 'refused'; failure: Failure; after?: string; sent: boolean }
  /** The user has changed since; a person must decide. */
  | { kind: 'conflict'; after: string; usernameNow?: string; failure: Failure }
  /** It was sent, and its outcome could not be read; `accepted` where the service accepted it. */
  | { kind: 'unknown'; failure: Failure; accepted: boolean }
  /** It certainly did not happen, and can be tried later. */
  | { kind: 'delayed'; failure: Failure }
  /** It was looked for and had not happened. */
  | { kind: 'again' }
  /** It was cancelled before it was sent. */
  | { kind: 'withdrawn' }
