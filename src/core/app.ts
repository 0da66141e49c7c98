import type { JobList } from '../shared/operations/jobs.ts'
import type { UnsentCounts } from '../shared/rules/unsent.ts'
import type { Accounts } from './accounts/accounts.ts'
import { Audit } from './audit-log/audit.ts'
import { createAccountContext, createHostContext, openAccounts } from './create-context.ts'
import { type AccountsFeature, accountsFeature } from './features/accounts/feature.ts'
import { activitiesFeature } from './features/activities/feature.ts'
import { attentionFeature } from './features/attention/feature.ts'
import { type IgnoredItems, openIgnoredItems } from './features/attention/ignored-items.ts'
import { auditLogFeature } from './features/audit-log/feature.ts'
import { type AvatarsFeature, avatarsFeature } from './features/avatars/feature.ts'
import { commandLineFeature } from './features/command-line/feature.ts'
import { type CredentialsFeature, credentialsFeature } from './features/credentials/feature.ts'
import { demoFeature } from './features/demo/feature.ts'
import { dependentsFeature } from './features/dependents/feature.ts'
import type { Desktop } from './features/desktop/desktop.ts'
import { type DesktopFeature, desktopFeature } from './features/desktop/feature.ts'
import { deviceFeature } from './features/device/feature.ts'
import { diagnosticsFeature } from './features/diagnostics/feature.ts'
import { type DirectoryFeature, directoryFeature } from './features/directory/feature.ts'
import { expiriesFeature } from './features/expiries/feature.ts'
import { type Feature, handlersOf } from './features/feature.ts'
import { instancesFeature } from './features/instances/feature.ts'
import { jobsFeature } from './features/jobs/feature.ts'
import type { AccountContext, Context } from './context.ts'
import { type KeysFeature, keysFeature } from './features/keys/feature.ts'
import { layoutFeature } from './features/layout/feature.ts'
import { limitsFeature } from './features/limits/feature.ts'
import { lookupFeature } from './features/lookup/feature.ts'
import { lockFeature } from './features/lock/feature.ts'
import type { Lock } from './features/lock/lock.ts'
import { type ModerationFeature, moderationFeature } from './features/moderation/feature.ts'
import { onboardingFeature } from './features/onboarding/feature.ts'
import type { Ports } from './ports.ts'
import { policyFeature } from './features/policy/feature.ts'
import { preferencesFeature } from './features/preferences/feature.ts'
import { reportsFeature } from './features/reports/feature.ts'
import { type ReviewFeature, reviewFeature } from './features/review/feature.ts'
import { type RulesFeature, rulesFeature } from './features/rules/feature.ts'
import { serviceAccountsFeature } from './features/service-accounts/feature.ts'
import { settingsFeature } from './features/settings/feature.ts'
import { setupFeature } from './features/setup/feature.ts'
import { statusFeature } from './features/status/feature.ts'
import { tokensFeature } from './features/tokens/feature.ts'
import { type UpdatesFeature, updatesFeature } from './features/updates/feature.ts'
import { usersFeature } from './features/users/feature.ts'
import type { Events } from './platform/events.ts'
import type { LogFunction } from './platform/log/log.ts'
import { type Invoke, createInvoke } from './invoke.ts'

/** The application shared by both hosts. */
export interface Latchkey {
  invoke: Invoke
  on: Events['on']
  lock: Lock
  /** Desktop integration: tray, menus, links, notifications. */
  desktop: Desktop
  /** Number of queued actions that haven't been sent yet. */
  unsent(): UnsentCounts
  /** Resolves once the configured language is loaded. */
  speaking: Promise<void>
  close(): Promise<void>
}

/** Builds the application. Until `invoke` is called, the only network requests are for queued or scheduled work. */
export function createLatchkey(ports: Ports): Latchkey {
  const base = createBase(ports)
  const { context, lock } = base
  const { features, desktop, jobs, audit, settings } = createFeatures(base)
  const { accounts, events, hooks, log, gitlabOf, policy, reasons } = context
  // Runs before pending work is sent, which starts in a later turn of the event loop.
  for (const id of accounts.ids()) {
    if (accounts.account(id).token === 'missing') hooks.accessChanged.call(id, 'token', 'missing')
  }
  return {
    invoke: createInvoke({
      ...base,
      accounts,
      policy,
      reasons,
      audit,
      handlers: handlersOf(features),
      lock: lock.lock,
      log: ports.log,
      gitlabOf,
    }),
    on: lock.lock.filterEvents(events.on),
    lock: lock.lock,
    desktop: desktop.desktop,
    unsent: () => countUnsent(accounts, jobs),
    speaking: settings.speaking,
    close: () => closeAll([...features, base], log),
  }
}

/** Creates the accounts and the two features they depend on. */
function createBase(ports: Ports) {
  const host = createHostContext(ports)
  const file = openAccounts(host)
  const lock = lockFeature(host)
  return { ...createAccountContext(host, { file, lock: lock.lock }), lock }
}

type Base = ReturnType<typeof createBase>

/** All features, in closing order. */
function createFeatures(base: Base) {
  const background = jobsFeature(base.context)
  const dependents = dependentsFeature(base.context)
  const { jobs, runs } = background
  const administration = createAdministration(base.context, {
    jobs,
    runs,
    dependentsOf: dependents.dependentsOf,
    createdBy: (id, run) => onboarding.onboarding.createdBy(id, run),
  })
  const { directory, moderation, audit } = administration
  const context: Context = { ...base.context, audit }
  const accounts = accountsFeature(context, {
    features: () => [...features, base],
    jobs,
    recordCredential: (account, credential) => setup.changes.record(account, credential),
  })
  const ignored = openIgnoredItems(context)
  const keys = keysFeature(context, {
    cachedClientOf: base.offlineClient,
    ignoredOf: (account) => ignored.of(account),
  })
  const overview = createOverview(context, {
    ...administration,
    accounts,
    keys,
    cachedClientOf: base.offlineClient,
    ignored,
    jobsOf: (id) => runs.list(id),
    dueReviewsOf: (id) => review.dueReviews(id),
    proposalsOf: (id) => rules.proposals(id),
  })
  const { attention, desktop, status, tokens } = overview
  const avatars = avatarsFeature(context)
  const updates = updatesFeature(context)
  const settings = settingsFeature(context)
  const onboarding = onboardingFeature(context, { jobs, runs, ...directory })
  const setup = setupFeature(context, {
    cachedClient: base.cachedClient,
    keysOf(computer) {
      const { ssh, gpgKeysOf, findGpgSigningKey } = keys.keysOf(computer)
      return {
        scanKeys: () => ssh.scanFiles(),
        readKey: (file) => ssh.readPair(file),
        otherAccountsWithKey: (account) => ssh.otherAccountsWithKey(account),
        gpgKeys: gpgKeysOf,
        findGpgSigningKey,
        importKey: (gitlab, key, title, options) => ssh.add(gitlab, key, title, options),
      }
    },
  })
  const review = reviewFeature(context, {
    jobs,
    runs,
    directory: directory.directory,
    scanKeys: (account) => keys.keysOf(context.computers.of(account)).ssh.scanFiles(),
  })
  const credentials = credentialsFeature(context, { jobs, runs, ...directory, ...review })
  review.useOwnTokens(credentials)
  const rules = rulesFeature(context, { ...directory, ...moderation })
  const features = [
    updates,
    instancesFeature(context),
    desktop,
    base.lock,
    onboarding,
    background,
    moderation,
    usersFeature(context, directory),
    directory,
    accounts,
    activitiesFeature(context),
    attention,
    commandLineFeature(context),
    credentials,
    auditLogFeature(context, { auditLogOf: (id) => jobs.of(id).auditLog }),
    avatars,
    createDevice(base, { accounts, avatars, credentials, desktop, directory, setup, updates }),
    diagnosticsFeature(context, { jobs }),
    expiriesFeature(context, tokens),
    keys,
    layoutFeature(context),
    limitsFeature(context, { addEntry: (account, entry) => jobs.note(account, entry) }),
    policyFeature(context),
    preferencesFeature(),
    reportsFeature(context, {
      directory: directory.directory,
      credentials,
      auditLogIfOpen: (id) => jobs.ifOpen(id)?.auditLog,
    }),
    lookupFeature(context, { ...review, ...credentials }),
    review,
    rules,
    serviceAccountsFeature(),
    settings,
    setup,
    status,
    tokens,
    demoFeature(context),
    dependents,
  ] as const
  background.start()
  return { features, desktop, jobs, audit, settings }
}

/** Creates the features for users, the queue, and the audit log. */
function createAdministration(
  context: AccountContext,
  {
    jobs,
    runs,
    createdBy,
    dependentsOf,
  }: Omit<Parameters<typeof moderationFeature>[1], 'directory'>,
) {
  const { accounts, seenUsers, log, unsaved } = context
  const directory = directoryFeature(context, {
    pendingOf: (id, users) => moderation.queueIfOpen(id)?.pendingOf(users) ?? new Map(),
    auditLogIfOpen: (id) => jobs.ifOpen(id)?.auditLog,
    beingDeleted: (id, users) => moderation.queueIfOpen(id)?.beingDeleted(users) ?? new Set(),
  })
  const moderation: ModerationFeature = moderationFeature(context, {
    jobs,
    runs,
    dependentsOf,
    directory: directory.directory,
    createdBy,
  })
  const audit = new Audit({
    addEntry: (account, entry) => jobs.note(account, entry),
    account: (id) => accounts.account(id),
    usernameOf: (account, id) => seenUsers.username(account, id),
    onUnsaved: unsaved,
    log,
  })
  return { directory, moderation, audit }
}

/** Status, tokens, attention items, and their desktop integration. */
function createOverview(
  context: Context,
  {
    accounts,
    directory,
    moderation,
    keys,
    cachedClientOf,
    ignored,
    jobsOf,
    dueReviewsOf,
    proposalsOf,
  }: Pick<Administration, 'directory' | 'moderation'> & {
    accounts: AccountsFeature
    keys: KeysFeature
    cachedClientOf: Base['offlineClient']
    ignored: IgnoredItems
    jobsOf: (account: string) => JobList
    dueReviewsOf: ReviewFeature['dueReviews']
    proposalsOf: RulesFeature['proposals']
  },
) {
  const { gitlabOf } = context
  const status = statusFeature(context, { onPresetsChange: () => desktop.desktop.refresh() })
  const tokens = tokensFeature(context, accounts)
  const attention = attentionFeature(context, {
    ...status,
    ...tokens,
    ...directory,
    unprotectedKeys: keys.unprotectedKeys,
    cachedClientOf,
    ignored,
    queueOf: (id) => moderation.queueOf(id),
    jobsOf,
    dueReviewsOf,
    proposalsOf,
    unseenFailures: (id) => desktop.desktop.unseenFailures(id),
  })
  const desktop: DesktopFeature = desktopFeature(context, {
    readAttention: async (id) => (await attention.read(gitlabOf(id))).items,
    readStatus: (id) => status.ownStatus.get(gitlabOf(id)),
    statusEndOf: (id, current) => status.times.endOf(id, current),
    recent: (id) => status.ownStatus.recent(id),
    presets: status.presetsOf,
    isQuiet: (id) => status.times.isQuiet(id),
    summary: (id) => moderation.summary(id),
    dueReviews: (id) => dueReviewsOf(id).length,
  })
  return { status, tokens, attention, desktop }
}

type Administration = ReturnType<typeof createAdministration>

interface DeviceParts {
  accounts: AccountsFeature
  avatars: AvatarsFeature
  credentials: CredentialsFeature
  desktop: DesktopFeature
  directory: DirectoryFeature
  setup: ReturnType<typeof setupFeature>
  updates: UpdatesFeature
}

/** Data stored on this computer, and how to clear each part. */
function createDevice(base: Base, parts: DeviceParts) {
  const { accounts, avatars, credentials, desktop, directory, setup, updates } = parts
  const { ceilings, ports, settings, viewed } = base.context
  return deviceFeature(base.context, {
    signOut: accounts.signOut,
    noticesFail: () => desktop.desktop.noticesFail,
    caches: [avatars.pictures, directory.directory, credentials, base.responses],
    records: [ceilings, viewed, setup.changes, ports.certificates, ports.log.file],
    clearInUse: {
      logs: () => ports.log.file.clear(),
      'viewed-users.json': () => viewed.clear(),
      'desktop.json': () => desktop.clear(),
    },
    resetSettings() {
      settings.remove()
      updates.clear()
    },
  })
}

/** Counts all accounts' unsent actions, and tokens that aren't stored yet. */
function countUnsent(accounts: Accounts, jobs: { unsent(account: string): number }): UnsentCounts {
  const counts = { kept: 0, lost: 0, tokens: 0 }
  for (const id of accounts.ids()) {
    counts[accounts.lifetime(id) === 'in-memory' ? 'lost' : 'kept'] += jobs.unsent(id)
    if (accounts.account(id).rotation === 'unsaved') counts.tokens += 1
  }
  return counts
}

/** Closes all parts, even if one of them fails. */
async function closeAll(
  parts: readonly Pick<Feature<never>, 'close'>[],
  log: LogFunction,
): Promise<void> {
  for (const part of parts) {
    try {
      await part.close?.()
    } catch (error) {
      log('A part of Latchkey could not be closed.', { error })
    }
  }
}
