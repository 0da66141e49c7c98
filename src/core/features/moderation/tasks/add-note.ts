import { z } from 'zod'
import type { AdminUser } from '../../../../shared/service/user-fields.ts'
import type { ActionContext } from '../action-context.ts'
import type { Attempt } from '../moderate.ts'
import { addNote } from '../note.ts'
import type { Outcome } from '../outcome.ts'
import type { Task } from './task.ts'

/** The line has the day on which it was first sent, so that it is recognized after midnight. */
const Snapshot = z.object({ at: z.number() })

/** Adds the reason to the administrators' note. */
export const addNoteTask: Task = {
  async run(context, attempt, user, commit) {
    const at = context.now()
    if (!(await commit(user.state, { at }))) return { kind: 'withdrawn' }
    return await write(context, attempt, user, at)
  },
  reconcile: (context, attempt, user) =>
    write(context, attempt, user, Snapshot.parse(attempt.snapshot).at),
}

async function write(
  context: ActionContext,
  { reason }: Attempt,
  user: AdminUser,
  at: number,
): Promise<Outcome> {
  const { notice, noteWrite } = await addNote(
    { ...context, now: () => at },
    { reason, note: true },
    user,
    { mayBeThere: true },
  )
  const after = user.state
  if (!notice) return { kind: 'done', after, sent: true, noteWrite, writes: [] }
  if (noteWrite?.outcome === 'unknown') return { kind: 'unknown', failure: notice, accepted: false }
  return { kind: 'refused', failure: notice, after, sent: true }
}
