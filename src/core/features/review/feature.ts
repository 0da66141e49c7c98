import { accountFiles } from '../../accounts/account-folders.ts'
import type { BackgroundJobs } from '../../jobs/background-jobs.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Feature } from '../feature.ts'
import type { AccountContext } from '../../context.ts'
import { allRows, exportCredentials, exportReviewedUsers } from './export.ts'
import { reviewKind } from './review-kind.ts'
import { countTokenPages } from './token-list.ts'
import { Reviews, type ReviewsOptions, reviewScreen } from './reviews.ts'

export interface ReviewFeature extends Feature<'review'> {
  /** What ended reviews have read. */
  reviewed: Pick<Reviews, 'signature' | 'readOwners'>
}

interface Dependencies extends Pick<ReviewsOptions, 'directory'> {
  jobs: Jobs
  runs: BackgroundJobs
}

export interface ReviewFeature extends Feature<'review'> {
  findReviewedKey: Reviews['findKey']
}

/** Reviews many users' access: memberships, keys, tokens and sign-ins. */
export function reviewFeature(
  context: AccountContext,
  { jobs, runs, directory }: Dependencies,
): ReviewFeature {
  const { accounts, clock, events, folders, lock, log, throttle, viewed } = context
  const reviews = new Reviews({
    jobs,
    runs,
    directory,
    accounts,
    folderOf: (id) => folders.path(id, accountFiles.reviews),
    clock,
    throttle,
    log,
  })
  jobs.register(
    reviewKind({
      mayStart: () => !lock.state().locked,
      tokenList: (...request) => reviews.tokenList(...request),
      save: (account, item, collected) => reviews.save(account, item, collected),
      withOwnActivity: (account, user) => viewed.withActivityBeforeView(account, user),
      log,
    }),
    reviewScreen(reviews),
  )
  // Stops reading while Latchkey is locked.
  events.on('lock', () => jobs.changed())
  const collected = ({ account }: GitLabClient, id?: number) => reviews.collected(account, id)
  const dataOf = (gitlab: GitLabClient, id?: number) => ({
    state: reviews.state(gitlab.account, id),
    store: collected(gitlab, id),
  })
  return {
    reviewed: reviews,
    handlers: {
      review: {
        list: (_, gitlab) => reviews.list(gitlab.account),
        state: ({ review }, gitlab) => reviews.state(gitlab.account, review),
        tokenPages: (_, gitlab) => countTokenPages(gitlab),
        start: (request, gitlab) => reviews.start(gitlab, request),
        rename: ({ review, name }, gitlab) => reviews.rename(gitlab.account, review, name),
        users: ({ review, ...query }, gitlab) => reviews.usersPage(gitlab.account, review, query),
        credentials: ({ review, ...query }, gitlab) =>
          collected(gitlab, review).credentialsPage(query),
        ids: ({ review, ...query }, gitlab) => reviews.ids(gitlab.account, review, query),
        decide: ({ review, users, ...decision }, gitlab) => ({
          changed: reviews.decide(gitlab.account, review, users, {
            ...decision,
            note: decision.note,
          }),
        }),
        ownerIds: ({ review, ...query }, gitlab) => collected(gitlab, review).ownerIds(query),
        export: ({ review, format, ...query }, gitlab) =>
          exportReviewedUsers(
            {
              ...dataOf(gitlab, review),
              ...reviews.usersPage(gitlab.account, review, { ...allRows, ...query }),
            },
            query,
            format,
            clock.now(),
          ),
        exportCredentials: ({ format, review, ...query }, gitlab) =>
          exportCredentials(dataOf(gitlab, review), query, format, clock.now()),
      },
    },
    findReviewedKey: (account, fingerprint) => reviews.findKey(account, fingerprint),
    forgetAccount: (id) => reviews.forget(id),
    close() {
      reviews.close()
    },
  }
}
