/** One thing for each account, made when it is first needed. */
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

  /** What was made for an account, as far as it was needed. */
  made(account: string): T | undefined {
    return this.#made.get(account)
  }

  all(): T[] {
    return [...this.#made.values()]
  }

  /** Lets go of what was made for an account. */
  forget(account: string): void {
    this.#made.delete(account)
  }

  clear(): void {
    this.#made.clear()
  }
}
