import { z } from 'zod'
import { message } from '../../../shared/messages/message.ts'
import type { Failure } from '../../platform/failure.ts'
import { users } from '../../../shared/gitlab/users.ts'
import { type Outcome as WriteOutcome, outcomeOfFailure } from '../../audit-log/audit.ts'
import type { FoundUser } from './compare.ts'
import { type ActionContext, toFailureOrThrow, readUser } from './action-context.ts'

/** What is stored when an action is sent. A later try recognizes the line of its note by this day. */
export const SentAt = z.object({ at: z.number() })
export type SentAt = z.output<typeof SentAt>

interface NoteChange {
  reason?: string
  note: boolean
  /** `SentAt`, once it was sent. */
  snapshot?: unknown
}

/** A write to a note, for the audit log. */
export interface NoteWrite extends Pick<WriteOutcome, 'outcome' | 'answer'> {
  /** The whole note; absent where it wasn't read. */
  before?: string
  after?: string
}

/** The result of adding a reason to a note. */
export interface NoteResult {
  /** Why the reason is not in the note. */
  notice?: Failure
  /** Absent where nothing was sent. */
  noteWrite?: NoteWrite
}

/** Adds the reason to the administrators' note, where that was requested. `mayBeThere`: an earlier try may have added it. */
export async function addNote(
  actionContext: ActionContext,
  { reason, note, snapshot }: NoteChange,
  user: FoundUser,
  { mayBeThere = false } = {},
): Promise<NoteResult> {
  if (!note || !reason || user === 'gone') return {}
  const at = SentAt.safeParse(snapshot).data?.at ?? actionContext.now()
  const line = `${new Date(at).toISOString().slice(0, 10)} ${reason}`
  // Read immediately before, because other administrators write it too.
  let found: FoundUser
  try {
    found = await readUser(actionContext, user.id)
  } catch (error) {
    return { notice: noteNotWritten(toFailureOrThrow(error)) }
  }
  if (found === 'gone') return {}
  if (hasLine(found.note, line)) {
    return mayBeThere ? { noteWrite: { outcome: 'done', after: found.note ?? undefined } } : {}
  }
  // A service that does not show the note would have it replaced.
  if (found.note === undefined) return { notice: noteNotStored }
  return await appendToNote(actionContext, user.id, found.note ?? '', line)
}

async function appendToNote(
  actionContext: ActionContext,
  id: number,
  before: string,
  line: string,
): Promise<NoteResult> {
  const after = before ? `${before}\n${line}` : line
  try {
    const { note } = await actionContext.call(users.modify, { id, note: after })
    if (hasLine(note, line)) return { noteWrite: { outcome: 'done', before, after } }
    const answer = noteNotStored.message
    return { notice: noteNotStored, noteWrite: { outcome: 'refused', answer, before, after } }
  } catch (error) {
    const notice = noteNotWritten(toFailureOrThrow(error))
    const outcome = outcomeOfFailure(error)
    if (outcome?.outcome === 'unknown' && (await isThere(actionContext, id, line))) {
      return { noteWrite: { outcome: 'done', before, after } }
    }
    return { notice, noteWrite: outcome && { ...outcome, before, after } }
  }
}

async function isThere(actionContext: ActionContext, id: number, line: string): Promise<boolean> {
  const found = await readUser(actionContext, id).catch(() => 'gone' as const)
  return found !== 'gone' && hasLine(found.note, line)
}

/** A reason may itself have several lines. */
function hasLine(note: string | null | undefined, line: string): boolean {
  const text = (note ?? '').replaceAll('\r\n', '\n').trim()
  return `\n${text}\n`.includes(`\n${line.trim()}\n`)
}

const hint = message('queue.noteHint')

function noteNotWritten(failure: Failure): Failure {
  return {
    ...failure,
    message: message('queue.noteNotWritten', { reason: failure.message }),
    hint,
  }
}

const noteNotStored: Failure = {
  kind: 'conflict',
  message: message('queue.noteNotStored'),
  hint,
}
