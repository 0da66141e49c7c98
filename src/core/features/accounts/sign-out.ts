import { createFailure } from '../../platform/failures.ts'
import type { AccountsSnapshot } from '../../../shared/operations/accounts.ts'
import type { UnformattedFailure } from '../../platform/failure.ts'
import type { Accounts } from '../../accounts/accounts.ts'
import type { AccountFolders } from '../../accounts/account-folders.ts'
import type { Feature } from '../feature.ts'
import type { Context } from '../../context.ts'
import type { SecretStore } from '../../platform/keychain/secret-store.ts'
import { isolate } from '../../platform/log/isolate.ts'
import type { LogFunction } from '../../platform/log/log.ts'

interface Ports {
  accounts: Accounts
  audit: Context['audit']
  jobs: { leave(account: string, options: { isLogKept: boolean }): Promise<void> }
  folders: Pick<AccountFolders, 'beginSignOut' | 'cancelSignOut' | 'remove'>
  /** All features that may store account data. */
  features(): readonly Pick<Feature<never>, 'forgetAccount'>[]
  /** Called if some data couldn't be deleted. */
  unsaved(failure: UnformattedFailure): void
  log: LogFunction
}

export interface SignOutOptions {
  /** Whether to revoke the token on the instance first. If it may still work after that, the account is kept. */
  revokeToken?: boolean
  keepAuditLog?: boolean
  /** The keychain, if several sign-outs share one. */
  keychain?: SecretStore
}

export interface SignedOut {
  snapshot: AccountsSnapshot
  username: string
  /** The keychain items that couldn't be deleted. */
  itemsLeft: string[]
}

/** Signs out of an account and deletes its data. Succeeds once the account is removed. */
export function createSignOut({ accounts, audit, jobs, folders, features, unsaved, log }: Ports) {
  return async (
    id: string,
    { revokeToken = false, keepAuditLog = false, keychain }: SignOutOptions = {},
  ): Promise<SignedOut> => {
    const { baseUrl, user, isAdmin, session } = accounts.account(id)
    const actor = { id: user.id, username: user.username }
    // Nothing else uses a session. If this fails, it ends with its tokens, which nobody has any more.
    if (session) await accounts.revokeToken(id).catch(() => undefined)
    else if (revokeToken) {
      const send = () => accounts.revokeToken(id)
      await (isAdmin
        ? audit.run(id, { action: 'accounts.revokeToken', target: user }, send)
        : send())
    }
    const choice = { archivedLogOf: keepAuditLog ? { baseUrl, actor } : undefined }
    // Continues signing out even if the disk is too full for this.
    isolate(log, () => folders.beginSignOut(id, choice))
    const { snapshot, itemsLeft } = await accounts.signOut(id, keychain).catch((error: unknown) => {
      isolate(log, () => folders.cancelSignOut(id))
      throw error
    })
    const areForgotten = features().map(({ forgetAccount }) =>
      isolate(log, () => forgetAccount !== 'remembers nothing' && forgetAccount(id)),
    )
    await jobs.leave(id, { isLogKept: keepAuditLog })
    // Must come after everything in the folder is closed.
    // guard: signed-out-folder
    const isRemoved = isolate(log, () => folders.remove(id, choice))
    if (!isRemoved || areForgotten.includes(false)) unsaved(dataLeftFailure(user.username))
    return { snapshot, username: user.username, itemsLeft }
  }
}

function dataLeftFailure(username: string): UnformattedFailure {
  return createFailure('signIn.dataLeft', { username })
}
