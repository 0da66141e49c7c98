import type { AdminUser } from '../../../../shared/gitlab/user-fields.ts'
import type { ActionContext } from '../action-context.ts'
import type { Attempt } from '../moderate.ts'
import { type SentAt, addNote } from '../note.ts'
import type { Outcome } from '../outcome.ts'
import type { Task } from './task.ts'

/** Adds the reason to the administrators' note. */
export const addNoteTask: Task = {
  async run(context, attempt, user, commit) {
    const snapshot: SentAt = { at: context.now() }
    if (!(await commit(user.state, snapshot))) return { kind: 'withdrawn' }
    return await write(context, { ...attempt, snapshot }, user)
  },
  reconcile: write,
}

async function write(context: ActionContext, attempt: Attempt, user: AdminUser): Promise<Outcome> {
  const change = { ...attempt, note: true }
  const { notice, noteWrite } = await addNote(context, change, user, { mayBeThere: true })
  const after = user.state
  if (!notice) return { kind: 'done', after, sent: true, noteWrite, writes: [] }
  if (noteWrite?.outcome === 'unknown') return { kind: 'unknown', failure: notice, accepted: false }
  return { kind: 'refused', failure: notice, after, sent: true }
}
