const most = 3
const withinMs = 60_000

/**
 * What becomes of a page that went away: it is loaded again at once, with the drafts that it kept, but not over and over;
 * what ends three times in a minute would end a fourth time.
 */
export class Recovery {
  #loadings: number[] = []

  /** `now` in milliseconds since 1970. */
  after(reason: string, now: number): 'nothing' | 'load' | 'ask' {
    // The window was closed.
    if (reason === 'clean-exit') return 'nothing'
    this.#loadings = this.#loadings.filter((at) => now - at < withinMs && at <= now)
    if (this.#loadings.length >= most) return 'ask'
    this.#loadings.push(now)
    return 'load'
  }

  /** Somebody wants it to be tried again. */
  startAnew(): void {
    this.#loadings = []
  }
}

/** What is asked when a page ends again and again; the first answer is the one that Enter gives. */
export const endsAgain = {
  message: 'Latchkey’s page has ended several times.',
  detail:
    'Queued actions and what you typed are kept. Settings → Diagnostics and the log say more; docs/troubleshooting.md says where it is.',
  buttons: ['Try again', 'Quit'],
} as const

/** What is asked when a page does not answer. */
export const doesNotAnswer = {
  message: 'Latchkey’s page does not answer.',
  detail: 'It may be busy. What you typed is kept if it is loaded again.',
  buttons: ['Wait', 'Load again'],
} as const
