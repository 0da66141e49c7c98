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

interface Dependencies {
  /** Called after the presets of an account changed. */
  onPresetsChange(): void
}

/** The status of the account. */
export function statusFeature(context: AccountContext, needs: Dependencies): StatusFeature {
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
    gitlabOf: context.gitlabOf,
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
        get: (_, gitlab) => ownStatus.get(gitlab),
        save: (input, gitlab) => times.save(gitlab, input),
        set: (input, gitlab) => ownStatus.set(gitlab, input),
        clear: ({ base }, gitlab) => ownStatus.clear(gitlab, base),
        restore: ({ status, base }, gitlab) => times.restore(gitlab, status, base),
        recent: (_, gitlab) => ownStatus.recent(gitlab.account),
        presets: (_, gitlab) => presets.of(gitlab.account),
        savePresets: (input, gitlab) => presets.save(gitlab.account, input.presets),
      },
      statusTimes: {
        get: (_, gitlab) => times.get(gitlab.account),
        saveSchedule: ({ schedule }, gitlab) => times.saveSchedule(gitlab.account, schedule),
      },
    },
    forgetAccount: (account) => times.forget(account),
    close: () => times.close(),
  }
}
