import { z } from 'zod'
import { type UnformattedFailure, formatFailure } from './platform/failure.ts'
import { join } from 'node:path'
import { preferences, statusEndpoints, user } from '../shared/gitlab/current-user.ts'
import type { AnyEndpoint } from '../shared/gitlab/endpoint.ts'
import { Settings } from '../shared/operations/settings.ts'
import { AccountDocuments } from './accounts/account-documents.ts'
import { AccountFolders, accountFiles } from './accounts/account-folders.ts'
import { AccountFile } from './accounts/account-record.ts'
import { createAccountClient } from './accounts/account-client.ts'
import type { GitLabClient } from './gitlab/gitlab-client.ts'
import { Accounts } from './accounts/accounts.ts'
import { Computers } from './accounts/computers.ts'
import { SeenUsers } from './accounts/seen-users.ts'
import { PerAccount } from './accounts/per-account.ts'
import { ViewedUsers, ViewedUsersFile } from './accounts/viewed-users.ts'
import { ConnectivityLog, canCheckAgain } from './gitlab/connectivity/connectivity.ts'
import type { AccountContext, HostContext } from './context.ts'
import type { Lock } from './features/lock/lock.ts'
import { archiveAuditLog } from './jobs/audit-log-archive.ts'
import type { Ports } from './ports.ts'
import { RateLimitPause, Throttle } from './gitlab/throttle.ts'
import { createEvents } from './platform/events.ts'
import { type JsonFile, jsonFile } from './platform/files/json-file.ts'
import { createHook } from './platform/hook.ts'
import { noPolicy } from './platform/policy/policy.ts'
import { Ceilings } from './policy/ceilings.ts'
import { Exceptions } from './policy/exceptions.ts'
import { LimitsFile } from './policy/limits-file.ts'
import { RequiredReasons } from './policy/reasons.ts'
import { companyCertificates } from './policy/company-certificates.ts'
import { managedSettings } from './policy/managed-settings.ts'
import { systemClock } from './platform/time/clock.ts'
import { sleep } from './platform/time/scheduler.ts'
import { createCacheKey } from './gitlab/response-cache/cache-key.ts'
import { createOfflineClient, createCachedClient } from './gitlab/response-cache/cached-client.ts'
import { watchLostAdminRights } from './gitlab/response-cache/lost-admin-rights.ts'
import { ResponseCache } from './gitlab/response-cache/response-cache.ts'
import { createMemorySecretStore } from './platform/keychain/memory-secret-store.ts'
import { ApiClient } from './gitlab/api-client.ts'
import { createExchange } from './gitlab/exchange.ts'
import { OAuth } from './gitlab/oauth.ts'

/** The application's files and events. Files are read on first use. */
export function createHostContext(ports: Ports): HostContext {
  const log = ports.log.warn
  const inFolder: HostContext['inFolder'] = (name) => join(ports.dataFolder, name)
  const events = createEvents(log)
  const unsaved = (failure: UnformattedFailure) => events.emit('unsaved', formatFailure(failure))
  const document: HostContext['document'] = (name, schema) =>
    jsonFile(inFolder(name), schema, log, unsaved)
  const { policy = noPolicy } = ports
  const limits = document('limits.json', LimitsFile)
  const certificates = companyCertificates(policy, log)
  if (certificates.length > 0) ports.certificates.manage(certificates)
  return {
    ports,
    log,
    clock: ports.clock ?? systemClock(ports.now),
    events,
    settings: managedSettings(document('settings.json', Settings), policy),
    policy,
    ceilings: new Ceilings({ file: limits, policy, now: ports.now }),
    reasons: new RequiredReasons({ file: limits, policy }),
    exceptions: new Exceptions({ file: limits, now: ports.now }),
    inFolder,
    document,
    unsaved,
  }
}

/** Opens the list of accounts. */
export function openAccounts({ document }: HostContext): JsonFile<AccountFile> {
  const file = document('accounts.json', AccountFile)
  // Without this list, its accounts' folders would be mistaken for leftovers.
  file.assertReadable()
  return file
}

interface Dependencies {
  file: JsonFile<AccountFile>
  lock: Lock
}

/** The accounts, and a GitLab client for each. */
export function createAccountContext(host: HostContext, { file, lock }: Dependencies) {
  const { clock, document, ports, unsaved, log } = host
  const { now, random } = clock
  const hooks = createHooks(log)
  const client = new ApiClient({
    fetch: ports.fetch,
    now,
    random,
    sleep: ports.sleep ?? sleep,
    log,
  })
  const oauth = new OAuth({ exchange: createExchange({ fetch: ports.fetch, now }), now })
  const accounts = createAccounts(host, { file, lock, hooks, client, oauth })
  const instanceOf = (id: string) =>
    accounts.lifetime(id) === 'nowhere' ? undefined : accounts.account(id).baseUrl
  const folders = openAccountFolders(host, accounts)
  const documents = new AccountDocuments({ folders, log, onUnsaved: unsaved })
  const responses = openResponseCache(host, { accounts, folders, hooks })
  const connectivity = createConnectivity(host, { accounts, documents, hooks })
  const seenUsers = new SeenUsers()
  const throttles = createThrottles(host, { lock, documents, hooks })
  const clients = new PerAccount((id) =>
    createAccountClient(id, {
      accounts,
      client,
      connectivity,
      throttle: throttles.get(id),
      policy: host.policy,
      ceilings: host.ceilings,
      now,
      onAnswer(answer, endpoint, input) {
        seenUsers.collect(id, answer)
        hooks.answered.call(id, endpoint, answer, input)
      },
      onWrite: (endpoint, input, answer) =>
        updateResponses(responses, id, { endpoint, input, answer }),
    }),
  )
  const context: AccountContext = {
    ...host,
    lock,
    accounts,
    oauth,
    client,
    folders,
    documents,
    computers: new Computers(ports, accounts),
    connectivity,
    seenUsers,
    viewed: new ViewedUsers(document('viewed-users.json', ViewedUsersFile), instanceOf),
    throttle: (id) => throttles.get(id),
    gitlabOf: (id) => clients.get(id),
    refresh: (id) => connectivity.observe(id, () => accounts.refresh(id)),
    instanceOf,
    hooks,
  }
  return {
    context,
    responses,
    ...createReaders(context, responses),
    close: () => responses.close(),
    forgetAccount(id: string) {
      clients.forget(id)
      seenUsers.forget(id)
      documents.forget(id)
      throttles.forget(id)
      responses.forget(id)
    },
  }
}

function createHooks(log: HostContext['log']): AccountContext['hooks'] {
  return {
    answered: createHook(log),
    connectivity: createHook(log),
    tokenReplaced: createHook(log),
    accessChanged: createHook(log),
    retry: createHook(log),
    statusRead: createHook(log),
  }
}

interface AccountsDependencies extends Pick<AccountContext, 'hooks'> {
  file: JsonFile<AccountFile>
  lock: Lock
  client: ApiClient
  oauth: OAuth
}

/** Creates the list of accounts; locking clears the tokens in memory. */
function createAccounts(
  { events, policy, ports }: HostContext,
  needs: AccountsDependencies,
): Accounts {
  const { file, lock, hooks, client, oauth } = needs
  const accounts = new Accounts({
    file,
    keychain: ports.keychain,
    session: createMemorySecretStore(),
    client,
    oauth,
    policy,
    now: ports.now,
    lock: () => lock.state(),
    onChange: (snapshot) => events.emit('accounts', snapshot),
    onTokenReplaced(id, by) {
      if (by === 'person') hooks.accessChanged.call(id, 'token', 'replaced')
      hooks.tokenReplaced.call(id)
    },
  })
  events.on('lock', ({ locked }) => {
    // guard: locked-tokens
    if (locked) accounts.dropTokens()
  })
  return accounts
}

/** Opens the account folders after finishing any interrupted sign-out. */
function openAccountFolders(host: HostContext, accounts: Accounts): AccountFolders {
  const { clock, inFolder, log, ports } = host
  const folders = new AccountFolders({
    dataFolder: ports.dataFolder,
    isOnDisk: (id) => accounts.lifetime(id) === 'on-disk',
    archiveAuditLog: (folder, owner) =>
      archiveAuditLog(folder, owner, { auditLogs: inFolder('audit'), now: clock.now, log }),
    log,
  })
  folders.finishSignOuts(accounts.ids())
  return folders
}

const statusKey = createCacheKey(statusEndpoints.get, {}, 'one')!
const preferencesKey = createCacheKey(preferences.get, {}, 'one')!
const userKey = createCacheKey(user.get, {}, 'one')!

/**
 * Opens the response cache. When an account loses its admin rights, drops its cached responses and puts its queued
 * actions on hold.
 */
function openResponseCache(
  { clock, events, log }: HostContext,
  { accounts, folders, hooks }: Pick<AccountContext, 'accounts' | 'folders' | 'hooks'>,
): ResponseCache {
  const responses = new ResponseCache({
    accounts: () => accounts.ids(),
    pathOf: (id) => folders.path(id, accountFiles.reads),
    now: clock.now,
    log,
  })
  const checkRights = watchLostAdminRights(
    accounts.ids().map((id) => accounts.account(id)),
    (id) => {
      responses.forget(id)
      hooks.accessChanged.call(id, 'rights')
    },
  )
  events.on('accounts', (snapshot) => checkRights(snapshot.accounts))
  hooks.statusRead.subscribe((id, status, from) => {
    // The write deleted the cached status, and no screen will read it again.
    if (from === 'writing') responses.store(id, statusKey, status, responses.writeCount(id))
  })
  return responses
}

/** When an account's instance last responded, in milliseconds since 1970; up to a minute early after a crash. */
const LastConnected = z.object({ at: z.number().optional() })

function createConnectivity(
  { clock, events, log }: HostContext,
  { accounts, documents, hooks }: Pick<AccountContext, 'accounts' | 'documents' | 'hooks'>,
): ConnectivityLog {
  const fileOf = documents.define(accountFiles.lastConnected, LastConnected)
  return new ConnectivityLog({
    now: clock.now,
    after: clock.after,
    onChange(state) {
      events.emit('connectivity', state)
      const { account, lastGoodAt: at } = state
      if (at === undefined || !accounts.ids().includes(account)) return
      try {
        if (fileOf(account).read().at !== at) fileOf(account).write({ at })
      } catch (error) {
        // Without it, the next start shows an older time.
        log("The time of the last response couldn't be saved.", { error })
      }
    },
    lastGoodAt: (id) => (accounts.ids().includes(id) ? fileOf(id).read().at : undefined),
    onAnswer: (state, before) => hooks.connectivity.call(state, before),
  })
}

/**
 * A throttle per account. Unlocking, a restored connection, a new token, or a retry wakes all of the account's pending
 * work.
 */
function createThrottles(
  { clock, events, log }: HostContext,
  { lock, documents, hooks }: Pick<AccountContext, 'lock' | 'documents' | 'hooks'>,
): PerAccount<Throttle> {
  const pauseOf = documents.define(accountFiles.rateLimit, RateLimitPause)
  const throttles = new PerAccount(
    (id) =>
      new Throttle({
        clock,
        isLocked: () => lock.state().pausesQueue,
        pause: () => pauseOf(id),
        log,
      }),
  )
  events.on('lock', ({ locked }) => {
    if (!locked) for (const throttle of throttles.all()) throttle.wake()
  })
  events.on('accounts', () => {
    for (const throttle of throttles.all()) throttle.resume()
  })
  hooks.connectivity.subscribe(({ account, state }, before) => {
    if (state === 'online' && before !== 'online') throttles.find(account)?.reconnect()
  })
  hooks.tokenReplaced.subscribe((id) => throttles.find(id)?.probe())
  hooks.retry.subscribe((id) => throttles.find(id)?.probe())
  return throttles
}

/** Deletes the responses that a write may affect, except those that its own response updates: no screen reads them again. */
function updateResponses(
  responses: ResponseCache,
  account: string,
  { endpoint, input, answer }: { endpoint: AnyEndpoint; input: unknown; answer: unknown },
): void {
  const profile = endpoint === user.setAvatar ? responses.find(account, userKey) : undefined
  responses.onWrite(account, endpoint, input)
  const turn = responses.writeCount(account)
  if (endpoint === preferences.set && answer !== undefined) {
    responses.store(account, preferencesKey, answer, turn)
  }
  const { avatar_url } = (answer ?? {}) as { avatar_url?: unknown }
  if (profile && avatar_url !== undefined) {
    const changed = { ...(profile.answer as object), avatar_url }
    responses.store(account, userKey, changed, turn, profile.asOf)
  }
}

/** The clients for read-only calls by screens. */
function createReaders({ seenUsers, connectivity }: AccountContext, responses: ResponseCache) {
  const ports = {
    answers: responses,
    onCachedAnswer: (id: string, answer: unknown) => seenUsers.collect(id, answer),
  }
  return {
    /** Serves cached responses if GitLab can't be reached. */
    cachedClient: (gitlab: GitLabClient) =>
      createCachedClient(gitlab, {
        ...ports,
        isUnreachable: (id) => canCheckAgain(connectivity.get(id).state),
      }),
    /** Answers only from the cache, without sending requests. */
    offlineClient: (id: string) => createOfflineClient(id, ports),
  }
}
