import { accountFiles } from '../../accounts/account-folders.ts'
import type { Feature } from '../feature.ts'
import type { AccountContext } from '../../context.ts'
import { Reviews, type ReviewsOptions } from './reviews.ts'

/** Reviews of what many users may do: memberships, keys, tokens and sign-ins. */
export function reviewFeature(
  context: AccountContext,
  needs: Pick<ReviewsOptions, 'directory'>,
): Feature<'review'> {
  const { accounts, clock, events, folders, hooks, lock, log, gitlabOf, throttle, viewed } = context
  const reviews = new Reviews({
    ...needs,
    pathOf: (id) => folders.path(id, accountFiles.review),
    identityOf(id) {
      const { user, baseUrl } = accounts.account(id)
      return { by: user.username, instance: baseUrl }
    },
    gitlabOf,
    viewed,
    isLocked: () => lock.state().locked,
    clock,
    throttle,
    emit: (event) => events.emit('review', event),
    log,
  })
  events.on('lock', ({ locked }) => reviews.onLock(locked))
  hooks.accessChanged.subscribe((account) => reviews.hold(account))
  return {
    handlers: {
      review: {
        state: async (_, gitlab) => reviews.state(gitlab),
        start: ({ selection }, gitlab) => reviews.start(gitlab, selection),
        pause: async (_, gitlab) => reviews.pause(gitlab.account),
        resume: async (_, gitlab) => reviews.resume(gitlab),
        remove: async (_, gitlab) => reviews.remove(gitlab.account),
        users: async (query, gitlab) => reviews.users(gitlab.account, query),
        credentials: async (query, gitlab) => reviews.credentials(gitlab.account, query),
        ids: async ({ filters }, gitlab) => reviews.ids(gitlab.account, filters),
        export: ({ filters, format }, gitlab) => reviews.export(gitlab.account, filters, format),
        exportCredentials: ({ format, ...query }, gitlab) =>
          reviews.exportCredentials(gitlab.account, query, format),
      },
    },
    forgetAccount: (id) => reviews.forget(id),
    close: () => reviews.close(),
  }
}
