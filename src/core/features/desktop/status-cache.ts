import type { StatusEvent } from '../../../shared/app/desktop.ts'
import type { UserStatus } from '../../../shared/service/current-user.ts'
import { statusAt } from '../../../shared/status-end.ts'

/** The status of each account, as it was last read or set from here. */
export class StatusCache {
  readonly #known = new Map<string, UserStatus>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  note({ account, status }: StatusEvent): void {
    this.#known.set(account, status)
  }

  /** Undefined where it was never read; one whose time is over is none. */
  of(account: string): UserStatus | undefined {
    return statusAt(this.#known.get(account), this.#now())
  }

  forget(account: string): void {
    this.#known.delete(account)
  }
}
