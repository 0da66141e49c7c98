import { createFailure } from '../../platform/failures.ts'
import { z } from 'zod'
import { message } from '../../../shared/messages/message.ts'
import type { UnformattedFailure } from '../../platform/failure.ts'
import { users } from '../../../shared/gitlab/users.ts'
import { fieldChanges } from '../../audit-log/changes.ts'
import { type AuditOutcome as WriteOutcome, failureOutcome } from '../../audit-log/audit.ts'
import { toFailureOrThrow } from '../../jobs/item-context.ts'
import type { SentWrite } from '../../jobs/job-kind.ts'
import type { UserOrGone } from './compare.ts'
import { type ActionContext, readTargetUser } from './read-user.ts'

/** Stored when an action is sent. Later attempts recognize their line in the note by this date. */
export const SentAt = z.object({ at: z.number() })
export type SentAt = z.output<typeof SentAt>

interface NoteChange {
  reason?: string
  note: boolean
  /** `SentAt`, once sent. */
  snapshot?: unknown
}

/** A write to a note: the entire note after it and, if it was read, before it. */
interface NoteWrite extends Pick<WriteOutcome, 'outcome' | 'answer'> {
  before?: string
  after?: string
}

export interface NoteResult {
  /** Why the reason isn't in the note. */
  notice?: UnformattedFailure
  /** The write to the note, which has its own audit entry; absent if nothing was sent. */
  furtherWrites?: readonly SentWrite[]
}

/** Adds the reason to the admin note if requested. `mayBeThere`: an earlier attempt may have added it. */
export async function addNote(
  actionContext: ActionContext,
  { reason, note, snapshot }: NoteChange,
  user: UserOrGone,
  { mayBeThere = false } = {},
): Promise<NoteResult> {
  if (!note || !reason || user === 'gone') return {}
  const at = SentAt.safeParse(snapshot).data?.at ?? actionContext.now()
  const line = `${new Date(at).toISOString().slice(0, 10)} ${reason}`
  // Reads the note right before writing, because other administrators may also edit it.
  let current: UserOrGone
  try {
    current = await readTargetUser(actionContext, user.id)
  } catch (error) {
    return { notice: noteNotWritten(toFailureOrThrow(error)) }
  }
  if (current === 'gone') return {}
  if (hasLine(current.note, line)) {
    return mayBeThere
      ? { furtherWrites: [toWrite({ outcome: 'done', after: current.note ?? undefined })] }
      : {}
  }
  // If GitLab doesn't return the note, writing would overwrite it.
  if (current.note === undefined) return { notice: noteNotStored }
  return await appendToNote(actionContext, user.id, current.note ?? '', line)
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
    if (hasLine(note, line)) return { furtherWrites: [toWrite({ outcome: 'done', before, after })] }
    const answer = noteNotStored.message
    const write = toWrite({ outcome: 'refused', answer, before, after })
    return { notice: noteNotStored, furtherWrites: [write] }
  } catch (error) {
    const notice = noteNotWritten(toFailureOrThrow(error))
    const outcome = failureOutcome(error)
    if (outcome?.outcome === 'unknown' && (await isThere(actionContext, id, line))) {
      return { furtherWrites: [toWrite({ outcome: 'done', before, after })] }
    }
    return { notice, furtherWrites: outcome && [toWrite({ ...outcome, before, after })] }
  }
}

function toWrite({ outcome, answer, before, after }: NoteWrite): SentWrite {
  const changes = fieldChanges({ note: after }, { note: before })
  return { action: 'users.modify', fields: ['note'], changes, outcome, answer }
}

async function isThere(actionContext: ActionContext, id: number, line: string): Promise<boolean> {
  const current = await readTargetUser(actionContext, id).catch(() => 'gone' as const)
  return current !== 'gone' && hasLine(current.note, line)
}

/** Whether a note contains a reason, which may span multiple lines. */
function hasLine(note: string | null | undefined, line: string): boolean {
  const text = (note ?? '').replaceAll('\r\n', '\n').trim()
  return `\n${text}\n`.includes(`\n${line.trim()}\n`)
}

const hint = message('queue.noteHint')

function noteNotWritten(failure: UnformattedFailure): UnformattedFailure {
  return {
    ...failure,
    message: message('queue.noteNotWritten', { reason: failure.message }),
    hint,
  }
}

const noteNotStored: UnformattedFailure = createFailure('queue.noteNotStored', {}, { hint })
