import type { StatusEvent } from '../../../shared/operations/desktop.ts'
import type { UserStatus } from '../../../shared/gitlab/current-user.ts'
import { statusAt } from '../../../shared/rules/status-end.ts'

/** The last known status of each account. */
export class StatusCache {
  readonly #statuses = new Map<string, UserStatus>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  set({ account, status }: StatusEvent): void {
    this.#statuses.set(account, status)
  }

  /** Undefined if it was never read. An expired status counts as empty. */
  get(account: string): UserStatus | undefined {
    return statusAt(this.#statuses.get(account), this.#now())
  }

  forget(account: string): void {
    this.#statuses.delete(account)
  }
}
