import type { Feature } from '../feature.ts'
import type { Context } from '../../context.ts'
import { createAccessTokens } from './access-token.ts'
import { type AttentionOptions, readAttention } from './attention.ts'
import type { IgnoredItems } from './ignored-items.ts'
import type { OtherAccount } from './shared-keys.ts'
import type { AdminAttention, Attention, DueReview } from '../../../shared/operations/attention.ts'
import type { DirectoryFilter } from '../../../shared/operations/directory.ts'
import type { JobList } from '../../../shared/operations/jobs.ts'
import type { QueueSummary } from '../../../shared/operations/queue.ts'
import { userFigures } from '../../../shared/rules/user-figures.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'

interface Dependencies
  extends
    Pick<AttentionOptions, 'ownTokens'>,
    Required<Pick<AttentionOptions, 'unprotectedKeys'>>,
    Omit<AdminAttentionOptions, 'queue' | 'jobs' | 'endedExceptions' | 'dueReviews' | 'proposals'> {
  /** An account's client that serves cached responses and never sends requests. */
  cachedClientOf(account: string): GitLabClient
  queueOf(account: string): AdminAttentionOptions['queue']
  ignored: IgnoredItems
  jobsOf(account: string): JobList
  dueReviewsOf(account: string): DueReview[]
  proposalsOf(account: string): number
}

export interface AttentionFeature extends Feature<'attention'> {
  /** Attention items from GitLab. Doesn't read the account's computer. */
  read(gitlab: GitLabClient): Promise<Attention>
}

/** Lists what needs the user's attention. */
export function attentionFeature(
  { accounts, clock, exceptions }: Context,
  { unprotectedKeys, cachedClientOf, ignored, ...needs }: Dependencies,
): AttentionFeature {
  const accessTokens = createAccessTokens({
    account: (id) => accounts.account(id),
    describe: (id, token) => accounts.describeToken(id, token),
    now: clock.now,
  })

  function otherAccounts(id: string): OtherAccount[] {
    const { user: currentUser } = accounts.account(id)
    const others = accounts.ids().filter((other) => other !== id)
    return others.map((other) => {
      const { label, user } = accounts.account(other)
      const isSameUser = user.id === currentUser.id && user.username === currentUser.username
      return { id: other, label, isSameUser, cached: cachedClientOf(other) }
    })
  }

  async function read(
    gitlab: GitLabClient,
    local?: Pick<AttentionOptions, 'unprotectedKeys'>,
  ): Promise<Attention> {
    const options = { ...needs, ...local, accessTokens, otherAccounts, now: clock.now }
    return ignored.separate(gitlab.account, await readAttention(gitlab, options))
  }

  return {
    read: (gitlab) => read(gitlab),
    handlers: {
      attention: {
        // At startup, cached data must show up without waiting for local files.
        get: (_, gitlab) => read(gitlab, gitlab.isOffline ? {} : { unprotectedKeys }),
        ignore: ({ key }, { account }) => ignored.ignore(account, key),
        restore: ({ keys }, { account }) => ignored.restore(account, keys),
        administration: (_, gitlab) =>
          readAdminAttention(gitlab, {
            ...needs,
            queue: needs.queueOf(gitlab.account),
            jobs: needs.jobsOf(gitlab.account),
            dueReviews: needs.dueReviewsOf(gitlab.account),
            proposals: needs.proposalsOf(gitlab.account),
            endedExceptions: exceptions
              .list(accounts.account(gitlab.account).baseUrl)
              .filter(({ hasEnded }) => hasEnded).length,
          }),
      },
    },
    forgetAccount: (account) => accessTokens.forget(account),
  }
}

interface AdminAttentionOptions {
  queue: { summary(): QueueSummary }
  jobs: JobList
  directory: {
    count(gitlab: GitLabClient, filters: readonly DirectoryFilter[]): Promise<(number | null)[]>
  }
  /** How many actions have failed since the user last viewed them. */
  unseenFailures(account: string): number
  endedExceptions: number
  /** How many runs rules propose. */
  proposals: number
  dueReviews: DueReview[]
}

/** Tasks waiting for an administrator, from local data only. */
async function readAdminAttention(
  gitlab: GitLabClient,
  {
    queue,
    jobs,
    directory,
    unseenFailures,
    endedExceptions,
    proposals,
    dueReviews,
  }: AdminAttentionOptions,
): Promise<AdminAttention> {
  const { counts, isPaused } = queue.summary()
  const { undoable = 0, ready = 0, conflict = 0 } = counts
  const [approvals] = await directory.count(gitlab, [userFigures.pending])
  const pausedJobs = jobs.jobs.filter(({ state }) => state === 'paused')
  const reviews = pausedJobs.filter(({ kind }) => kind === 'review').length
  return {
    needReview: conflict,
    failed: unseenFailures(gitlab.account),
    paused: isPaused ? undoable + ready : 0,
    approvals: approvals ?? undefined,
    reviews,
    runs: isPaused ? 0 : pausedJobs.length - reviews,
    endedExceptions,
    proposals,
    dueReviews,
  }
}
