import type { Feature } from '../feature.ts'
import type { Context } from '../../context.ts'
import { createAccessTokens } from './access-token.ts'
import { type AttentionOptions, readAttention } from './attention.ts'
import type { AdminAttention, Attention } from '../../../shared/operations/attention.ts'
import type { DirectoryFilter } from '../../../shared/operations/directory.ts'
import type { QueueSummary } from '../../../shared/operations/queue.ts'
import { userFigures } from '../../../shared/rules/user-figures.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'

interface Dependencies
  extends Omit<AttentionOptions, 'now' | 'accessTokens'>, Omit<AdminAttentionOptions, 'queue'> {
  queueOf(account: string): AdminAttentionOptions['queue']
}

export interface AttentionFeature extends Feature<'attention'> {
  read(gitlab: GitLabClient): Promise<Attention>
}

/** What needs the user's attention. */
export function attentionFeature(
  { accounts, clock }: Context,
  needs: Dependencies,
): AttentionFeature {
  const accessTokens = createAccessTokens({
    account: (id) => accounts.account(id),
    describe: (id, token) => accounts.describeToken(id, token),
    now: clock.now,
  })
  const read = (gitlab: GitLabClient) =>
    readAttention(gitlab, { ...needs, accessTokens, now: clock.now })
  return {
    read,
    handlers: {
      attention: {
        get: (_, gitlab) => read(gitlab),
        administration: (_, gitlab) =>
          readAdminAttention(gitlab, { ...needs, queue: needs.queueOf(gitlab.account) }),
      },
    },
    forgetAccount: (account) => accessTokens.forget(account),
  }
}

interface AdminAttentionOptions {
  queue: { summary(): QueueSummary }
  directory: {
    count(gitlab: GitLabClient, filters: readonly DirectoryFilter[]): Promise<(number | null)[]>
  }
  /** The number of failed actions since the user last saw them. */
  unseenFailures(account: string): number
}

/** What an administrator has to do, from local data only. */
async function readAdminAttention(
  gitlab: GitLabClient,
  { queue, directory, unseenFailures }: AdminAttentionOptions,
): Promise<AdminAttention> {
  const { counts, isPaused } = queue.summary()
  const { undoable = 0, ready = 0, conflict = 0 } = counts
  const [approvals] = await directory.count(gitlab, [userFigures.pending])
  return {
    needReview: conflict,
    failed: unseenFailures(gitlab.account),
    paused: isPaused ? undoable + ready : 0,
    approvals: approvals ?? undefined,
  }
}
