import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Settings } from '../shared/app/settings.ts'
import type { Envelope } from '../shared/failure.ts'
import { serviceOf } from './account-service.ts'
import { AccountFile } from './accounts/account-record.ts'
import { Accounts } from './accounts/accounts.ts'
import { ConnectivityLog } from './connectivity/connectivity.ts'
import { jsonFile } from './data/json-file.ts'
import { Demo, type DemoService } from './demo/demo.ts'
import { type Events, createEvents } from './events.ts'
import { createHandlers } from './handlers.ts'
import { createInvoke } from './invoke.ts'
import { SshKeyImport } from './local-keys/ssh-key-import.ts'
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
  /** The person's home folder, where keys and gpg's own folder lie. */
  home: string
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
  const service = (id: string) => serviceOf(id, { accounts, client, connectivity })

  const demo = new Demo(accounts, ports.startDemo)
  const otherAccounts = (id: string) => accounts.onSameInstance(id).map((other) => service(other))
  const handlers = createHandlers({
    accounts,
    connectivity,
    demo,
    events,
    ownStatus,
    settings,
    sshKeys: new SshKeyImport({ home: ports.home, hostName: hostname(), now, otherAccounts }),
  })
  return {
    invoke: createInvoke({ handlers, service, accounts, log }),
    on: events.on,
    close: () => demo.stop(),
  }
}
