import type { z } from 'zod'
import type { AppTable } from '../shared/app/index.ts'
import type { Operation } from '../shared/app/operation.ts'
import type { Settings } from '../shared/app/settings.ts'
import type { AccountsSnapshot } from '../shared/app/accounts.ts'
import type { AccountService } from './accounts/account-service.ts'
import type { Accounts } from './accounts/accounts.ts'
import { normalizeBaseUrl, tokenPage } from './network/base-url.ts'
import { activitiesCsv } from './features/activities/activities-csv.ts'
import type { AdminTokens } from './features/tokens/admin-tokens.ts'
import { administration } from './features/attention/administration.ts'
import type { Attention } from './features/attention/attention.ts'
import type { Avatars } from './features/avatars/avatars.ts'
import type { OwnCertificates } from './network/own-certificates.ts'
import type { ConnectivityLog } from './connectivity/connectivity.ts'
import type { Lookout } from './connectivity/reconnect.ts'
import type { Creations } from './create-recovery/create-recovery.ts'
import type { CreatedTokens } from './features/tokens/created-tokens.ts'
import type { JsonFile } from './infra/files/json-file.ts'
import type { Demo } from './features/demo/demo.ts'
import type { Desktop } from './features/desktop/desktop.ts'
import type { Device } from './features/device/device.ts'
import type { Diagnostics } from './features/diagnostics/diagnostics.ts'
import type { Directory } from './features/directory/directory.ts'
import type { DirectoryViews } from './features/directory/views.ts'
import { savePreferences, undoPreferences } from './features/preferences/own-preferences.ts'
import type { UserEdits } from './features/users/user-edits.ts'
import type { Events } from './infra/events.ts'
import type { GpgKeyImport } from './features/keys/gpg/gpg-key-import.ts'
import { gpgKeysOf, ownGpgKeys } from './features/keys/gpg/gpg-key-owner.ts'
import type { Audit } from './audit-log/audit.ts'
import type { SshKeyImport } from './features/keys/ssh/ssh-key-import.ts'
import { ownSshKeys, sshKeysOf } from './features/keys/ssh/ssh-key-owner.ts'
import type { Lock } from './features/lock/lock.ts'
import type { Outboxes } from './features/moderation/queues.ts'
import type { SafeMode } from './features/safe-mode/safe-mode.ts'
import type { SignOutOptions } from './features/accounts/sign-out.ts'
import type { OwnStatus } from './features/status/own-status.ts'
import type { Updates } from './features/updates/updates.ts'
import type { ViewAs } from './features/users/view-as.ts'

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

/** All but the cache, which answers calls of all others. */
export type OwnHandlers = Omit<Handlers, 'cache'>

/** The parts of the application that answer the screens. */
export interface Parts {
  accounts: Accounts
  adminTokens: AdminTokens
  attention: Attention
  audit: Audit
  avatars: Avatars
  certificates: OwnCertificates
  connectivity: ConnectivityLog
  createdTokens: CreatedTokens
  creations: Creations
  demo: Demo
  desktop: Desktop
  device: Device
  diagnostics: Diagnostics
  directory: Directory
  events: Events
  gpgKeys: GpgKeyImport
  lock: Lock
  lookout: Lookout
  outboxes: Outboxes
  ownStatus: OwnStatus
  safeMode: SafeMode
  settings: JsonFile<Settings>
  /** Ends an account and forgets all that is remembered of it. */
  signOut(id: string, options: SignOutOptions): Promise<AccountsSnapshot>
  sshKeys: SshKeyImport
  updates: Updates
  userEdits: UserEdits
  viewAs: ViewAs
  views: DirectoryViews
}

/** What answers each operation of the app's table. */
export function createHandlers(parts: Parts): OwnHandlers {
  const { accounts, connectivity, createdTokens, creations, demo, events, ownStatus, settings } =
    parts
  const { adminTokens, attention, avatars, desktop, device, gpgKeys } = parts
  const { certificates, diagnostics } = parts
  const {
    audit,
    directory,
    lock,
    lookout,
    outboxes,
    signOut,
    sshKeys,
    updates,
    userEdits,
    viewAs,
    views,
  } = parts
  const queueOf = ({ account }: AccountService) => outboxes.of(account)
  const actorOf = ({ account }: AccountService) => {
    const { baseUrl, user } = accounts.account(account)
    return { instance: baseUrl, id: user.id }
  }
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
      signOut: ({ id, ...options }) => signOut(id, options),
    },
    activities: {
      csv: (input) => activitiesCsv(input),
    },
    adminTokens: {
      createImpersonation: (token, me) => adminTokens.createImpersonation(me, token),
      createPersonal: (token, me) => adminTokens.createPersonal(me, token),
    },
    attention: {
      get: (_, me) => attention.get(me),
      administration: (_, me) =>
        administration(me, {
          queue: queueOf(me),
          directory,
          unseenFailures: (account) => desktop.unseenFailures(account),
        }),
    },
    avatars: {
      set: (picture, me) => avatars.set(me, picture),
      setFor: ({ user_id: id, ...picture }, me) => avatars.setFor(me, id, picture),
      of: ({ users }, me) => avatars.of(me, users),
    },
    bulk: {
      async preview(wanted, me) {
        await directory.prepare(me, wanted.selection)
        return queueOf(me).bulk.preview(me.account, wanted)
      },
      async start(wanted, me) {
        await directory.prepare(me, wanted.selection)
        return queueOf(me).bulk.start(me.account, wanted)
      },
      list: (_, me) => queueOf(me).bulk.list(me.account),
      get: ({ run }, me) => queueOf(me).bulk.get(me.account, run),
      pause: ({ run }, me) => queueOf(me).bulk.pause(me.account, run),
      resume: ({ run }, me) => queueOf(me).bulk.resume(me.account, run),
      cancel: ({ run }, me) => queueOf(me).bulk.cancel(me.account, run),
      retry: ({ run }, me) => queueOf(me).bulk.retry(me.account, run),
      report: ({ run, format }, me) => queueOf(me).bulk.report(me.account, run, format),
    },
    certificates: {
      list: () => certificates.list(),
      examine: ({ content }) => certificates.examine(Buffer.from(content, 'base64')),
      trust: ({ baseUrl, content, fingerprint }) =>
        certificates.trust(baseUrl, Buffer.from(content, 'base64'), fingerprint),
      forget: ({ origin, fingerprint }) => certificates.forget(origin, fingerprint),
    },
    connectivity: {
      list: () => connectivity.list(),
      tryNow: (_, me) => {
        queueOf(me).tryNow(me.account)
        return lookout.tryNow(me.account)
      },
      inUse: (said) => {
        lookout.inUse(said)
        return {}
      },
    },
    createdTokens: {
      createLimited: (input, me) => createdTokens.createLimited(me, input),
      list: (_, me) => createdTokens.list(me.account),
      forgetEntry: ({ id }, me) => createdTokens.forgetEntry(me.account, id),
    },
    creations: { look: ({ look }, me) => creations.look(me, look) },
    demo: {
      start: async ({ as }) => {
        const account = await demo.start(as)
        settings.keep({ ...settings.read(), lastAccount: account.id })
        events.emit('settings', settings.read())
        return account
      },
    },
    desktop: {
      takeVisit: () => ({ visit: desktop.visits.take() }),
      noticesPermitted({ permitted }) {
        // Whoever asks is a page in a browser, which is open on somebody's machine.
        if (permitted) desktop.noticing.start({ isSomebodyThere: () => true })
        else desktop.noticing.stop()
        return {}
      },
      actionsSeen(_, me) {
        desktop.actionsSeen(me.account)
        return {}
      },
    },
    device: {
      host: () => device.host(),
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
      leftovers: () => ({ items: device.leftovers.list() }),
      deleteLeftover({ name }) {
        device.leftovers.delete(name)
        return { items: device.leftovers.list() }
      },
    },
    diagnostics: {
      report: async ({ instances }) => ({ text: await diagnostics.report(instances) }),
      pageFailed: (error) => {
        diagnostics.pageFailed(error)
        return {}
      },
    },
    journal: {
      exists: (_, me) => ({
        exists: outboxes.journalOf(me.account).exists(actorOf(me)),
      }),
      list: (asked, me) => outboxes.journalOf(me.account).list(actorOf(me), asked),
      export: (asked, me) => outboxes.journalOf(me.account).export(actorOf(me), asked),
    },
    directory: {
      search: (query, me) => directory.search(me, query),
      count: ({ filters }, me) => directory.count(me, filters),
      neighbours: (query, me) => directory.neighbours(me, query),
      activities: (since, me) => directory.activities(me, since),
      person: ({ id }, me) => directory.known(me.account, id),
      state: (_, me) => directory.state(me.account),
      read: (options, me) => directory.read(me, options),
      stop: (_, me) => directory.stop(me.account),
      export: (query, me) => directory.export(me, query),
      views: (_, me) => views.list(me.account),
      saveView: (view, me) => views.save(me.account, view),
      removeView: ({ id }, me) => views.remove(me.account, id),
    },
    localGpgKeys: {
      scan: () => gpgKeys.scan(),
      read: ({ files }) => gpgKeys.read(files),
      list: (_, me) => gpgKeys.list(ownGpgKeys(me)),
      listFor: ({ user_id: id }, me) => gpgKeys.list(gpgKeysOf(me, id, audit)),
      import: ({ keys }, me) => gpgKeys.importAll(ownGpgKeys(me), idsOf(keys)),
      importFor: ({ user_id: id, keys }, me) =>
        gpgKeys.importAll(gpgKeysOf(me, id, audit), idsOf(keys)),
      renew: ({ key_id: keyId, localKeyId }, me) => gpgKeys.renew(me, keyId, localKeyId),
    },
    localSshKeys: {
      scan: () => sshKeys.scan(),
      read: ({ files }) => sshKeys.read(files),
      list: (_, me) => sshKeys.list(ownSshKeys(me)),
      listFor: ({ user_id: id }, me) => sshKeys.list(sshKeysOf(me, id, audit)),
      import: ({ keys }, me) => sshKeys.importAll(ownSshKeys(me), keys),
      importFor: ({ user_id: id, keys }, me) => sshKeys.importAll(sshKeysOf(me, id, audit), keys),
      renew: ({ key_id: keyId, ...changes }, me) => sshKeys.renew(me, keyId, changes),
    },
    lock: {
      state: () => lock.state(),
      lock: () => lock.lock('by-hand'),
      unlock: () => lock.unlock(),
      inUse() {
        lock.inUse()
        return {}
      },
      copied({ hash }) {
        lock.copied(hash)
        return {}
      },
      copySecret: ({ text }) => lock.copySecret(text),
    },
    outbox: {
      enqueue: (wanted, me) => queueOf(me).enqueue(me.account, wanted),
      get: ({ id }, me) => queueOf(me).get(me.account, id),
      list: (asked, me) => queueOf(me).list(me.account, asked),
      summary: (_, me) => queueOf(me).summary(me.account),
      cancel: ({ ids }, me) => queueOf(me).cancel(me.account, ids),
      sendNow: ({ ids }, me) => queueOf(me).sendNow(me.account, ids),
      retry: ({ ids }, me) => queueOf(me).retry(me.account, ids),
      cancelAll: (_, me) => queueOf(me).cancelAll(me.account),
      edit: ({ id, reason, note }, me) => queueOf(me).edit(me.account, id, { reason, note }),
      move: ({ id, to }, me) => queueOf(me).move(me.account, id, to),
      sendAllNow: (_, me) => queueOf(me).sendAllNow(me.account),
      decide: ({ id, decision }, me) => queueOf(me).decide(me.account, id, decision),
      hold: ({ held }, me) => queueOf(me).hold(me.account, held),
      rescues: (_, me) => outboxes.rescues(me.account),
      dismissRescue: ({ at }, me) => {
        outboxes.dismissRescue(me.account, at)
        return outboxes.rescues(me.account)
      },
    },
    ownPreferences: {
      save: (edit, me) => savePreferences(me, edit),
      undo: (edit, me) => undoPreferences(me, edit),
    },
    ownStatus: {
      get: (_, me) => ownStatus.get(me),
      save: (input, me) => ownStatus.save(me, input),
      set: (input, me) => ownStatus.set(me, input),
      clear: ({ base }, me) => ownStatus.clear(me, base),
      restore: ({ status }, me) => ownStatus.restore(me, status),
      recent: (_, me) => ownStatus.recent(me.account),
    },
    safeMode: {
      state: () => parts.safeMode.state(),
      leave() {
        const state = parts.safeMode.leave()
        for (const id of accounts.ids()) {
          outboxes.known(id)?.tryNow(id)
          void lookout.tryNow(id)
        }
        return state
      },
    },
    settings: {
      get: () => settings.read(),
      set: changeSettings,
    },
    updates: {
      get: () => updates.state,
      check: () => updates.check(),
      download: () => updates.download(),
      later: () => updates.later(),
      skip: () => updates.skip(),
      install: () => updates.install(),
    },
    userEdits: {
      save: (edit, me) => userEdits.save(me, edit),
      undo: (edit, me) => userEdits.undo(me, edit),
      create: (user, me) => userEdits.create(me, user),
    },
    viewAs: {
      get: ({ id }, me) => viewAs.get(me, id),
      activity: ({ id }, me) => viewAs.activity(me.account, id),
    },
  }
}

function idsOf(keys: readonly { localKeyId: string }[]): string[] {
  return keys.map((key) => key.localKeyId)
}

function once(act: () => unknown): () => void {
  let done = false
  return () => {
    if (done) return
    done = true
    act()
  }
}
