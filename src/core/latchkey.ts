import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Settings } from '../shared/app/settings.ts'
import type { Envelope } from '../shared/failure.ts'
import { serviceOf } from './account-service.ts'
import { AccountFile } from './accounts/account-record.ts'
import { Accounts } from './accounts/accounts.ts'
import { Activities } from './activities/activities.ts'
import { Attention } from './attention/attention.ts'
import { AvatarBook } from './avatars/avatar-book.ts'
import { Avatars } from './avatars/avatars.ts'
import { PictureCache } from './avatars/picture-cache.ts'
import { ConnectivityLog } from './connectivity/connectivity.ts'
import { CreatedTokens, CreatedTokensFile } from './created-tokens/created-tokens.ts'
import { jsonFile } from './data/json-file.ts'
import { Demo, type DemoService } from './demo/demo.ts'
import { Device } from './device/device.ts'
import { type Events, createEvents } from './events.ts'
import { GpgKeyImport } from './gpg-keys/gpg-key-import.ts'
import { GpgProgram } from './gpg-keys/gpg-program.ts'
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
    remembers: (id) => accounts.lifetime(id),
  })
  const book = new AvatarBook()
  const service = (id: string) => serviceOf(id, { accounts, client, connectivity, book })

  const demo = new Demo(accounts, ports.startDemo)
  const otherAccounts = (id: string) => accounts.onSameInstance(id).map((other) => service(other))
  const createdTokens = new CreatedTokens({
    file: jsonFile(inFolder('created-tokens.json'), CreatedTokensFile, log),
    now,
    log,
  })
  const pictures = new PictureCache({ folder: inFolder('avatars'), now })
  const { home, fetch } = ports
  const signOut = async (id: string, options: { leaveToken?: boolean }) => {
    const snapshot = await accounts.signOut(id, options)
    for (const part of [ownStatus, createdTokens, connectivity, book]) part.forget(id)
    return snapshot
  }
  const handlers = createHandlers({
    accounts,
    activities: new Activities(now),
    attention: new Attention({ ownStatus, createdTokens, now }),
    avatars: new Avatars({
      fetch,
      book,
      cache: pictures,
      account: (id) => accounts.account(id),
      now,
    }),
    connectivity,
    createdTokens,
    demo,
    device: new Device({
      dataFolder: ports.dataFolder,
      accounts,
      signOut,
      resetSettings: () => settings.write(Settings.parse({})),
      caches: [pictures],
    }),
    events,
    gpgKeys: new GpgKeyImport({
      gpg: new GpgProgram({ environment: { ...process.env, HOME: home } }),
      now,
      otherAccounts,
    }),
    ownStatus,
    settings,
    signOut,
    sshKeys: new SshKeyImport({ home, hostName: hostname(), now, otherAccounts }),
  })
  return {
    invoke: createInvoke({ handlers, service, accounts, log }),
    on: events.on,
    async close() {
      for (const id of accounts.ids())
        if (accounts.lifetime(id) === 'in-memory') createdTokens.forget(id)
      await demo.stop()
    },
  }
}
