import type { Visit } from '../../../shared/app/desktop.ts'

/** Files that are kept for a page, at most. */
const maxFiles = 20

/** Where the page should go. It takes that on an event, or when it has loaded. */
export class DeepLinks {
  #next: Visit | undefined
  readonly #asked: () => void

  /** `asked` is called after each request. */
  constructor(asked: () => void) {
    this.#asked = asked
  }

  /** The last request wins; files that were not shown yet are kept. */
  ask(visit: Visit): void {
    const files = [...(this.#next?.files ?? []), ...(visit.files ?? [])].slice(-maxFiles)
    this.#next = { ...visit, ...(files.length > 0 && { files }) }
    this.#asked()
  }

  take(): Visit | undefined {
    const visit = this.#next
    this.#next = undefined
    return visit
  }
}
