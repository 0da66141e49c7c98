import { accountFiles } from '../../accounts/account-folders.ts'
import type { Feature } from '../feature.ts'
import type { AccountContext } from '../../context.ts'
import { OwnStatus } from './own-status.ts'
import { RecentStatusFile } from './recent-statuses.ts'
import { StatusPresets, StatusPresetsFile } from './status-presets.ts'
import { StatusScheduler } from './times/status-times.ts'
import { StatusTimesFile } from './times/times-file.ts'

export interface StatusFeature extends Feature<'ownStatus' | 'statusTimes'> {
  ownStatus: OwnStatus
  presets: StatusPresets
  times: StatusScheduler
}

interface Needs {
  /** Called after the presets of an account changed. */
  onPresetsChange(): void
}

/** The status of the account. */
export function statusFeature(context: AccountContext, needs: Needs): StatusFeature {
  const { accounts, clock, documents, events, hooks, log } = context
  const ownStatus = new OwnStatus({
    recent: documents.define(accountFiles.recentStatuses, RecentStatusFile),
    now: clock.now,
    isSignedIn: (id) => accounts.lifetime(id) !== 'nowhere',
    seen(id, status, from) {
      hooks.statusRead.call(id, status, from)
      times.onAnswer(id)
    },
  })
  const presets = new StatusPresets({
    fileOf: documents.define(accountFiles.statusPresets, StatusPresetsFile),
    onChange: needs.onPresetsChange,
  })
  const times = new StatusScheduler({
    fileOf: documents.define(accountFiles.statusTimes, StatusTimesFile),
    accounts: () => accounts.ids(),
    service: context.service,
    ownStatus,
    clock,
    onChange: (account, times) => events.emit('statusTimes', { account, times }),
    log,
  })
  return {
    ownStatus,
    presets,
    times,
    handlers: {
      ownStatus: {
        get: (_, me) => ownStatus.get(me),
        save: (input, me) => times.save(me, input),
        set: (input, me) => ownStatus.set(me, input),
        clear: ({ base }, me) => ownStatus.clear(me, base),
        restore: ({ status, base }, me) => times.restore(me, status, base),
        recent: (_, me) => ownStatus.recent(me.account),
        presets: (_, me) => presets.of(me.account),
        savePresets: (input, me) => presets.save(me.account, input.presets),
      },
      statusTimes: {
        get: (_, me) => times.get(me.account),
        saveSchedule: ({ schedule }, me) => times.saveSchedule(me.account, schedule),
      },
    },
    forgetAccount: (account) => times.forget(account),
    close: () => times.close(),
  }
}
