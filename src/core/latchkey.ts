import { hostname } from 'node:os'
import { join } from 'node:path'
import type { z } from 'zod'
import { Settings } from '../shared/app/settings.ts'
import type { Envelope, Failure } from '../shared/failure.ts'
import type { Unsent } from '../shared/unsent.ts'
import { type AccountService, serviceOf } from './account-service.ts'
import { AccountFile } from './accounts/account-record.ts'
import { Accounts } from './accounts/accounts.ts'
import { AdminTokens } from './admin-tokens/admin-tokens.ts'
import { Attention } from './attention/attention.ts'
import { AvatarBook } from './avatars/avatar-book.ts'
import { Avatars } from './avatars/avatars.ts'
import { PictureCaches } from './avatars/picture-caches.ts'
import { ConnectivityLog, isCutOff } from './connectivity/connectivity.ts'
import { Lookout } from './connectivity/lookout.ts'
import { Creations } from './creations/creations.ts'
import { CreatedTokens, CreatedTokensFile } from './created-tokens/created-tokens.ts'
import { AccountDocuments } from './data/account-documents.ts'
import { AccountFolders, accountFiles } from './data/account-folders.ts'
import { jsonFile } from './data/json-file.ts'
import { moveToAccounts } from './data/move-to-accounts.ts'
import { Demo } from './demo/demo.ts'
import { Desktop } from './desktop/desktop.ts'
import { DesktopFile } from './desktop/desktop-file.ts'
import { Device } from './device/device.ts'
import { Diagnostics } from './diagnostics/diagnostics.ts'
import { DirectoryFile } from './directory/directory-file.ts'
import { Directory } from './directory/directory.ts'
import { userIn } from './directory/user-answers.ts'
import { DirectoryViews, ViewsFile } from './directory/views.ts'
import { ViewedUsers, ViewedUsersFile } from './directory/viewed-users.ts'
import { UserEdits } from './edits/user-edits.ts'
import { type Events, createEvents } from './events.ts'
import { GpgKeyImport } from './gpg-keys/gpg-key-import.ts'
import { GpgProgram } from './gpg-keys/gpg-program.ts'
import { createHandlers } from './handlers.ts'
import { createInvoke } from './invoke.ts'
import { Audit } from './journal/audit.ts'
import { archiveAuditLog } from './journal/audit-log-archive.ts'
import { isolate } from './log/isolate.ts'
import { SshKeyImport } from './local-keys/ssh-key-import.ts'
import { Lock } from './lock/lock.ts'
import { Outboxes } from './outbox/outboxes.ts'
import { RescueFile, RescueNotices } from './outbox/rescue-notices.ts'
import type { Ports } from './ports.ts'
import { KeptAnswers } from './read-cache/kept-answers.ts'
import { cachedReads, keptReads } from './read-cache/kept-reads.ts'
import { watchRights } from './read-cache/lost-rights.ts'
import { SafeMode, StartsFile } from './safe-mode/safe-mode.ts'
import { watchStart } from './safe-mode/watch-start.ts'
import { watchedFetch } from './safe-mode/watched-fetch.ts'
import { createSessionStore } from './secrets/session-store.ts'
import { ServiceClient } from './service-client/service-client.ts'
import { createSignOut } from './sign-out.ts'
import { OwnStatus } from './status/own-status.ts'
import { RecentStatusFile } from './status/recent-statuses.ts'
import { daily, inTime, sleep } from './timers.ts'
import { unsentOf } from './unsent.ts'
import { UpdateFile, Updates } from './update/updates.ts'
import { ViewAs } from './view-as/view-as.ts'

/** The application behind both hosts. */
export interface Latchkey {
  /** Calls `family.operation` of one of the two tables; answers every call, and never throws. */
  invoke(name: unknown, input: unknown, account?: unknown): Promise<Envelope>
  on: Events['on']
  lock: Lock
  safeMode: Pick<SafeMode, 'crashed'>
  /** For what stands around the page: tray, menus, links, notices. */
  desktop: Desktop
  /** How many queued actions are not sent yet. */
  unsent(): Unsent
  close(): Promise<void>
}

/** Builds the application; before `invoke` nothing is asked of any network but what is queued. */
export function createLatchkey(ports: Ports): Latchkey {
  const { now } = ports
  const log = ports.log.warn
  const inFolder = (name: string) => join(ports.dataFolder, name)
  const events = createEvents(log)
  const unsaved = (failure: Failure) => events.emit('unsaved', failure)
  const document = <Schema extends z.ZodType>(name: string, schema: Schema) =>
    jsonFile(inFolder(name), schema, log, unsaved)
  const settings = document('settings.json', Settings)
  const accountsFile = document('accounts.json', AccountFile)
  // Without its accounts nothing can be done here, and what belongs to them would be taken for left over.
  accountsFile.check()
  const auditLogs = inFolder('audit')
  const sharedRescues = new RescueNotices(
    inFolder('outbox.db'),
    document('outbox-rescues.json', RescueFile),
  )
  moveToAccounts(ports.dataFolder, accountsFile.read().accounts, { auditLogs, sharedRescues, log })
  const fetch = watchedFetch(ports.fetch, () => safeMode)
  const client = new ServiceClient({ fetch, now, random: Math.random, sleep, log })
  const accounts = new Accounts({
    file: accountsFile,
    keychain: ports.keychain,
    session: createSessionStore(),
    client,
    lock: () => lock.state(),
    mayAsk: (id) => safeMode.check(id),
    changed: (snapshot) => events.emit('accounts', snapshot),
    tokenReplaced: (id) => outboxes.known(id)?.tryNow(id),
  })
  const startsFile = jsonFile(inFolder('starts.json'), StartsFile, log)
  const safeMode: SafeMode = new SafeMode({
    file: startsFile,
    accounts: accounts.ids(),
    after: inTime,
    watch: ({ bad, good }) => watchStart(inFolder('starts.json'), bad, good),
    changed: (state) => events.emit('safeMode', state),
  })
  const folders = new AccountFolders({
    dataFolder: ports.dataFolder,
    isOnDisk: (id) => accounts.lifetime(id) === 'on-disk',
    archiveAuditLog: (database, owner) =>
      archiveAuditLog(database, owner, { folder: auditLogs, now, log }),
    log,
  })
  folders.finish(accounts.ids())
  const documents = new AccountDocuments({ folders, log, unsaved })
  const answers = new KeptAnswers({
    accounts: () => accounts.ids(),
    pathOf: (id) => folders.path(id, accountFiles.reads),
    now,
    log,
  })
  const instanceOf = (id: string) =>
    accounts.lifetime(id) === 'nowhere' ? undefined : accounts.account(id).baseUrl
  const connectivity: ConnectivityLog = new ConnectivityLog({
    now,
    changed: (state) => events.emit('connectivity', state),
    lastGoodAt: (id) => answers.latest(id),
    noted(state, before) {
      isolate(log, () => lookout.noted(state, before))
      if (state.state === 'online' && before !== 'online') {
        isolate(log, () => outboxes.known(state.account)?.online(state.account))
      }
    },
  })
  const lookout: Lookout = new Lookout({
    log: connectivity,
    clock: { now, random: Math.random, after: inTime },
    instanceOf,
    ask: (id) => connectivity.observe(id, () => accounts.refresh(id, { once: true })),
  })
  const ownStatus = new OwnStatus({
    recent: documents.family(accountFiles.recentStatuses, RecentStatusFile),
    now,
    isSignedIn: (id) => accounts.lifetime(id) !== 'nowhere',
    seen: (id, status, from) => desktop.statusSeen({ account: id, status }, from),
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
            isolate(log, () => {
              book.note(account, answer)
              const user = userIn(row, answer)
              if (user) directory.patch(account, user)
            })
          },
        },
        wrote: (account, row, input) => answers.wrote(account, row, input),
      }),
    )

  const audit = new Audit({
    note: (account, entry) => outboxes.note(account, entry),
    account: (id) => accounts.account(id),
    usernameOf: (account, id) => book.usernameOf(account, id),
    unsaved,
    log,
  })
  const demo = new Demo(accounts, async () => {
    const started = await ports.startDemo()
    // Another one may have been there before, and have been killed.
    viewed.forgetInstance(started.url)
    return started
  })
  const otherAccounts = (id: string) => accounts.onSameInstance(id).map((other) => service(other))
  const createdTokens = new CreatedTokens({
    fileOf: documents.family(accountFiles.createdTokens, CreatedTokensFile),
    now,
  })
  const pictures = new PictureCaches({
    accounts: () => accounts.ids(),
    folderOf: (id) => folders.path(id, accountFiles.pictures),
    now,
  })
  const { home } = ports
  const viewed = new ViewedUsers(document('viewed-users.json', ViewedUsersFile), instanceOf)
  const directory: Directory = new Directory({
    accounts: () => accounts.ids(),
    fileOf: (account) =>
      new DirectoryFile({ account, path: folders.path(account, accountFiles.directory), log }),
    refresh: (id) => connectivity.observe(id, () => accounts.refresh(id)),
    pictures: book,
    pendingOf: (id, users) => outboxes.known(id)?.pendingOf(id, users) ?? new Map(),
    beingDeleted: (id, users) => outboxes.known(id)?.beingDeleted(id, users) ?? new Set(),
    viewed,
    tell: (news) => events.emit('directory', news),
    now,
    log,
  })
  const views = new DirectoryViews(documents.family(accountFiles.views, ViewsFile))
  const outboxes: Outboxes = new Outboxes({
    pathOf: (id) => folders.path(id, accountFiles.queue),
    rescuesOf: documents.family(accountFiles.queueRescues, RescueFile),
    sharedRescues,
    accounts: {
      ids: () => accounts.ids(),
      account: (id) => accounts.account(id),
      refresh: (id) => connectivity.observe(id, () => accounts.refresh(id)),
    },
    service,
    people: directory,
    viewed,
    settings: () => settings.read(),
    isPaused: () => lock.state().pausesQueue,
    clock: { now, random: Math.random, after: inTime },
    tell: (news) => events.emit('outbox', news),
    log,
  })
  outboxes.openAll()
  events.on('accounts', () => outboxes.accountsChanged())
  const rightsNow = watchRights(
    accounts.ids().map((id) => accounts.account(id)),
    (id) => answers.forget(id),
  )
  events.on('accounts', (snapshot) => rightsNow(snapshot.accounts))
  events.on('settings', () => outboxes.wake())
  const updateFile = document('updates.json', UpdateFile)
  const updates = new Updates({
    source: ports.updates ?? { off: 'browser' },
    file: updateFile,
    wanted() {
      const { updateChannel: channel, updateChecks: checks } = settings.read()
      return { channel, checks }
    },
    now,
    after: inTime,
    changed: (state) => events.emit('updates', state),
    log,
  })
  updates.start()
  events.on('settings', () => updates.settingsChanged())
  const lock = new Lock({
    presence: ports.presence,
    settings: () => settings.read(),
    clock: { now, after: inTime },
    changed: (state) => events.emit('lock', state),
  })
  lock.watch()
  events.on('settings', () => lock.watch())
  events.on('lock', ({ locked }) => {
    // guard: locked-tokens
    if (locked) accounts.dropTokens()
    else outboxes.wake()
  })
  const endHousekeeping = daily(() => outboxes.prune())
  outboxes.start()
  const attention = new Attention({ ownStatus, createdTokens, now })
  // What was told is written in passing; that it may be told again is not worth a word.
  const desktopFile = jsonFile(inFolder('desktop.json'), DesktopFile, log)
  const desktop = new Desktop({
    accounts,
    file: desktopFile,
    settings: () => settings.read(),
    recent: (id) => ownStatus.recent(id),
    readStatus: (id) => ownStatus.get(service(id)),
    look: async (id) => (await attention.get(service(id))).items,
    summary: (id) => outboxes.summary(id),
    events,
    log,
    clock: { now, after: inTime },
  })
  const signOut = createSignOut({
    accounts,
    outboxes,
    folders,
    parts: [creations, lookout, book, directory, documents, answers, pictures, desktop],
    unsaved,
    log,
  })
  const handlers = createHandlers({
    accounts,
    adminTokens: new AdminTokens({ audit, now }),
    attention,
    audit,
    certificates: ports.certificates,
    avatars: new Avatars({
      fetch,
      book,
      cacheOf: (id) => pictures.of(id),
      account: (id) => accounts.account(id),
      mayAsk: (id) => safeMode.check(id),
      audit,
      now,
    }),
    connectivity,
    createdTokens,
    creations,
    demo,
    diagnostics: new Diagnostics({
      host: ports.host,
      version: ports.version,
      accounts,
      certificates: ports.certificates,
      connectivity,
      outboxes,
      log: ports.log,
    }),
    directory,
    desktop,
    device: new Device({
      host: ports.host,
      package: ports.package,
      noticesFail: () => desktop.noticesFail,
      dataFolder: ports.dataFolder,
      accounts,
      signOut,
      resetSettings() {
        settings.remove()
        updateFile.remove()
      },
      caches: [pictures, directory, answers],
      inUse: {
        logs: () => ports.log.file.clear(),
        'viewed-users.json': () => viewed.clear(),
        'desktop.json': () => desktopFile.remove(),
        'starts.json': () => startsFile.remove(),
      },
      logs: ports.log.file.path,
      records: [viewed, ports.certificates, ports.log.file],
    }),
    events,
    gpgKeys: new GpgKeyImport({
      gpg: new GpgProgram({ environment: { ...process.env, HOME: home } }),
      now,
      otherAccounts,
    }),
    lock,
    lookout,
    outboxes,
    ownStatus,
    safeMode,
    settings,
    signOut,
    updates,
    userEdits: new UserEdits(audit),
    viewAs: new ViewAs({ viewed, directory, audit, now }),
    sshKeys: new SshKeyImport({ home, hostName: hostname(), now, otherAccounts }),
    views,
  })
  const given = { answers, gave: (id: string, answer: unknown) => book.note(id, answer) }
  return {
    invoke: createInvoke({
      handlers,
      service,
      kept: (bound) =>
        keptReads(bound, { ...given, isCutOff: (id) => isCutOff(connectivity.of(id).state) }),
      cached: (id) => cachedReads(id, given),
      accounts,
      audit,
      lock,
      log: ports.log,
    }),
    on: lock.silences(events.on),
    lock,
    safeMode,
    desktop,
    unsent: () => unsentOf(accounts, outboxes),
    async close() {
      endHousekeeping()
      updates.close()
      lookout.close()
      desktop.close()
      lock.close()
      await outboxes.close()
      for (const id of accounts.ids()) {
        if (accounts.lifetime(id) === 'in-memory')
          viewed.forgetInstance(accounts.account(id).baseUrl)
      }
      directory.close()
      answers.close()
      await demo.stop()
      isolate(log, () => safeMode.close())
    },
  }
}
