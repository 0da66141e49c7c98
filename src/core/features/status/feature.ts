import { accountFiles } from '../../accounts/account-folders.ts'
import type { Feature } from '../feature.ts'
import type { AccountContext } from '../../context.ts'
import type { TimedStatus } from '../../../shared/operations/own-status.ts'
import { OwnStatus, RecentStatusFile } from './own-status.ts'
import { z } from 'zod'
import { StoredPreset, builtInPresets, fromStored, toStored } from './built-in-presets.ts'
import { message } from '../../../shared/messages/message.ts'
import { featureRefusal } from '../../policy/disabled-features.ts'
import { type UnformattedFailure, FailureError } from '../../platform/failure.ts'
import { addressItem, createAddressStore } from './calendar/address-store.ts'
import { readInThread } from './calendar/calendar-thread.ts'
import { Calendars } from './calendar/calendars.ts'
import { ownAddresses } from './calendar/own-addresses.ts'
import { StatusScheduler } from './times/status-times.ts'
import { StatusTimesFile } from './times/times-file.ts'

export interface StatusFeature extends Feature<'calendar' | 'ownStatus' | 'statusTimes'> {
  ownStatus: OwnStatus
  /** An account's preset statuses. */
  presetsOf(account: string): TimedStatus[]
  times: StatusScheduler
}

interface Dependencies {
  /** Called after an account's presets have changed. */
  onPresetsChange(): void
}

/** Reads, sets and schedules the account's status. */
export function statusFeature(context: AccountContext, needs: Dependencies): StatusFeature {
  const { accounts, clock, documents, events, hooks, log, policy, ports } = context
  const ownStatus = new OwnStatus({
    recentFor: documents.define(accountFiles.recentStatuses, RecentStatusFile),
    now: clock.now,
    isSignedIn: (id) => accounts.lifetime(id) !== 'nowhere',
    seen(id, status, from) {
      hooks.statusRead.call(id, status, from)
      times.onAnswer(id)
      calendars.onAnswer(id)
    },
  })
  const presetsFileOf = documents.define(accountFiles.statusPresets, StatusPresetsFile)
  const presetsOf = (account: string) =>
    presetsFileOf(account).read().presets?.map(fromStored) ?? builtInPresets()
  const timesFileOf = documents.define(accountFiles.statusTimes, StatusTimesFile)
  const times = new StatusScheduler({
    fileOf: timesFileOf,
    accounts: () => accounts.ids(),
    gitlabOf: context.gitlabOf,
    ownStatus,
    clock,
    onChange: (account, times) => events.emit('statusTimes', { account, times }),
    log,
  })
  const calendars = new Calendars({
    fileOf: timesFileOf,
    accounts: () => accounts.ids(),
    addresses: createAddressStore({
      keychain: ports.keychain,
      isInMemory: (id) => accounts.lifetime(id) === 'in-memory',
      needsKeychain: policy.values.requireKeychain === true || policy.unreadable !== undefined,
    }),
    fetch: ports.fetch,
    read: (request) => readInThread(ports.worker, request),
    ownAddresses,
    home: ports.home,
    mayReadComputer: () => featureRefusal(policy, 'this-computer') === undefined,
    clock,
    onChange: (id) => times.onCalendarChange(id),
    log,
  })
  const assertMayReadComputer = () => {
    const refusal = featureRefusal(policy, 'this-computer')
    // guard: calendar-computer
    if (refusal) throw new FailureError(refusal)
  }
  hooks.connectivity.subscribe(({ account, state }, before) => {
    if (state === 'online' && before !== 'online') times.onReachable(account)
  })
  return {
    ownStatus,
    presetsOf,
    times,
    handlers: {
      calendar: {
        get: (_, { account }) => calendars.get(account),
        add: (input, gitlab) => calendars.add(gitlab, input),
        addLocal({ path }, gitlab) {
          assertMayReadComputer()
          return calendars.addLocal(gitlab, path)
        },
        reload: (_, gitlab) => calendars.reload(gitlab),
        update: (choice, { account }) => calendars.update(account, choice),
        pause: (_, { account }) => calendars.pause(account),
        resume: (_, { account }) => calendars.resume(account),
        remove: (_, { account }) => calendars.remove(account),
      },
      ownStatus: {
        get: (_, gitlab) => ownStatus.get(gitlab),
        save: (input, gitlab) => times.save(gitlab, input),
        set: (input, gitlab) => times.set(gitlab, input),
        clear: ({ base }, gitlab) => times.clear(gitlab, base),
        restore: ({ status, base }, gitlab) => times.restore(gitlab, status, base),
        recent: (_, gitlab) => ownStatus.recent(gitlab.account),
        presets: (_, { account }) => presetsOf(account),
        savePresets({ presets }, { account }) {
          presetsFileOf(account).write({ presets: presets.map(toStored) })
          needs.onPresetsChange()
          return presets
        },
      },
      statusTimes: {
        get: (_, gitlab) => times.get(gitlab.account),
        saveSchedule: ({ schedule }, gitlab) => times.saveSchedule(gitlab.account, schedule),
        saveOneTime: ({ oneTime }, { account }) => times.saveOneTime(account, oneTime),
        endCalendarStatus: (_, { account }) => times.endCalendarStatus(account),
        cancelWaiting: (_, gitlab) => times.cancelWaiting(gitlab.account),
      },
    },
    forgetAccount(account) {
      times.forget(account)
      calendars.forget(account, () => context.unsaved(addressLeftFailure(account)))
    },
    async close() {
      await calendars.close()
      await times.close()
    },
  }
}

/** An account's custom presets; absent until they are first changed. */
const StatusPresetsFile = z.object({ presets: z.array(StoredPreset).optional() })

/** Signing out couldn't remove the address of a calendar. */
function addressLeftFailure(account: string): UnformattedFailure {
  return {
    kind: 'keychain',
    message: message('calendar.addressLeft'),
    hint: message('calendar.addressLeftHint', { item: addressItem(account) }),
  }
}
