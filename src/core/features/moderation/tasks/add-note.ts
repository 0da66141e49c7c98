import type { UserForAdmins } from '../../../../shared/gitlab/user-fields.ts'
import type { JobOutcome } from '../../../jobs/job-kind.ts'
import type { Attempt } from '../compare.ts'
import { type SentAt, addNote } from '../note.ts'
import type { ActionContext } from '../read-user.ts'
import type { Task } from './task.ts'

/** Adds the reason to the admin note. */
export const addNoteTask: Task = {
  prepare(context, _, user) {
    const snapshot: SentAt = { at: context.now() }
    const send = (committed: Attempt) => write(context, committed, user)
    return Promise.resolve({ before: user.state, snapshot, send })
  },
  reconcile: write,
}

async function write(
  context: ActionContext,
  attempt: Attempt,
  user: UserForAdmins,
): Promise<JobOutcome> {
  const change = { ...attempt, note: true }
  const { notice, furtherWrites } = await addNote(context, change, user, { mayBeThere: true })
  const after = user.state
  if (!notice) return { kind: 'done', after, sent: true, furtherWrites, writes: [] }
  if (furtherWrites?.[0]?.outcome === 'unknown')
    return { kind: 'unknown', failure: notice, accepted: false }
  return { kind: 'refused', failure: notice, after, sent: true }
}
