/** Counts the actions in flight to each instance, of the queues of all accounts together. */
export class Lanes {
  readonly #taken = new Map<string, number>()
  readonly #followers = new Set<() => void>()

  taken(instance: string): number {
    return this.#taken.get(instance) ?? 0
  }

  /** Takes a lane; returns a function that frees it. */
  take(instance: string): () => void {
    this.#taken.set(instance, this.taken(instance) + 1)
    return () => {
      this.#taken.set(instance, this.taken(instance) - 1)
      for (const freed of this.#followers) freed()
    }
  }

  /** Calls back whenever a lane is freed; returns a function that ends that. */
  follow(freed: () => void): () => void {
    this.#followers.add(freed)
    return () => void this.#followers.delete(freed)
  }
}
