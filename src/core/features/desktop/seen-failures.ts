import type { QueueCounts } from '../../../shared/app/queue.ts'
import type { JsonFile } from '../../infra/files/json-file.ts'
import type { DesktopFile } from './desktop-file.ts'

/** How many refused actions of each account somebody has looked at. */
export class SeenFailures {
  readonly #file: JsonFile<DesktopFile>
  readonly #isKept: (account: string) => boolean
  /** Of accounts that end with Latchkey. */
  readonly #passing = new Map<string, number>()

  constructor(file: JsonFile<DesktopFile>, isKept: (account: string) => boolean) {
    this.#file = file
    this.#isKept = isKept
  }

  unseen(account: string, counts: QueueCounts): number {
    // Those of long ago are forgotten, and then the number that was seen is too high.
    if (refusedIn(counts) < this.#seen(account)) this.saw(account, counts)
    return refusedIn(counts) - this.#seen(account)
  }

  saw(account: string, counts: QueueCounts): void {
    const refused = refusedIn(counts)
    if (refused === this.#seen(account)) return
    if (this.#isKept(account)) {
      const all = this.#file.read()
      this.#file.keep({ ...all, refusedSeen: { ...all.refusedSeen, [account]: refused } })
    } else this.#passing.set(account, refused)
  }

  forget(account: string): void {
    this.#passing.delete(account)
    const all = this.#file.read()
    if (!Object.hasOwn(all.refusedSeen, account)) return
    const { [account]: _, ...refusedSeen } = all.refusedSeen
    this.#file.keep({ ...all, refusedSeen })
  }

  #seen(account: string): number {
    return this.#passing.get(account) ?? this.#file.read().refusedSeen[account] ?? 0
  }
}

function refusedIn({ refused = 0, expired = 0 }: QueueCounts): number {
  return refused + expired
}
