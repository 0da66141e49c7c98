import type { Visit } from '../../../shared/app/desktop.ts'

/** Files that are kept for a page, at most. */
const maxPendingFiles = 20

/** Where the page should go. It takes that on an event, or when it has loaded. */
export class PendingVisit {
  #next: Visit | undefined
  readonly #onRequest: () => void

  /** `onRequest` is called after each request. */
  constructor(onRequest: () => void) {
    this.#onRequest = onRequest
  }

  /** The last request wins; files that were not shown yet are kept. */
  request(visit: Visit): void {
    const files = [...(this.#next?.files ?? []), ...(visit.files ?? [])].slice(-maxPendingFiles)
    this.#next = { ...visit, ...(files.length > 0 && { files }) }
    this.#onRequest()
  }

  consume(): Visit | undefined {
    const visit = this.#next
    this.#next = undefined
    return visit
  }
}
