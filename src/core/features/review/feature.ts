import { accountFiles } from '../../accounts/account-folders.ts'
import type { Feature } from '../feature.ts'
import type { AccountContext } from '../../context.ts'
import { Reviews, type ReviewsPorts } from './reviews.ts'

/** Reviews of what many users may do: memberships, keys, tokens and sign-ins. */
export function reviewFeature(
  context: AccountContext,
  needs: Pick<ReviewsPorts, 'people'>,
): Feature<'review'> {
  const { accounts, clock, events, folders, hooks, lock, log, service, throttle, viewed } = context
  const reviews = new Reviews({
    ...needs,
    pathOf: (id) => folders.path(id, accountFiles.review),
    identityOf(id) {
      const { user, baseUrl } = accounts.account(id)
      return { by: user.username, instance: baseUrl }
    },
    service,
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
        state: async (_, me) => reviews.state(me),
        start: ({ selection }, me) => reviews.start(me, selection),
        pause: async (_, me) => reviews.pause(me.account),
        resume: async (_, me) => reviews.resume(me),
        remove: async (_, me) => reviews.remove(me.account),
        users: async (query, me) => reviews.users(me.account, query),
        credentials: async (query, me) => reviews.credentials(me.account, query),
        ids: async ({ filters }, me) => reviews.ids(me.account, filters),
        export: ({ filters, format }, me) => reviews.export(me.account, filters, format),
        exportCredentials: ({ format, ...query }, me) =>
          reviews.exportCredentials(me.account, query, format),
      },
    },
    forgetAccount: (id) => reviews.forget(id),
    close: () => reviews.close(),
  }
}
