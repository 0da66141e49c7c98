import type { QueueCounts } from '../../../shared/operations/queue.ts'
import type { JsonFile } from '../../platform/files/json-file.ts'
import type { DesktopFile } from './desktop-file.ts'

/** How many failed actions the user has seen, per account. */
export class SeenFailures {
  readonly #file: JsonFile<DesktopFile>
  readonly #isOnDisk: (account: string) => boolean
  /** For accounts that aren't stored on disk. */
  readonly #inMemory = new Map<string, number>()

  constructor(file: JsonFile<DesktopFile>, isOnDisk: (account: string) => boolean) {
    this.#file = file
    this.#isOnDisk = isOnDisk
  }

  unseen(account: string, counts: QueueCounts): number {
    // Once old actions are deleted, the stored number is too high.
    if (countFailures(counts) < this.#seen(account)) this.markSeen(account, counts)
    return countFailures(counts) - this.#seen(account)
  }

  markSeen(account: string, counts: QueueCounts): void {
    const refused = countFailures(counts)
    if (refused === this.#seen(account)) return
    if (this.#isOnDisk(account)) {
      const seenCounts = this.#file.read()
      this.#file.saveOrReport({
        ...seenCounts,
        refusedSeen: { ...seenCounts.refusedSeen, [account]: refused },
      })
    } else this.#inMemory.set(account, refused)
  }

  forget(account: string): void {
    this.#inMemory.delete(account)
    const seenCounts = this.#file.read()
    if (!Object.hasOwn(seenCounts.refusedSeen, account)) return
    const { [account]: _, ...refusedSeen } = seenCounts.refusedSeen
    this.#file.saveOrReport({ ...seenCounts, refusedSeen })
  }

  #seen(account: string): number {
    return this.#inMemory.get(account) ?? this.#file.read().refusedSeen[account] ?? 0
  }
}

function countFailures({ refused = 0, expired = 0 }: QueueCounts): number {
  return refused + expired
}
