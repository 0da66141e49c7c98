import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Settings } from '../shared/app/settings.ts'
import type { Envelope } from '../shared/failure.ts'
import type { AdminListUser } from '../shared/service/user-fields.ts'
import { users } from '../shared/service/users.ts'
import type { Unsent } from '../shared/unsent.ts'
import type { AnyEndpoint } from '../shared/service/endpoint.ts'
import { type AccountService, serviceOf } from './account-service.ts'
import { AccountFile } from './accounts/account-record.ts'
import { Accounts } from './accounts/accounts.ts'
import { Activities } from './activities/activities.ts'
import { AdminTokens } from './admin-tokens/admin-tokens.ts'
import { Attention } from './attention/attention.ts'
import { AvatarBook } from './avatars/avatar-book.ts'
import { Avatars } from './avatars/avatars.ts'
import { PictureCache } from './avatars/picture-cache.ts'
import { ConnectivityLog, isCutOff } from './connectivity/connectivity.ts'
import { Lookout } from './connectivity/lookout.ts'
import { Creations } from './creations/creations.ts'
import { CreatedTokens, CreatedTokensFile } from './created-tokens/created-tokens.ts'
import { jsonFile } from './data/json-file.ts'
import { Demo, type DemoService } from './demo/demo.ts'
import { Device } from './device/device.ts'
import { DirectoryFile } from './directory/directory-file.ts'
import { Directory } from './directory/directory.ts'
import { DirectoryViews, ViewsFile } from './directory/views.ts'
import { type Events, createEvents } from './events.ts'
import { GpgKeyImport } from './gpg-keys/gpg-key-import.ts'
import { GpgProgram } from './gpg-keys/gpg-program.ts'
import { createHandlers } from './handlers.ts'
import { createInvoke } from './invoke.ts'
import { Audit } from './journal/audit.ts'
import { Journal } from './journal/journal.ts'
import { SshKeyImport } from './local-keys/ssh-key-import.ts'
import { openOutbox } from './outbox/database.ts'
import { Outbox } from './outbox/outbox.ts'
import { RescueFile, RescueNotices } from './outbox/rescue-notices.ts'
import { KeptAnswers } from './read-cache/kept-answers.ts'
import { keptReads } from './read-cache/kept-reads.ts'
import { watchRights } from './read-cache/lost-rights.ts'
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
  /** How many queued actions are not sent yet. */
  unsent(): Unsent
  close(): Promise<void>
}

/** Builds the application; before `invoke` nothing is asked of any network but what is queued. */
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
  const answers = new KeptAnswers({
    path: inFolder('reads.db'),
    accounts: () => accounts.ids(),
    isOnDisk: (id) => accounts.lifetime(id) === 'on-disk',
    now,
    log,
  })
  const connectivity: ConnectivityLog = new ConnectivityLog({
    now,
    changed: (state) => events.emit('connectivity', state),
    lastGoodAt: (id) => answers.latest(id),
    noted(state, before) {
      lookout.noted(state, before)
      if (state.state === 'online' && before !== 'online') outbox.online(state.account)
    },
  })
  const lookout: Lookout = new Lookout({
    log: connectivity,
    clock: { now, random: Math.random, after: inTime },
    instanceOf: (id) =>
      accounts.lifetime(id) === 'nowhere' ? undefined : accounts.account(id).baseUrl,
    ask: (id) => connectivity.observe(id, () => accounts.refresh(id, { once: true })),
  })
  const ownStatus = new OwnStatus({
    recent: jsonFile(inFolder('recent-statuses.json'), RecentStatusFile, log),
    now,
    remembers: (id) => accounts.lifetime(id),
  })
  const book = new AvatarBook()
  const creations = new Creations()
  const service = (id: string): AccountService =>
    creations.over(
      serviceOf(id, {
        accounts,
        client,
        connectivity,
        book: {
          note(account, answer, row) {
            book.note(account, answer)
            if (tellsOfPerson.has(row)) directory.patch(account, answer as AdminListUser)
          },
        },
        wrote: (account, row, input) => answers.wrote(account, row, input),
      }),
    )

  const rescues = new RescueNotices(
    inFolder('outbox.db'),
    jsonFile(inFolder('outbox-rescues.json'), RescueFile, log),
  )
  const outboxFile = openOutbox(inFolder('outbox.db'), log, (rescue) => rescues.add(rescue))
  const journal = new Journal({ database: outboxFile, now })
  const audit = new Audit({
    journal,
    account: (id) => accounts.account(id),
    usernameOf: (account, id) => book.usernameOf(account, id),
    log,
  })
  const demo = new Demo(accounts, async () => {
    const started = await ports.startDemo()
    // Another one may have been there before, and have been killed.
    journal.forgetInstance(started.url)
    return started
  })
  const otherAccounts = (id: string) => accounts.onSameInstance(id).map((other) => service(other))
  const createdTokens = new CreatedTokens({
    file: jsonFile(inFolder('created-tokens.json'), CreatedTokensFile, log),
    now,
    log,
  })
  const pictures = new PictureCache({ folder: inFolder('avatars'), now })
  const { home, fetch } = ports
  const directory: Directory = new Directory({
    file: new DirectoryFile({
      path: inFolder('directory.db'),
      accounts: () => accounts.ids(),
      log,
    }),
    refresh: (id) => connectivity.observe(id, () => accounts.refresh(id)),
    pictures: book,
    pendingOf: (account, ids) => outbox.pendingOf(account, ids),
    tell: (news) => events.emit('directory', news),
    now,
    log,
  })
  const views = new DirectoryViews(jsonFile(inFolder('directory-views.json'), ViewsFile, log))
  const outbox: Outbox = new Outbox(outboxFile, {
    accounts: {
      ids: () => accounts.ids(),
      account: (id) => accounts.account(id),
      refresh: (id) => connectivity.observe(id, () => accounts.refresh(id)),
    },
    service,
    people: directory,
    journal,
    settings: () => settings.read(),
    clock: { now, random: Math.random, after: inTime },
    tell: (news) => events.emit('outbox', news),
    log,
  })
  events.on('accounts', () => outbox.accountsChanged())
  const rightsNow = watchRights(
    accounts.ids().map((id) => accounts.account(id)),
    (id) => answers.forget(id),
  )
  events.on('accounts', (snapshot) => rightsNow(snapshot.accounts))
  events.on('settings', () => outbox.settingsChanged())
  const endHousekeeping = daily(() => outbox.prune())
  outbox.start()
  const signOut = async (id: string, options: { leaveToken?: boolean }) => {
    const { baseUrl, user } = accounts.account(id)
    const snapshot = await accounts.signOut(id, options)
    outbox.forget(baseUrl, user)
    for (const part of [
      ownStatus,
      createdTokens,
      creations,
      lookout,
      book,
      directory,
      views,
      answers,
    ])
      part.forget(id)
    return snapshot
  }
  const handlers = createHandlers({
    accounts,
    activities: new Activities(now),
    adminTokens: new AdminTokens({ audit, now }),
    attention: new Attention({ ownStatus, createdTokens, now }),
    audit,
    avatars: new Avatars({
      fetch,
      book,
      cache: pictures,
      account: (id) => accounts.account(id),
      audit,
      now,
    }),
    connectivity,
    createdTokens,
    creations,
    demo,
    directory,
    device: new Device({
      dataFolder: ports.dataFolder,
      accounts,
      signOut,
      resetSettings: () => settings.write(Settings.parse({})),
      caches: [pictures, directory, answers],
      records: [journal],
    }),
    events,
    gpgKeys: new GpgKeyImport({
      gpg: new GpgProgram({ environment: { ...process.env, HOME: home } }),
      now,
      otherAccounts,
    }),
    journal,
    lookout,
    outbox,
    ownStatus,
    rescues,
    settings,
    signOut,
    sshKeys: new SshKeyImport({ home, hostName: hostname(), now, otherAccounts }),
    views,
  })
  return {
    invoke: createInvoke({
      handlers,
      service,
      kept: (bound) =>
        keptReads(bound, {
          answers,
          isCutOff: (id) => isCutOff(connectivity.of(id).state),
          gave: (id, answer) => book.note(id, answer),
        }),
      accounts,
      audit,
      log,
    }),
    on: events.on,
    unsent() {
      const counts = { kept: 0, lost: 0 }
      for (const id of accounts.ids()) {
        const isKept = accounts.lifetime(id) !== 'in-memory'
        counts[isKept ? 'kept' : 'lost'] += outbox.unsent(id)
      }
      return counts
    },
    async close() {
      endHousekeeping()
      lookout.close()
      await outbox.close()
      for (const id of accounts.ids()) {
        if (accounts.lifetime(id) !== 'in-memory') continue
        for (const part of [createdTokens, directory, views]) part.forget(id)
        const { baseUrl, user } = accounts.account(id)
        outbox.forget(baseUrl, user)
        journal.forgetInstance(baseUrl)
      }
      directory.close()
      answers.close()
      await demo.stop()
      outboxFile.close()
    },
  }
}

/** Answers that are one person as administrators see them. */
const tellsOfPerson = new Set<AnyEndpoint>([users.get, users.create, users.modify])

/** Does something now and once a day; returns what ends it. */
function daily(act: () => void): () => void {
  act()
  const timer = setInterval(act, 24 * 60 * 60_000)
  timer.unref()
  return () => clearInterval(timer)
}

/** A timer that keeps no process alive. */
function inTime(milliseconds: number, callback: () => void): () => void {
  const timer = setTimeout(callback, milliseconds)
  timer.unref()
  return () => clearTimeout(timer)
}
