import type { StatusNews } from '../../shared/app/desktop.ts'
import type { UserStatus } from '../../shared/service/current-user.ts'

const noStatus: UserStatus = {
  emoji: null,
  availability: null,
  message: null,
  message_html: null,
  clear_status_at: null,
}

/** The status of each account, as it was last read or set from here. */
export class KnownStatuses {
  readonly #known = new Map<string, UserStatus>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  note({ account, status }: StatusNews): void {
    this.#known.set(account, status)
  }

  /** Undefined where it was never read; one whose time is over is none. */
  of(account: string): UserStatus | undefined {
    const status = this.#known.get(account)
    const end = endOf(status)
    return end !== undefined && end <= this.#now() ? noStatus : status
  }

  forget(account: string): void {
    this.#known.delete(account)
  }
}

/** When a status clears itself, in milliseconds since 1970. */
export function endOf(status: UserStatus | undefined): number | undefined {
  return status?.clear_status_at ? Date.parse(status.clear_status_at) : undefined
}
