import type { Account } from '../../../shared/app/accounts.ts'
import type { TimedStatus } from '../../../shared/app/own-status.ts'
import type { UserStatus } from '../../../shared/service/current-user.ts'

/** What tray, menus and badge show. */
export interface DesktopState {
  accounts: Pick<Account, 'id' | 'label' | 'user' | 'baseUrl'>[]
  /** Id of the account that is shown; absent where nobody is signed in. */
  active?: string
  /** Of the active account; absent while it is not known. */
  status?: UserStatus
  /** Statuses that were used before with it, newest first. */
  recents: TimedStatus[]
  /** Actions of all accounts that are not sent yet. */
  queued: number
  /** Actions of all accounts that wait for a decision, or were refused and not seen yet. */
  failed: number
  /** While Latchkey is locked, what stands around the page tells of nobody. */
  locked?: true
}

/** The same, as it is shown while Latchkey is locked. */
export function lockedState({ queued, failed }: DesktopState): DesktopState {
  return { accounts: [], recents: [], queued, failed, locked: true }
}
