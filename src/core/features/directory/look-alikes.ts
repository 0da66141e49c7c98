import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import {
  type LookAlike,
  type NamedUser,
  findLookAlikes,
} from '../../../shared/rules/look-alike/find-look-alikes.ts'

interface LookAlikesOptions {
  /** Increases with every change to the users. */
  version(): number
  /** All users, read in batches. */
  users(): Iterable<NamedUser>
  /** Called when the look-alikes change. */
  onChange(): void
}

/**
 * Finds users in a copy who look like others. Does this in the background, because a hundred thousand users take a
 * fraction of a second. Until then, lists show the previous result.
 */
export class LookAlikes {
  readonly #options: LookAlikesOptions
  #found: ReadonlyMap<number, LookAlike> = new Map()
  #foundVersion: number | undefined
  #running: Promise<void> | undefined

  constructor(options: LookAlikesOptions) {
    this.#options = options
  }

  /** The user that this one looks like, if that has been computed. */
  of(id: number): LookAlike | undefined {
    return this.#found.get(id)
  }

  /** Brings the results of `of` up to date. Never throws. */
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
      // The file has been closed or is damaged, which the next call reports.
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
