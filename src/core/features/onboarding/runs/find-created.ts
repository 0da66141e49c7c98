import { createFailureError } from '../../../platform/failures.ts'
import { isSameEmail } from '../../../../shared/rules/email-address.ts'
import { type Message, message } from '../../../../shared/messages/message.ts'
import type { AdminListUser } from '../../../../shared/gitlab/user-fields.ts'
import { users } from '../../../../shared/gitlab/users.ts'
import type { GitLabClient } from '../../../gitlab/gitlab-client.ts'
import { FailureError } from '../../../platform/failure.ts'
import type { NewUserRow } from './run-store.ts'

/** How far apart (ms) the clocks of GitLab and this computer may be. */
const clockDifferenceMs = 10 * 60_000

/**
 * Finds the user that a row created, by exact username and email, or the error if another user has the username.
 * Undefined if the username is free. Throws if this can't be determined.
 */
export async function findCreated(
  gitlab: Pick<GitLabClient, 'page'>,
  row: NewUserRow,
): Promise<{ user: AdminListUser } | { refusal: Message } | undefined> {
  const { username, email } = row.parameters.user
  const sentAt = row.snapshot?.sentAt
  let skippedCount = 0
  const options = { onSkipped: (count: number) => void (skippedCount += count) }
  const { items } = await gitlab.page(users.list, { username }, undefined, options)
  const user = (items as AdminListUser[]).find(
    (one) => one.username.toLowerCase() === username.toLowerCase(),
  )
  if (!user) {
    if (skippedCount > 0) throw hiddenError(row)
    return undefined
  }
  if (!user.email) throw hiddenError(row)
  if (!isSameEmail(user.email, email)) return { refusal: message('onboarding.takenMeanwhile') }
  const existedBefore =
    sentAt !== undefined &&
    user.created_at &&
    Date.parse(user.created_at) < sentAt - clockDifferenceMs
  return existedBefore ? { refusal: message('onboarding.alreadyExisted') } : { user }
}

/** Only tokens with full admin rights can see emails. */
function hiddenError({ target: { username } }: NewUserRow): FailureError {
  return createFailureError('onboarding.emailHidden', { username })
}
