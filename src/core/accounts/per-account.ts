/** An object for each account, created on first use. */
export class PerAccount<T> {
  readonly #objects = new Map<string, T>()
  readonly #create: (account: string) => T

  constructor(create: (account: string) => T) {
    this.#create = create
  }

  get(account: string): T {
    const known = this.#objects.get(account)
    if (known !== undefined) return known
    const find = this.#create(account)
    this.#objects.set(account, find)
    return find
  }

  /** The object of an account, if it was created. */
  made(account: string): T | undefined {
    return this.#objects.get(account)
  }

  all(): T[] {
    return [...this.#objects.values()]
  }

  /** Removes the object of an account. */
  forget(account: string): void {
    this.#objects.delete(account)
  }

  clear(): void {
    this.#objects.clear()
  }
}
