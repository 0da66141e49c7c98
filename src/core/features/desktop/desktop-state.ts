import type { Account } from '../../../shared/operations/accounts.ts'
import type { TimedStatus } from '../../../shared/operations/own-status.ts'
import type { UserStatus } from '../../../shared/gitlab/current-user.ts'

/** The state shown by the tray, the menus and the badge. */
export interface DesktopState {
  accounts: Pick<Account, 'id' | 'label' | 'user' | 'baseUrl'>[]
  /** ID of the account shown; absent if no account is signed in. */
  active?: string
  /** Status of the active account; absent if unknown. */
  status?: UserStatus
  /** Its recently used statuses, newest first. */
  recents: TimedStatus[]
  /** The one-click statuses. */
  presets: TimedStatus[]
  /** Unsent actions of all accounts. */
  queued: number
  /** Actions of all accounts that need review, or failed and were not seen yet. */
  failed: number
  /** While Latchkey is locked, account names are hidden. */
  locked?: true
}

/** The state as shown while Latchkey is locked. */
export function lockedState({ queued, failed }: DesktopState): DesktopState {
  return { accounts: [], recents: [], presets: [], queued, failed, locked: true }
}
