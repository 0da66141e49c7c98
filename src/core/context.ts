import { formatFailure } from './infra/failure.ts'
import { join } from 'node:path'
import { Settings } from '../shared/app/settings.ts'
import type { Failure } from './infra/failure.ts'
import { AccountDocuments } from './accounts/account-documents.ts'
import { AccountFolders, accountFiles } from './accounts/account-folders.ts'
import { AccountFile } from './accounts/account-record.ts'
import { type AccountService, createAccountService } from './accounts/account-service.ts'
import { Accounts } from './accounts/accounts.ts'
import { SeenUsers } from './accounts/seen-users.ts'
import { ViewedUsers, ViewedUsersFile } from './accounts/viewed-users.ts'
import { ConnectivityLog, isUnreachable } from './connectivity/connectivity.ts'
import { CreateRecovery } from './create-recovery/create-recovery.ts'
import type { AccountContext, HostContext } from './features/feature.ts'
import type { Lock } from './features/lock/lock.ts'
import { archiveAuditLog } from './features/moderation/recovery/audit-log-archive.ts'
import { moveToAccounts } from './features/moderation/recovery/move-to-accounts.ts'
import { RecoveryFile, RecoveryNotices } from './features/moderation/recovery/recovery-notices.ts'
import type { Ports } from './features/ports.ts'
import type { SafeMode } from './features/safe-mode/safe-mode.ts'
import { watchedFetch } from './features/safe-mode/watched-fetch.ts'
import { createEvents } from './infra/events.ts'
import { type JsonFile, jsonFile } from './infra/files/json-file.ts'
import { createHook } from './infra/hook.ts'
import { systemClock } from './infra/time/clock.ts'
import { sleep } from './infra/time/scheduler.ts'
import { createOfflineService, createCachedService } from './response-cache/cached-service.ts'
import { watchLostAdminRights } from './response-cache/lost-admin-rights.ts'
import { ResponseCache } from './response-cache/response-cache.ts'
import { createMemorySecretStore } from './secrets/memory-secret-store.ts'
import { ServiceClient } from './service-client/service-client.ts'

/** Files and events of the application. Nothing is read yet but what is asked for. */
export function createHostContext(ports: Ports): HostContext {
  const log = ports.log.warn
  const inFolder = (name: string) => join(ports.dataFolder, name)
  const events = createEvents(log)
  const unsaved = (failure: Failure) => events.emit('unsaved', formatFailure(failure))
  const document: HostContext['document'] = (name, schema) =>
    jsonFile(inFolder(name), schema, log, unsaved)
  return {
    ports,
    log,
    clock: systemClock(ports.now),
    events,
    settings: document('settings.json', Settings),
    inFolder,
    document,
    unsaved,
  }
}

/** Opens the list of accounts, and moves the files of earlier versions into their folders. */
export function openAccounts(host: HostContext): JsonFile<AccountFile> {
  const { document, inFolder, log, ports } = host
  const file = document('accounts.json', AccountFile)
  // Without its accounts nothing can be done here, and what belongs to them would be taken for left over.
  file.assertReadable()
  moveToAccounts(ports.dataFolder, file.read().accounts, {
    auditLogs: inFolder('audit'),
    sharedRecoveries: new RecoveryNotices(
      inFolder('outbox.db'),
      document('outbox-rescues.json', RecoveryFile),
    ),
    log,
  })
  return file
}

interface Needs {
  file: JsonFile<AccountFile>
  lock: Lock
  safeMode: SafeMode
}

/** The accounts and the service as each of them, with all that watches what is asked and answered. */
export function createAccountContext(host: HostContext, { file, lock, safeMode }: Needs) {
  const { clock, document, events, inFolder, log, ports, unsaved } = host
  const { now } = clock
  const hooks: AccountContext['hooks'] = {
    answered: createHook(log),
    connectivity: createHook(log),
    tokenReplaced: createHook(log),
    retry: createHook(log),
    safeModeLeft: createHook(log),
    statusRead: createHook(log),
  }
  const mayAsk = (id: string) => safeMode.check(id)
  const fetch = watchedFetch(ports.fetch, () => safeMode)
  const client = new ServiceClient({ fetch, now, random: clock.random, sleep, log })
  const accounts = new Accounts({
    file,
    keychain: ports.keychain,
    session: createMemorySecretStore(),
    client,
    lock: () => lock.state(),
    assertMayRequest: mayAsk,
    onChange: (snapshot) => events.emit('accounts', snapshot),
    onTokenReplaced: (id) => hooks.tokenReplaced.call(id),
  })
  events.on('lock', ({ locked }) => {
    // guard: locked-tokens
    if (locked) accounts.dropTokens()
  })
  const folders = new AccountFolders({
    dataFolder: ports.dataFolder,
    isOnDisk: (id) => accounts.lifetime(id) === 'on-disk',
    archiveAuditLog: (database, owner) =>
      archiveAuditLog(database, owner, { folder: inFolder('audit'), now, log }),
    log,
  })
  folders.finishSignOuts(accounts.ids())
  const documents = new AccountDocuments({ folders, log, onUnsaved: unsaved })
  const answers = new ResponseCache({
    accounts: () => accounts.ids(),
    pathOf: (id) => folders.path(id, accountFiles.reads),
    now,
    log,
  })
  const rightsNow = watchLostAdminRights(
    accounts.ids().map((id) => accounts.account(id)),
    (id) => answers.forget(id),
  )
  events.on('accounts', (snapshot) => rightsNow(snapshot.accounts))
  const connectivity = new ConnectivityLog({
    now,
    onChange: (state) => events.emit('connectivity', state),
    lastGoodAt: (id) => answers.latestAnswerAt(id),
    onAnswer: (state, before) => hooks.connectivity.call(state, before),
  })
  const seenUsers = new SeenUsers()
  const createRecovery = new CreateRecovery()
  const instanceOf = (id: string) =>
    accounts.lifetime(id) === 'nowhere' ? undefined : accounts.account(id).baseUrl
  const service = (id: string): AccountService =>
    createRecovery.wrap(
      createAccountService(id, {
        accounts,
        client,
        connectivity,
        onAnswer(account, answer, row) {
          seenUsers.collect(account, answer)
          hooks.answered.call(account, row, answer)
        },
        onWrite: (account, row, input) => answers.onWrite(account, row, input),
      }),
    )
  const cachePorts = {
    answers,
    onCachedAnswer: (id: string, answer: unknown) => seenUsers.collect(id, answer),
  }
  const context: AccountContext = {
    ...host,
    lock,
    mayAsk,
    fetch,
    accounts,
    folders,
    documents,
    connectivity,
    createRecovery,
    seenUsers,
    viewed: new ViewedUsers(document('viewed-users.json', ViewedUsersFile), instanceOf),
    service,
    refresh: (id) => connectivity.observe(id, () => accounts.refresh(id)),
    instanceOf,
    hooks,
  }
  return {
    context,
    answers,
    /** The same service for what is only shown, which may be given answers from before. */
    kept: (bound: AccountService) =>
      createCachedService(bound, {
        ...cachePorts,
        isUnreachable: (id) => isUnreachable(connectivity.get(id).state),
      }),
    /** An account's service for what is only shown, which gives answers from before and asks nothing. */
    cached: (id: string) => createOfflineService(id, cachePorts),
    close: () => answers.close(),
    forgetAccount(id: string) {
      seenUsers.forget(id)
      documents.forget(id)
      answers.forget(id)
    },
  }
}
