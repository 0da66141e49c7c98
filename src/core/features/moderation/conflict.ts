import { createFailure } from '../../platform/failures.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import { userStateMessage } from '../../../shared/rules/moderation.ts'
import type { UserForAdmins } from '../../../shared/gitlab/user-fields.ts'
import type { ExpectedUser } from './compare.ts'
import type { JobOutcome } from '../../jobs/job-kind.ts'

/** The conflict for a user who has changed since the action was queued. */
export function toConflict(
  { target, expectedState }: ExpectedUser,
  current: UserForAdmins,
): JobOutcome {
  const isRenamed = current.username !== target.username
  return {
    kind: 'conflict',
    after: current.state,
    usernameNow: isRenamed ? current.username : undefined,
    failure: {
      kind: 'conflict',
      message: isRenamed
        ? message('queue.renamed', { username: target.username, usernameNow: current.username })
        : stateChanged(target.username, expectedState, current.state),
      hint: message('queue.decideHint'),
    },
  }
}

/** The conflict for a user who has become an administrator since the action was queued. */
export function becameAdmin({ target }: ExpectedUser, current: UserForAdmins): JobOutcome {
  return {
    kind: 'conflict',
    after: current.state,
    failure: createFailure('queue.becameAdmin', { username: target.username }),
  }
}

function stateChanged(username: string, before: string | undefined, after: string): Message {
  const now = { username, after: userStateMessage(after) }
  return before === undefined
    ? message('queue.stateIsNow', now)
    : message('queue.stateChanged', { ...now, before: userStateMessage(before) })
}
