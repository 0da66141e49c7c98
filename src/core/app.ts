import type { Envelope } from '../shared/failure.ts'
import type { Unsent } from '../shared/unsent.ts'
import { unsentOf } from './accounts/unsent.ts'
import { Audit } from './audit-log/audit.ts'
import { createAccountContext, createHostContext, openAccounts } from './context.ts'
import { accountsFeature } from './features/accounts/feature.ts'
import { activitiesFeature } from './features/activities/feature.ts'
import { attentionFeature } from './features/attention/feature.ts'
import { auditLogFeature } from './features/audit-log/feature.ts'
import { avatarsFeature } from './features/avatars/feature.ts'
import { certificatesFeature } from './features/certificates/feature.ts'
import { connectivityFeature } from './features/connectivity/feature.ts'
import { createRecoveryFeature } from './features/create-recovery/feature.ts'
import { demoFeature } from './features/demo/feature.ts'
import type { Desktop } from './features/desktop/desktop.ts'
import { desktopFeature } from './features/desktop/feature.ts'
import { deviceFeature } from './features/device/feature.ts'
import { diagnosticsFeature } from './features/diagnostics/feature.ts'
import { directoryFeature } from './features/directory/feature.ts'
import { type Context, type Feature, handlersOf } from './features/feature.ts'
import { keysFeature } from './features/keys/feature.ts'
import { lockFeature } from './features/lock/feature.ts'
import type { Lock } from './features/lock/lock.ts'
import { type ModerationFeature, moderationFeature } from './features/moderation/feature.ts'
import type { Ports } from './features/ports.ts'
import { preferencesFeature } from './features/preferences/feature.ts'
import { safeModeFeature } from './features/safe-mode/feature.ts'
import type { SafeMode } from './features/safe-mode/safe-mode.ts'
import { settingsFeature } from './features/settings/feature.ts'
import { statusFeature } from './features/status/feature.ts'
import { tokensFeature } from './features/tokens/feature.ts'
import { updatesFeature } from './features/updates/feature.ts'
import { usersFeature } from './features/users/feature.ts'
import type { Events } from './infra/events.ts'
import { createInvoke } from './invoke.ts'

/** The application behind both hosts. */
export interface Latchkey {
  /** Calls `family.operation` of one of the two tables; answers every call, and never throws. */
  invoke(name: unknown, input: unknown, account?: unknown): Promise<Envelope>
  on: Events['on']
  lock: Lock
  safeMode: Pick<SafeMode, 'crashed'>
  /** For what stands around the page: tray, menus, links, notifications. */
  desktop: Desktop
  /** How many queued actions are not sent yet. */
  unsent(): Unsent
  close(): Promise<void>
}

/** Builds the application; before `invoke` nothing is requested from any network but what is queued. */
export function createLatchkey(ports: Ports): Latchkey {
  const host = createHostContext(ports)
  const { events, log, unsaved } = host
  const file = openAccounts(host)
  const lock = lockFeature(host)
  const safeMode = safeModeFeature(host, {
    accounts: file.read().accounts.map((account) => account.id),
    left: () => base.context.hooks.safeModeLeft.call(),
  })
  const base = createAccountContext(host, { file, ...lock, ...safeMode })
  const { accounts, avatarBook, service } = base.context

  const directory = directoryFeature(base.context, {
    pendingOf: (id, users) => queues.ifOpen(id)?.pendingOf(id, users) ?? new Map(),
    beingDeleted: (id, users) => queues.ifOpen(id)?.beingDeleted(id, users) ?? new Set(),
  })
  const moderation: ModerationFeature = moderationFeature(base.context, {
    people: directory.directory,
  })
  const { queues } = moderation
  const audit = new Audit({
    note: (account, entry) => queues.note(account, entry),
    account: (id) => accounts.account(id),
    usernameOf: (account, id) => avatarBook.usernameOf(account, id),
    unsaved,
    log,
  })
  const context: Context = { ...base.context, audit }

  const updates = updatesFeature(context)
  const avatars = avatarsFeature(context)
  const status = statusFeature(context)
  const tokens = tokensFeature(context)
  const attention = attentionFeature(context, {
    ...status,
    ...tokens,
    ...directory,
    queueOf: (id) => queues.of(id),
    unseenFailures: (id) => desktop.desktop.unseenFailures(id),
  })
  const desktop = desktopFeature(context, {
    look: async (id) => (await attention.attention.get(service(id))).items,
    readStatus: (id) => status.ownStatus.get(service(id)),
    recent: (id) => status.ownStatus.recent(id),
    summary: (id) => queues.summary(id),
  })
  const accountList = accountsFeature(context, {
    remembering: () => [...all, base],
    queues,
  })
  const device = deviceFeature(context, {
    signOut: accountList.signOut,
    noticesFail: () => desktop.desktop.noticesFail,
    caches: [avatars.pictures, directory.directory, base.answers],
    records: [context.viewed, ports.certificates, ports.log.file],
    inUse: {
      logs: () => ports.log.file.clear(),
      'viewed-users.json': () => context.viewed.clear(),
      'desktop.json': () => desktop.clear(),
      'starts.json': () => safeMode.clear(),
    },
    resetSettings() {
      host.settings.remove()
      updates.clear()
    },
  })

  // They are closed in this order.
  const features = [
    updates,
    connectivityFeature(context),
    desktop,
    lock,
    moderation,
    usersFeature(context, directory),
    directory,
    accountList,
    activitiesFeature(),
    attention,
    auditLogFeature(context, { auditLogOf: (id) => queues.auditLogOf(id) }),
    avatars,
    certificatesFeature(context),
    createRecoveryFeature(context),
    device,
    diagnosticsFeature(context, { queues: queues }),
    keysFeature(context),
    preferencesFeature(),
    settingsFeature(context),
    status,
    tokens,
    demoFeature(context),
    safeMode,
  ] as const
  const all: readonly Feature<never>[] = features
  return {
    invoke: createInvoke({
      ...base,
      accounts,
      audit,
      handlers: handlersOf(features),
      lock: lock.lock,
      log: ports.log,
      service,
    }),
    on: lock.lock.silences(events.on),
    lock: lock.lock,
    safeMode: safeMode.safeMode,
    desktop: desktop.desktop,
    unsent: () => unsentOf(accounts, queues),
    async close() {
      for (const part of [...all, base]) {
        try {
          await part.close?.()
        } catch (error) {
          log('A part of Latchkey could not be closed.', { error })
        }
      }
    },
  }
}
