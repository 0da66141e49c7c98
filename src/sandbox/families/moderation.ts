import type { Caller, Context } from '../context.ts'
import { setCustomAttribute } from '../database/custom-attributes.ts'
import { turnOffSchedules } from '../database/pipeline-schedules.ts'
import type { User, UserState } from '../database/users.ts'
import { scheduleDeletion } from '../deletions.ts'
import { ApiError } from '../errors.ts'
import { type FamilyHandlers, defineHandler } from '../handler.ts'
import { integer, required } from '../parameters.ts'
import { requireUser } from '../require-user.ts'
import { type StateEvent, eventOutcome } from '../user-states.ts'

/** Account moderation; the rules are in `stateMachine`. */
export const moderationHandlers: FamilyHandlers<'moderation'> = {
  block: moderationHandler('block'),
  unblock: moderationHandler('unblock'),
  deactivate: moderationHandler('deactivate'),
  activate: moderationHandler('activate'),
  ban: moderationHandler('ban'),
  unban: moderationHandler('unban'),
  approve: moderationHandler('approve', 'You are not allowed to approve a user'),
  reject: moderationHandler('reject', 'You are not allowed to reject a user'),
}

function moderationHandler(event: StateEvent, notAdmin?: string) {
  return defineHandler({
    parameters: { id: required(integer()) },
    ...(notAdmin && { notAdminMessage: notAdmin }),
    answer: ({ context, caller, values }) => {
      const user = requireUser(context, values.id)
      const outcome = eventOutcome(context, event, user, caller.user.id)
      if ('error' in outcome) throw new ApiError(outcome.status, { message: outcome.error })
      if ('deleted' in outcome) scheduleDeletion(context, user, true)
      if ('newState' in outcome) changeState(context, event, user, outcome.newState, caller)
      return outcome.answer
    },
  })
}

function changeState(
  { db, now, release }: Context,
  event: StateEvent,
  user: User,
  state: UserState,
  caller: Caller,
): void {
  const moment = now().toISOString()
  db.transaction(() => {
    db.run('UPDATE users SET state = ?, updated_at = ? WHERE id = ?', state, moment, user.id)
    if (state !== 'active' && release.has('schedulesEndWithOwner')) {
      turnOffSchedules(db, user.id, moment)
    }
    const key = eventAttributes[event]
    if (!key) return
    const value = `${caller.user.username}/${caller.user.id}+${formatRailsTime(moment)}`
    setCustomAttribute(db, user.id, { key, value })
  })
}

/**
 * The custom attributes that record the administrator (`app/services/users/block_service.rb`,
 * `unblock_service.rb`).
 */
const eventAttributes: Partial<Record<StateEvent, string>> = {
  block: 'blocked_by',
  unblock: 'unblocked_by',
}

/** Formats a time as Rails does: `2025-07-01 12:00:00 UTC`. */
function formatRailsTime(moment: string): string {
  return `${moment.slice(0, 10)} ${moment.slice(11, 19)} UTC`
}
