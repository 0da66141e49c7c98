import { accountFiles } from '../../accounts/account-folders.ts'
import { message } from '../../../shared/messages/message.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Feature } from '../feature.ts'
import type { AccountContext } from '../../context.ts'
import { review, reviewKind } from './review-kind.ts'
import { Reviews, type ReviewsPorts, parametersOf } from './reviews.ts'

interface Needs extends Pick<ReviewsPorts, 'people'> {
  jobs: Jobs
}

const dayMs = 24 * 60 * 60_000

/** Reviews of what many users may do: memberships, keys, tokens and sign-ins. */
export function reviewFeature(context: AccountContext, { jobs, people }: Needs): Feature<'review'> {
  const { accounts, clock, events, folders, lock, log, throttle, viewed } = context
  const reviews = new Reviews({
    jobs,
    people,
    folderOf: (id) => folders.path(id, accountFiles.reviews),
    identityOf(id) {
      const { user, baseUrl } = accounts.account(id)
      return { by: user.username, instance: baseUrl }
    },
    isLocked: () => lock.state().locked,
    clock,
    throttle,
    log,
  })
  jobs.register(
    reviewKind({
      mayStart: (account) => reviews.mayStart(account),
      save: (account, item, collected) => reviews.save(account, item, collected),
      withOwnActivity: (account, user) => viewed.withActivityBeforeView(account, user),
      onChange(account) {
        for (const state of reviews.current(account)) events.emit('review', { account, state })
      },
      log,
    }),
    {
      nameOf: (job) => message('review.jobName', { name: parametersOf(job).name }),
      retry: (account, job) => reviews.resume(account, job),
    },
  )
  // Nothing is read while Latchkey is locked.
  events.on('lock', () => jobs.changed(review))
  const endHousekeeping = clock.every(dayMs, () => reviews.removeOldFiles())
  return {
    handlers: {
      review: {
        list: (_, gitlab) => reviews.list(gitlab.account),
        state: ({ review }, gitlab) => reviews.state(gitlab.account, review),
        start: (request, gitlab) => reviews.start(gitlab, request),
        pause: ({ review }, gitlab) => reviews.pause(gitlab.account, review),
        resume: ({ review }, gitlab) => reviews.resume(gitlab.account, review),
        rename: ({ review, name }, gitlab) => reviews.rename(gitlab.account, review, name),
        remove: ({ review }, gitlab) => reviews.remove(gitlab.account, review),
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
      endHousekeeping()
      reviews.close()
    },
  }
}
