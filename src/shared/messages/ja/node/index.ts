import { attention } from './attention.ts'
import { auditLog } from './audit-log.ts'
import { avatar } from './avatar.ts'
import { createRecovery } from './create-recovery.ts'
import { desktop } from './desktop.ts'
import { device } from './device.ts'
import { diagnostics } from './diagnostics.ts'
import { directory } from './directory.ts'
import { foundTokens } from './found-tokens.ts'
import { host } from './host.ts'
import { invoke } from './invoke.ts'
import { keyFiles } from './key-files.ts'
import { keys } from './keys.ts'
import { lock } from './lock.ts'
import { network } from './network.ts'
import { onboarding } from './onboarding.ts'
import { queue } from './queue.ts'
import { rotation } from './rotation.ts'
import { review } from './review.ts'
import { secrets } from './secrets.ts'
import { security } from './security.ts'
import { selfTest } from './self-test.ts'
import { service } from './service.ts'
import { setup } from './setup.ts'
import { signIn } from './sign-in.ts'
import { status } from './status.ts'
import { storage } from './storage.ts'
import { tasks } from './tasks.ts'
import { tokens } from './tokens.ts'
import { updates } from './updates.ts'
import { users } from './users.ts'
import { validation } from './validation.ts'

/** What only Node says: failures, notifications, the command line. */
export const node = {
  ...attention,
  ...auditLog,
  ...avatar,
  ...createRecovery,
  ...desktop,
  ...device,
  ...diagnostics,
  ...directory,
  ...foundTokens,
  ...host,
  ...invoke,
  ...keyFiles,
  ...keys,
  ...lock,
  ...network,
  ...onboarding,
  ...queue,
  ...rotation,
  ...review,
  ...secrets,
  ...security,
  ...selfTest,
  ...service,
  ...setup,
  ...signIn,
  ...status,
  ...storage,
  ...tasks,
  ...tokens,
  ...updates,
  ...users,
  ...validation,
}
