/** One object per account, created on first use. */
export class PerAccount<T> {
  readonly #objects = new Map<string, T>()
  readonly #create: (account: string) => T

  constructor(create: (account: string) => T) {
    this.#create = create
  }

  get(account: string): T {
    const existing = this.#objects.get(account)
    if (existing !== undefined) return existing
    const created = this.#create(account)
    this.#objects.set(account, created)
    return created
  }

  /** An account's object, if created. */
  find(account: string): T | undefined {
    return this.#objects.get(account)
  }

  all(): T[] {
    return [...this.#objects.values()]
  }

  /** Removes an account's object. */
  forget(account: string): void {
    this.#objects.delete(account)
  }

  clear(): void {
    this.#objects.clear()
  }
}
