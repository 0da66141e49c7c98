/** Counts the items in flight to each instance, of all accounts together. */
export class ConcurrencyLimit {
  readonly #taken = new Map<string, number>()
  readonly #followers = new Set<() => void>()

  inUse(instance: string): number {
    return this.#taken.get(instance) ?? 0
  }

  /** Takes a place; returns a function that frees it. */
  acquire(instance: string): () => void {
    this.#taken.set(instance, this.inUse(instance) + 1)
    return () => {
      this.#taken.set(instance, this.inUse(instance) - 1)
      for (const freed of this.#followers) freed()
    }
  }

  /** Calls back whenever a place is freed; returns a function that ends that. */
  subscribe(freed: () => void): () => void {
    this.#followers.add(freed)
    return () => void this.#followers.delete(freed)
  }
}
