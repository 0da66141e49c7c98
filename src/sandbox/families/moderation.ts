import type { Caller } from '../authentication.ts'
import type { Context } from '../context.ts'
import { setCustomAttribute } from '../database/custom-attributes.ts'
import type { User, UserState } from '../database/users.ts'
import { userById } from '../database/users.ts'
import { scheduleDeletion } from '../deletions.ts'
import { Refusal, notFound } from '../errors.ts'
import { handler } from '../handler.ts'
import type { FamilyHandlers } from '../handler.ts'
import { integer, required } from '../parameters.ts'
import { outcomeOf } from '../user-states.ts'
import type { StateEvent } from '../user-states.ts'

/** What administrators do to accounts; the rules are those of `stateMachine`. */
export const moderation: FamilyHandlers<'moderation'> = {
  block: moderate('block'),
  unblock: moderate('unblock'),
  deactivate: moderate('deactivate'),
  activate: moderate('activate'),
  ban: moderate('ban'),
  unban: moderate('unban'),
  approve: moderate('approve', 'You are not allowed to approve a user'),
  reject: moderate('reject', 'You are not allowed to reject a user'),
}

function moderate(event: StateEvent, notAdmin?: string) {
  return handler({
    parameters: { id: required(integer()) },
    ...(notAdmin && { notAdmin }),
    answer: ({ context, caller, values }) => {
      const user = userById(context.db, values.id)
      if (!user) throw notFound('User')
      const outcome = outcomeOf(context, event, user, caller.user.id)
      if ('refused' in outcome) throw new Refusal(outcome.status, { message: outcome.refused })
      if ('deleted' in outcome) scheduleDeletion(context, user, true)
      if ('becomes' in outcome) changeState(context, event, user, outcome.becomes, caller)
      return outcome.answer
    },
  })
}

function changeState(
  { db, now }: Context,
  event: StateEvent,
  user: User,
  state: UserState,
  caller: Caller,
): void {
  const moment = now().toISOString()
  db.transaction(() => {
    db.run('UPDATE users SET state = ?, updated_at = ? WHERE id = ?', state, moment, user.id)
    const key = remembered[event]
    if (!key) return
    const value = `${caller.user.username}/${caller.user.id}+${timeText(moment)}`
    setCustomAttribute(db, user.id, { key, value })
  })
}

/** The custom attributes that tell who did it (`app/services/users/block_service.rb`, `unblock_service.rb`). */
const remembered: Partial<Record<StateEvent, string>> = {
  block: 'blocked_by',
  unblock: 'unblocked_by',
}

/** As Rails writes a time into a text: `2025-07-01 12:00:00 UTC`. */
function timeText(moment: string): string {
  return `${moment.slice(0, 10)} ${moment.slice(11, 19)} UTC`
}
