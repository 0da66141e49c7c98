import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import {
  type LookAlike,
  type NamedUser,
  findLookAlikes,
} from '../../../shared/rules/look-alike/find-look-alikes.ts'

interface LookAlikesOptions {
  /** Increments with every change of the users. */
  version(): number
  /** All users, read in batches. */
  users(): Iterable<NamedUser>
  /** Called when look-alikes change. */
  onChange(): void
}

/**
 * Finds users in a copy who look like others. Computed in the background, because it takes a fraction of a second for a hundred
 * thousand users; until then, lists show the previous result.
 */
export class LookAlikes {
  readonly #options: LookAlikesOptions
  #found: ReadonlyMap<number, LookAlike> = new Map()
  #foundVersion: number | undefined
  #running: Promise<void> | undefined

  constructor(options: LookAlikesOptions) {
    this.#options = options
  }

  /** The user this user looks like, if already known. */
  of(id: number): LookAlike | undefined {
    return this.#found.get(id)
  }

  /** Updates the results of `of` to the current users. Never throws. */
  async update(): Promise<void> {
    if (this.#foundVersion === this.#options.version()) return
    this.#running ??= this.#find().finally(() => (this.#running = undefined))
    await this.#running
  }

  async #find(): Promise<void> {
    const previous = JSON.stringify([...this.#found])
    try {
      const version = this.#options.version()
      const search = findLookAlikes(await this.#readUsers())
      let step = search.next()
      for (; !step.done; step = search.next()) await yieldToEventLoop()
      this.#found = step.value
      this.#foundVersion = version
    } catch {
      // The file was closed in the meantime or is damaged, which the next call reports.
      return
    }
    if (JSON.stringify([...this.#found]) !== previous) this.#options.onChange()
  }

  async #readUsers(): Promise<NamedUser[]> {
    const users: NamedUser[] = []
    for (const user of this.#options.users()) {
      users.push(user)
      if (users.length % batchSize === 0) await yieldToEventLoop()
    }
    return users
  }
}

const batchSize = 1_000
