import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { AppTable } from '../shared/app/index.ts'
import type { Operation } from '../shared/app/operation.ts'
import { Settings } from '../shared/app/settings.ts'
import type { Envelope } from '../shared/failure.ts'
import type { z } from 'zod'
import { serviceOf, type AccountService } from './account-service.ts'
import { AccountFile } from './accounts/account-record.ts'
import { Accounts } from './accounts/accounts.ts'
import { normalizeBaseUrl, tokenPage } from './accounts/base-url.ts'
import { ConnectivityLog } from './connectivity/connectivity.ts'
import { jsonFile } from './data/json-file.ts'
import { Demo, type DemoService } from './demo/demo.ts'
import { type Events, createEvents } from './events.ts'
import { createInvoke } from './invoke.ts'
import type { SecretStore } from './secrets/secret-store.ts'
import { createSessionStore } from './secrets/session-store.ts'
import { ServiceClient } from './service-client/service-client.ts'
import { OwnStatus, RecentStatusFile } from './status/own-status.ts'

/** What a host hands to the application. */
export interface Ports {
  /** See `ServiceClientPorts`. */
  fetch: typeof globalThis.fetch
  keychain: SecretStore
  /** Folder of this process alone, see `openDataFolder`. */
  dataFolder: string
  /** Milliseconds since 1970. */
  now(): number
  startDemo(): Promise<DemoService>
  /** For the person who runs the host; never holds a secret. */
  log(message: string): void
}

/** The application behind both hosts. */
export interface Latchkey {
  /** Calls `family.operation` of one of the two tables; answers every call, and never throws. */
  invoke(name: unknown, input: unknown, account?: unknown): Promise<Envelope>
  on: Events['on']
  close(): Promise<void>
}

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

/** Builds the application; nothing is asked of any network before `invoke`. */
export function createLatchkey(ports: Ports): Latchkey {
  const { now, log } = ports
  const inFolder = (name: string) => join(ports.dataFolder, name)
  const events = createEvents()
  const settings = jsonFile(inFolder('settings.json'), Settings, log)
  const client = new ServiceClient({
    fetch: ports.fetch,
    now,
    random: Math.random,
    sleep: async (milliseconds, signal) => void (await delay(milliseconds, undefined, { signal })),
  })
  const accounts = new Accounts({
    file: jsonFile(inFolder('accounts.json'), AccountFile, log),
    keychain: ports.keychain,
    session: createSessionStore(),
    client,
    changed: (snapshot) => events.emit('accounts', snapshot),
  })
  const connectivity = new ConnectivityLog(now, (state) => events.emit('connectivity', state))
  const ownStatus = new OwnStatus({
    recent: jsonFile(inFolder('recent-statuses.json'), RecentStatusFile, log),
    now,
  })
  const demo = new Demo(accounts, ports.startDemo)
  const service = (id: string) => serviceOf(id, { accounts, client, connectivity })

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

  const handlers: Handlers = {
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
  return {
    invoke: createInvoke({ handlers, service, accounts, log }),
    on: events.on,
    close: () => demo.stop(),
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
