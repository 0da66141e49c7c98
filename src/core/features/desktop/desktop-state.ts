import type { Account } from '../../../shared/operations/accounts.ts'
import type { TimedStatus } from '../../../shared/operations/own-status.ts'
import type { UserStatus } from '../../../shared/gitlab/current-user.ts'

/** What the tray, the menus and the badge show. */
export interface DesktopState {
  accounts: Pick<Account, 'id' | 'label' | 'user' | 'baseUrl'>[]
  /** The ID of the account on screen; absent if nobody is signed in. */
  active?: string
  /** That account's status; absent if unknown. */
  status?: UserStatus
  /** Its recently used statuses, newest first. */
  recents: TimedStatus[]
  /** The statuses to set with one click. */
  presets: TimedStatus[]
  /** How many actions of all accounts haven't been sent. */
  queued: number
  /** How many actions of all accounts need review, or have failed without being seen. */
  failed: number
  /** How many access reviews of all accounts are due soon or overdue. */
  dueReviews: number
  /** Hides account names while Latchkey is locked. */
  locked?: true
}

/** The state to show while Latchkey is locked. */
export function lockedState({ queued, failed, dueReviews }: DesktopState): DesktopState {
  return { accounts: [], recents: [], presets: [], queued, failed, dueReviews, locked: true }
}
