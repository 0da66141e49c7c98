import type { OnboardingUndo } from '../../../../shared/operations/onboarding.ts'
import { type Message, message } from '../../../../shared/messages/message.ts'
import { users } from '../../../../shared/gitlab/users.ts'
import type { UserForAdmins } from '../../../../shared/gitlab/user-fields.ts'
import { keepReason } from '../../../../shared/rules/sign-ins.ts'
import type { GitLabClient } from '../../../gitlab/gitlab-client.ts'
import { FailureError } from '../../../platform/failure.ts'
import { textOf } from '../../../platform/messages.ts'
import { type NewUserRow, wasSent } from './run-store.ts'

/** How many users are read concurrently. */
const maxConcurrentReads = 8
/** How many users are listed per reason. */
const sampled = 10

/**
 * Asks GitLab which created users an undo would delete and which it would keep, such as users that the run found but
 * never sent.
 */
export async function planRunUndo(
  gitlab: Pick<GitLabClient, 'call'>,
  run: number,
  created: readonly NewUserRow[],
): Promise<OnboardingUndo> {
  const ids: number[] = []
  const kept = new Map<string, { id: number; username: string }[]>()
  const reasons = new Map<number, Message | undefined>()
  const queue: { id: number; username: string }[] = []
  const pending = created.flatMap((row) => {
    const { id, username } = row.target
    if (id === undefined) return []
    const user = { id, username }
    if (wasSent(row)) queue.push(user)
    else reasons.set(user.id, message('onboarding.notSentByRun'))
    return [user]
  })
  const read = async () => {
    for (let user = queue.shift(); user; user = queue.shift()) {
      reasons.set(user.id, await reasonToKeep(gitlab, user.id))
    }
  }
  await Promise.all(Array.from({ length: maxConcurrentReads }, read))
  for (const user of pending) {
    const reason = reasons.get(user.id)
    if (!reason) ids.push(user.id)
    else {
      const why = textOf(reason)
      kept.set(why, [...(kept.get(why) ?? []), user])
    }
  }
  const groups = [...kept].map(([why, staying]) => ({
    why,
    count: staying.length,
    sample: staying.slice(0, sampled),
  }))
  return { run, ids, kept: groups.sort((a, b) => b.count - a.count) }
}

async function reasonToKeep(
  gitlab: Pick<GitLabClient, 'call'>,
  id: number,
): Promise<Message | undefined> {
  try {
    return keepReason((await gitlab.call(users.get, { id })) as UserForAdmins)
  } catch (error) {
    if (!(error instanceof FailureError) || error.failure.kind !== 'not-found') throw error
    return message('queue.userGone')
  }
}
