import type { Visit } from '../../../shared/app/desktop.ts'

/** Files that wait for a page, at most. */
const maxFiles = 20

/** Where the page is asked to go. It takes that when it is told to, or once it is there. */
export class DeepLinks {
  #next: Visit | undefined
  readonly #asked: () => void

  /** `asked` is called after each new wish. */
  constructor(asked: () => void) {
    this.#asked = asked
  }

  /** The last wish counts; files that nobody has seen yet stay. */
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
