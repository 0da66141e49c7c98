import type { AccountsSnapshot } from '../shared/app/accounts.ts'
import type { Failure } from '../shared/failure.ts'
import type { Accounts } from './accounts/accounts.ts'
import type { AccountFolders } from './data/account-folders.ts'
import { isolate } from './log/isolate.ts'
import type { Say } from './log/log.ts'
import type { Outbox } from './outbox/outbox.ts'

interface Ports {
  accounts: Accounts
  outbox: Pick<Outbox, 'forget'>
  folders: Pick<AccountFolders, 'begin' | 'cancel' | 'remove'>
  /** What else remembers something of accounts. */
  parts: readonly { forget(account: string): unknown }[]
  /** Told where something stays. */
  unsaved(failure: Failure): void
  log: Say
}

/** Ends an account and forgets all that is remembered of it. Once the account is gone, nothing looks like a failure of that. */
export function createSignOut({ accounts, outbox, folders, parts, unsaved, log }: Ports) {
  return async (id: string, options: { leaveToken?: boolean }): Promise<AccountsSnapshot> => {
    const { baseUrl, user } = accounts.account(id)
    // Where even that doesn't fit on the disk, the sign-out still counts.
    isolate(log, () => folders.begin(id))
    const snapshot = await accounts.signOut(id, options).catch((error: unknown) => {
      isolate(log, () => folders.cancel(id))
      throw error
    })
    const forgettings = [
      () => outbox.forget(baseUrl, user),
      ...parts.map((part) => () => part.forget(id)),
      // After all that had it open.
      // guard: signed-out-folder
      () => folders.remove(id),
    ]
    const left = forgettings.filter((forget) => !isolate(log, forget))
    if (left.length > 0) unsaved(leftBehind(user.username))
    return snapshot
  }
}

function leftBehind(username: string): Failure {
  return {
    kind: 'unexpected',
    message: `${username} is signed out, but some of their data couldn't be removed from this computer.`,
    hint: "Check that the disk isn't full. Forget everything in Settings → Data removes the rest.",
  }
}
