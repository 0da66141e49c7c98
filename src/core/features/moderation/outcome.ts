import type { Failure } from '../../platform/failure.ts'
import type { NewEntry } from '../../audit-log/audit-log.ts'
import type { NoteResult } from './note.ts'

/** A request of a task, for the audit log. */
export type TaskWrite = Pick<
  NewEntry,
  'action' | 'object' | 'fields' | 'changes' | 'outcome' | 'answer'
>

/** The outcome of one try of an action. */
export type Outcome =
  /** The user has been read in the state that the action leads to; `sent` where it was this try. */
  | ({ kind: 'done'; after: string; sent: boolean; writes?: readonly TaskWrite[] } & NoteResult)
  /** It was refused, by the service where `sent`, else by our own rules. */
  | {
      kind: 'refused'
      failure: Failure
      after?: string
      sent: boolean
      writes?: readonly TaskWrite[]
    }
  /** The user has changed since; a person must decide. */
  | { kind: 'conflict'; after: string; usernameNow?: string; failure: Failure }
  /**
   * It was sent, and its outcome could not be read; `accepted` where the service accepted it. `snapshot` is what a task has not
   * written to the audit log yet.
   */
  | {
      kind: 'unknown'
      failure: Failure
      accepted: boolean
      writes?: readonly TaskWrite[]
      snapshot?: unknown
    }
  /** It certainly did not happen, or not all of it, and can be tried later. */
  | { kind: 'delayed'; failure: Failure; writes?: readonly TaskWrite[] }
  /** It was looked for and had not happened. */
  | { kind: 'again'; writes?: readonly TaskWrite[] }
  /** It was cancelled before it was sent. */
  | { kind: 'withdrawn' }
