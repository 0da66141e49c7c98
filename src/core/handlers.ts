import type { z } from 'zod'
import type { AppTable } from '../shared/app/index.ts'
import type { Operation } from '../shared/app/operation.ts'
import type { Settings } from '../shared/app/settings.ts'
import type { AccountsSnapshot } from '../shared/app/accounts.ts'
import type { AccountService } from './account-service.ts'
import type { Accounts } from './accounts/accounts.ts'
import { normalizeBaseUrl, tokenPage } from './accounts/base-url.ts'
import type { Activities } from './activities/activities.ts'
import type { Attention } from './attention/attention.ts'
import type { Avatars } from './avatars/avatars.ts'
import type { ConnectivityLog } from './connectivity/connectivity.ts'
import type { CreatedTokens } from './created-tokens/created-tokens.ts'
import type { JsonFile } from './data/json-file.ts'
import type { Demo } from './demo/demo.ts'
import type { Device } from './device/device.ts'
import type { Events } from './events.ts'
import type { GpgKeyImport } from './gpg-keys/gpg-key-import.ts'
import type { SshKeyImport } from './local-keys/ssh-key-import.ts'
import type { OwnStatus } from './status/own-status.ts'

/** One handler for each operation of the app's table; a missing one does not compile. */
export type Handlers = {
  [Family in keyof AppTable]: {
    [Name in keyof AppTable[Family]]: AppTable[Family][Name] extends Operation<
      infer Input,
      infer Output,
      infer NeedsAccount
    >
      ? (
          input: z.output<Input>,
          service: NeedsAccount extends true ? AccountService : undefined,
        ) => z.input<Output> | Promise<z.input<Output>>
      : never
  }
}

/** The parts of the application that answer the screens. */
export interface Parts {
  accounts: Accounts
  activities: Activities
  attention: Attention
  avatars: Avatars
  connectivity: ConnectivityLog
  createdTokens: CreatedTokens
  demo: Demo
  device: Device
  events: Events
  gpgKeys: GpgKeyImport
  ownStatus: OwnStatus
  settings: JsonFile<Settings>
  /** Ends an account and forgets all that is remembered of it. */
  signOut(id: string, options: { leaveToken?: boolean }): Promise<AccountsSnapshot>
  sshKeys: SshKeyImport
}

/** What answers each operation of the app's table. */
export function createHandlers(parts: Parts): Handlers {
  const { accounts, connectivity, createdTokens, demo, events, ownStatus, settings } = parts
  const { activities, attention, avatars, device, gpgKeys, signOut, sshKeys } = parts
  const changeSettings = (change: Partial<Settings>) => {
    settings.write({ ...settings.read(), ...change })
    events.emit('settings', settings.read())
    return settings.read()
  }
  // Names and rights may have changed since the last time, so the first look at the accounts reads them again.
  const readAnewAtStart = once(() =>
    accounts
      .ids()
      .map((id) => connectivity.observe(id, () => accounts.refresh(id)).catch(() => undefined)),
  )

  return {
    accounts: {
      list: () => {
        readAnewAtStart()
        return accounts.snapshot()
      },
      inspect: ({ baseUrl: typed, admin }) => {
        const { baseUrl, needsHttpConsent } = normalizeBaseUrl(typed)
        return { baseUrl, needsHttpConsent, tokenPage: tokenPage(baseUrl, admin) }
      },
      add: (input) => accounts.add(input),
      replaceToken: (input) => connectivity.observe(input.id, () => accounts.replaceToken(input)),
      update: (input) => accounts.update(input),
      reorder: ({ ids }) => accounts.reorder(ids),
      refresh: ({ id }) => connectivity.observe(id, () => accounts.refresh(id)),
      signOut: ({ id, leaveToken }) => signOut(id, { leaveToken }),
    },
    activities: {
      list: (since, me) => activities.list(me, since),
      csv: (since, me) => activities.csv(me, since),
    },
    attention: { get: (_, me) => attention.get(me) },
    avatars: {
      set: (picture, me) => avatars.set(me, picture),
      of: ({ users }, me) => avatars.of(me, users),
    },
    connectivity: { list: () => connectivity.list() },
    createdTokens: {
      createLimited: (input, me) => createdTokens.createLimited(me, input),
      list: (_, me) => createdTokens.list(me.account),
      forgetEntry: ({ id }, me) => createdTokens.forgetEntry(me.account, id),
    },
    demo: {
      start: async ({ as }) => {
        const account = await demo.start(as)
        changeSettings({ lastAccount: account.id })
        return account
      },
    },
    device: {
      paths: () => device.paths(),
      async forgetAll({ leaveTokens }) {
        const snapshot = await device.forgetAll(leaveTokens)
        events.emit('settings', settings.read())
        return snapshot
      },
      async resetCaches() {
        await device.resetCaches()
        return {}
      },
    },
    localGpgKeys: {
      scan: () => gpgKeys.scan(),
      read: ({ files }) => gpgKeys.read(files),
      list: (_, me) => gpgKeys.list(me),
      import: ({ keys }, me) =>
        gpgKeys.importAll(
          me,
          keys.map((key) => key.localKeyId),
        ),
      renew: ({ key_id: keyId, localKeyId }, me) => gpgKeys.renew(me, keyId, localKeyId),
    },
    localSshKeys: {
      scan: () => sshKeys.scan(),
      read: ({ files }) => sshKeys.read(files),
      list: (_, me) => sshKeys.list(me),
      import: ({ keys }, me) => sshKeys.importAll(me, keys),
      renew: ({ key_id: keyId, ...changes }, me) => sshKeys.renew(me, keyId, changes),
    },
    ownStatus: {
      get: (_, me) => ownStatus.get(me),
      set: (input, me) => ownStatus.set(me, input),
      clear: (_, me) => ownStatus.clear(me),
      recent: (_, me) => ownStatus.recent(me.account),
    },
    settings: {
      get: () => settings.read(),
      set: changeSettings,
    },
  }
}

function once(act: () => unknown): () => void {
  let done = false
  return () => {
    if (done) return
    done = true
    act()
  }
}
