/** An object for each account, created on first use. */
export class PerAccount<T> {
  readonly #made = new Map<string, T>()
  readonly #make: (account: string) => T

  constructor(make: (account: string) => T) {
    this.#make = make
  }

  of(account: string): T {
    const known = this.#made.get(account)
    if (known !== undefined) return known
    const made = this.#make(account)
    this.#made.set(account, made)
    return made
  }

  /** The object of an account, if it was created. */
  made(account: string): T | undefined {
    return this.#made.get(account)
  }

  all(): T[] {
    return [...this.#made.values()]
  }

  /** Removes the object of an account. */
  forget(account: string): void {
    this.#made.delete(account)
  }

  clear(): void {
    this.#made.clear()
  }
}
