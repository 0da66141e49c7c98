import type { z } from 'zod'
import type { AppTable } from '../shared/app/index.ts'
import type { Operation } from '../shared/app/operation.ts'
import type { Settings } from '../shared/app/settings.ts'
import type { AccountService } from './account-service.ts'
import type { Accounts } from './accounts/accounts.ts'
import { normalizeBaseUrl, tokenPage } from './accounts/base-url.ts'
import type { ConnectivityLog } from './connectivity/connectivity.ts'
import type { JsonFile } from './data/json-file.ts'
import type { Demo } from './demo/demo.ts'
import type { Events } from './events.ts'
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
  connectivity: ConnectivityLog
  demo: Demo
  events: Events
  ownStatus: OwnStatus
  settings: JsonFile<Settings>
  sshKeys: SshKeyImport
}

/** What answers each operation of the app's table. */
export function createHandlers(parts: Parts): Handlers {
  const { accounts, connectivity, demo, events, ownStatus, settings, sshKeys } = parts
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
      replaceToken: (input) => accounts.replaceToken(input),
      update: (input) => accounts.update(input),
      reorder: ({ ids }) => accounts.reorder(ids),
      refresh: ({ id }) => connectivity.observe(id, () => accounts.refresh(id)),
      signOut: async ({ id, leaveToken }) => {
        const snapshot = await accounts.signOut(id, { leaveToken })
        ownStatus.forget(id)
        connectivity.forget(id)
        return snapshot
      },
    },
    connectivity: { list: () => connectivity.list() },
    demo: {
      start: async ({ as }) => {
        const account = await demo.start(as)
        changeSettings({ lastAccount: account.id })
        return account
      },
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
