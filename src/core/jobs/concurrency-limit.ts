/** Counts the items in flight per instance, across all accounts. */
export class ConcurrencyLimit {
  readonly #taken = new Map<string, number>()
  readonly #followers = new Set<() => void>()

  inUse(instance: string): number {
    return this.#taken.get(instance) ?? 0
  }

  /** Takes a slot; returns a function that releases it. */
  acquire(instance: string): () => void {
    this.#taken.set(instance, this.inUse(instance) + 1)
    return () => {
      this.#taken.set(instance, this.inUse(instance) - 1)
      for (const freed of this.#followers) freed()
    }
  }

  /** Calls back whenever a slot is released; returns a function to unsubscribe. */
  subscribe(freed: () => void): () => void {
    this.#followers.add(freed)
    return () => void this.#followers.delete(freed)
  }
}
