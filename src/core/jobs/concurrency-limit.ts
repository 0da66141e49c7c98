/** Counts the items in flight per instance, across all accounts. */
export class ConcurrencyLimit {
  readonly #taken = new Map<string, number>()
  /** Ordered by their last slot, so that accounts on one instance take turns. */
  readonly #followers = new Set<() => void>()

  inUse(instance: string): number {
    return this.#taken.get(instance) ?? 0
  }

  /** Takes a slot for a follower, which is called last when it is released; returns a function that releases it. */
  acquire(instance: string, follower: () => void): () => void {
    this.#taken.set(instance, this.inUse(instance) + 1)
    if (this.#followers.delete(follower)) this.#followers.add(follower)
    return () => {
      this.#taken.set(instance, this.inUse(instance) - 1)
      // A copy, because a follower that takes a slot moves to the end.
      for (const freed of [...this.#followers]) freed()
    }
  }

  /** Calls back whenever a slot is released; returns a function to unsubscribe. */
  subscribe(follower: () => void): () => void {
    this.#followers.add(follower)
    return () => void this.#followers.delete(follower)
  }
}
