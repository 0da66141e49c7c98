import type { Account } from '../../../shared/operations/accounts.ts'
import type { TimedStatus } from '../../../shared/operations/own-status.ts'
import type { UserStatus } from '../../../shared/gitlab/current-user.ts'

/** The state that tray, menus and badge show. */
export interface DesktopState {
  accounts: Pick<Account, 'id' | 'label' | 'user' | 'baseUrl'>[]
  /** ID of the account that is shown; absent if no account is signed in. */
  active?: string
  /** Of the active account; absent while it is unknown. */
  status?: UserStatus
  /** Statuses that were used before with it, newest first. */
  recents: TimedStatus[]
  /** Statuses to set in one click. */
  presets: TimedStatus[]
  /** Actions of all accounts that are not sent yet. */
  queued: number
  /** Actions of all accounts that need review, or failed and were not seen yet. */
  failed: number
  /** While Latchkey is locked, no account is named. */
  locked?: true
}

/** The same, as it is shown while Latchkey is locked. */
export function lockedState({ queued, failed }: DesktopState): DesktopState {
  return { accounts: [], recents: [], presets: [], queued, failed, locked: true }
}
