import type { Failure } from '../../infra/failure.ts'
import type { NoteResult } from './note.ts'

/** What came of trying one action. */
export type Outcome =
  /** The person is what the action makes of them, as read; `sent` where it was us. */
  | ({ kind: 'done'; after: string; sent: boolean } & NoteResult)
  /** It was refused, by the service where `sent`, else by our own rules. */
  | { kind: 'refused'; failure: Failure; after?: string; sent: boolean }
  /** The person is not as seen; somebody must decide. */
  | { kind: 'conflict'; after: string; usernameNow?: string; failure: Failure }
  /** It was sent, and what became of it could not be read; `accepted` where the service said that it took it. */
  | { kind: 'unknown'; failure: Failure; accepted: boolean }
  /** It surely did not happen, and can be tried later. */
  | { kind: 'delayed'; failure: Failure }
  /** It was looked for and had not happened. */
  | { kind: 'again' }
  /** It was taken back before it was sent. */
  | { kind: 'withdrawn' }
