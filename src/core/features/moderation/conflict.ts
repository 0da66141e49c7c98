import type { Failure } from '../../infra/failure.ts'
import { stateWords } from '../../../shared/moderation.ts'
import type { AdminUser } from '../../../shared/service/user-fields.ts'
import type { Expectation } from './compare.ts'
import type { Outcome } from './outcome.ts'

/** A person who is not as they were seen. */
export function conflictOf({ target, expects }: Expectation, found: AdminUser): Outcome {
  const isRenamed = found.username !== target.username
  const seen = expects ?? 'as seen'
  const message = isRenamed
    ? `${target.username} is called ${found.username} now.`
    : `${target.username} was ${stateWords[seen] ?? seen} and is ${stateWords[found.state] ?? found.state} now.`
  return {
    kind: 'conflict',
    after: found.state,
    usernameNow: isRenamed ? found.username : undefined,
    failure: {
      kind: 'conflict',
      message,
      hint: 'Decide whether it is still right.',
    },
  }
}

export const userGoneFailure: Failure = {
  kind: 'not-found',
  message: 'This person is not there any more.',
  hint: 'Nothing was changed; the account was deleted meanwhile.',
}
