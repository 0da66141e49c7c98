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
        list: (_, me) => reviews.list(me.account),
        state: ({ review }, me) => reviews.state(me.account, review),
        start: (request, me) => reviews.start(me, request),
        pause: ({ review }, me) => reviews.pause(me.account, review),
        resume: ({ review }, me) => reviews.resume(me.account, review),
        rename: ({ review, name }, me) => reviews.rename(me.account, review, name),
        remove: ({ review }, me) => reviews.remove(me.account, review),
        users: (query, me) => reviews.users(me.account, query),
        credentials: (query, me) => reviews.credentials(me.account, query),
        ids: ({ filters, review }, me) => reviews.ids(me.account, filters, review),
        export: ({ filters, format, review }, me) =>
          reviews.export(me.account, filters, format, review),
        exportCredentials: ({ format, review, ...query }, me) =>
          reviews.exportCredentials(me.account, query, format, review),
      },
    },
    forgetAccount: (id) => reviews.forget(id),
    close() {
      endHousekeeping()
      reviews.close()
    },
  }
}
