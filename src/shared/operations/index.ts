import type { z } from 'zod'
import { accounts } from './accounts.ts'
import { activities } from './activities.ts'
import { adminTokens } from './admin-tokens.ts'
import { attention } from './attention.ts'
import { avatars } from './avatars.ts'
import { cache } from './cache.ts'
import { calendar } from './calendar.ts'
import { certificateOperations } from './certificates.ts'
import { commandLine } from './command-line.ts'
import { connectivity } from './connectivity.ts'
import { credentials } from './credentials.ts'
import { ownTokens } from './own-tokens.ts'
import { damagedFiles } from './damaged-files.ts'
import { demo } from './demo.ts'
import { dependents } from './dependents.ts'
import { desktop } from './desktop.ts'
import { device } from './device.ts'
import { diagnostics } from './diagnostics.ts'
import { directory } from './directory.ts'
import { expiries } from './expiries.ts'
import { foundTokens } from './found-tokens.ts'
import { localGpgKeys } from './gpg-keys.ts'
import { auditLog } from './audit-log.ts'
import { identities } from './identities.ts'
import { jobs } from './jobs.ts'
import { localSshKeys } from './local-keys.ts'
import { layout } from './layout.ts'
import { exceptions, limits } from './limits.ts'
import { lookup } from './lookup.ts'
import { lock } from './lock.ts'
import type { Operation } from './operation.ts'
import { newSshKey } from './new-ssh-key.ts'
import { planOperations } from './plans.ts'
import { onboarding } from './onboarding.ts'
import { browserSessions } from './browser-sessions.ts'
import { bulk } from './bulk.ts'
import { queue } from './queue.ts'
import { ownedServiceAccounts } from './owned-service-accounts.ts'
import { ownPreferences } from './own-preferences.ts'
import { ownStatus } from './own-status.ts'
import { policy } from './policy.ts'
import { privateKeys } from './private-keys.ts'
import { reports } from './reports.ts'
import { repositories } from './repositories.ts'
import { reviewOperations } from './review.ts'
import { rules } from './rules.ts'
import { settings } from './settings.ts'
import { setup } from './setup.ts'
import { statusTimes } from './status-times.ts'
import { updates } from './updates.ts'
import { userEditOperations } from './user-edits.ts'
import { viewAs } from './view-as.ts'

/** All operations of Latchkey itself, by family and operation. */
export const appTable = {
  accounts,
  activities,
  adminTokens,
  attention,
  avatars,
  browserSessions,
  bulk,
  cache,
  calendar,
  certificates: certificateOperations,
  commandLine,
  connectivity,
  credentials,
  ownTokens,
  damagedFiles,
  demo,
  dependents,
  desktop,
  device,
  diagnostics,
  directory,
  expiries,
  identities,
  auditLog,
  foundTokens,
  layout,
  exceptions,
  limits,
  localGpgKeys,
  localSshKeys,
  lock,
  lookup,
  jobs,
  newSshKey,
  plans: planOperations,
  onboarding,
  policy,
  privateKeys,
  queue,
  ownedServiceAccounts,
  ownPreferences,
  ownStatus,
  reports,
  repositories,
  review: reviewOperations,
  rules,
  settings,
  setup,
  statusTimes,
  updates,
  userEdits: userEditOperations,
  viewAs,
}

export type AppTable = typeof appTable

type Callable<O> =
  O extends Operation<infer Input, infer Output>
    ? Record<never, never> extends z.input<Input>
      ? (input?: z.input<Input>) => Promise<z.output<Output>>
      : (input: z.input<Input>) => Promise<z.output<Output>>
    : never

/** Latchkey's own operations, as screens call them. */
export type AppApi = {
  [Family in keyof AppTable]: {
    [Name in keyof AppTable[Family]]: Callable<AppTable[Family][Name]>
  }
}
