import { accountFiles } from '../../accounts/account-folders.ts'
import type { BackgroundJobs } from '../../jobs/background-jobs.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Feature } from '../feature.ts'
import type { AccountContext } from '../../context.ts'
import { reviewKind } from './review-kind.ts'
import { Reviews, type ReviewsPorts, reviewScreen } from './reviews.ts'

interface Needs extends Pick<ReviewsPorts, 'people'> {
  jobs: Jobs
  runs: BackgroundJobs
}

/** Reviews of what many users may do: memberships, keys, tokens and sign-ins. */
export function reviewFeature(
  context: AccountContext,
  { jobs, runs, people }: Needs,
): Feature<'review'> {
  const { accounts, clock, events, folders, lock, log, throttle, viewed } = context
  const reviews = new Reviews({
    jobs,
    runs,
    people,
    accountIds: () => accounts.ids(),
    folderOf: (id) => folders.path(id, accountFiles.reviews),
    identityOf(id) {
      const { user, baseUrl } = accounts.account(id)
      return { by: user.username, instance: baseUrl }
    },
    clock,
    throttle,
    log,
  })
  jobs.register(
    reviewKind({
      mayStart: () => !lock.state().locked,
      save: (account, item, collected) => reviews.save(account, item, collected),
      withOwnActivity: (account, user) => viewed.withActivityBeforeView(account, user),
      log,
    }),
    reviewScreen(reviews),
  )
  // Nothing is read while Latchkey is locked.
  events.on('lock', () => jobs.changed())
  return {
    handlers: {
      review: {
        list: (_, gitlab) => reviews.list(gitlab.account),
        state: ({ review }, gitlab) => reviews.state(gitlab.account, review),
        start: (request, gitlab) => reviews.start(gitlab, request),
        rename: ({ review, name }, gitlab) => reviews.rename(gitlab.account, review, name),
        users: (query, gitlab) => reviews.users(gitlab.account, query),
        credentials: (query, gitlab) => reviews.credentials(gitlab.account, query),
        ids: ({ filters, review }, gitlab) => reviews.ids(gitlab.account, filters, review),
        export: ({ filters, format, review }, gitlab) =>
          reviews.export(gitlab.account, filters, format, review),
        exportCredentials: ({ format, review, ...query }, gitlab) =>
          reviews.exportCredentials(gitlab.account, query, format, review),
      },
    },
    forgetAccount: (id) => reviews.forget(id),
    close() {
      reviews.close()
    },
  }
}
