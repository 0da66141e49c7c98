/** Maximum number of concurrent programs. */
const processesAtOnce = 8

/** Limits how many tasks run concurrently; the others wait in order. */
export class TaskLimiter {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(atOnce = processesAtOnce) {
    this.#free = atOnce
  }

  /** How many tasks wait. */
  get waiting(): number {
    return this.#waiting.length
  }

  async take<T>(act: () => Promise<T>): Promise<T> {
    if (this.#free === 0) await new Promise<void>((done) => this.#waiting.push(done))
    else this.#free -= 1
    try {
      return await act()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }
}
