import { accountFiles } from '../../accounts/account-folders.ts'
import type { AccountContext, Feature } from '../feature.ts'
import { OwnStatus } from './own-status.ts'
import { RecentStatusFile } from './recent-statuses.ts'

export interface StatusFeature extends Feature<'ownStatus'> {
  ownStatus: OwnStatus
}

/** The status of the account. */
export function statusFeature(context: AccountContext): StatusFeature {
  const { accounts, clock, documents, hooks } = context
  const ownStatus = new OwnStatus({
    recent: documents.define(accountFiles.recentStatuses, RecentStatusFile),
    now: clock.now,
    isSignedIn: (id) => accounts.lifetime(id) !== 'nowhere',
    seen: (id, status, from) => hooks.statusRead.call(id, status, from),
  })
  return {
    ownStatus,
    handlers: {
      ownStatus: {
        get: (_, me) => ownStatus.get(me),
        save: (input, me) => ownStatus.save(me, input),
        set: (input, me) => ownStatus.set(me, input),
        clear: ({ base }, me) => ownStatus.clear(me, base),
        restore: ({ status }, me) => ownStatus.restore(me, status),
        recent: (_, me) => ownStatus.recent(me.account),
      },
    },
    forgetAccount: 'remembers nothing',
  }
}
