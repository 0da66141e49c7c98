import type { MessageId } from '../../../shared/messages/message.ts'

const maxReloads = 3
const withinMs = 60_000

/**
 * Decides what to do when a page ends: it is loaded again at once, with its saved drafts, but not over and over. What ends
 * three times in a minute would end a fourth time.
 */
export class PageRecovery {
  #reloads: number[] = []

  /** `now` in milliseconds since 1970. */
  actionAfter(reason: string, now: number): 'nothing' | 'load' | 'ask' {
    // The window was closed.
    if (reason === 'clean-exit') return 'nothing'
    this.#reloads = this.#reloads.filter((at) => now - at < withinMs && at <= now)
    if (this.#reloads.length >= maxReloads) return 'ask'
    this.#reloads.push(now)
    return 'load'
  }

  /** The user chose to try again. */
  reset(): void {
    this.#reloads = []
  }
}

/** A question with two answers. */
export interface RecoveryQuestion<Answer extends string> {
  message: MessageId
  detail: MessageId
  /** The first one is what Enter gives. */
  answers: readonly [Answer, Answer]
  labels: Record<Answer, MessageId>
}

/** Asked when a page crashes again and again. */
export const pageCrashes: RecoveryQuestion<'retry' | 'quit'> = {
  message: 'diagnostics.pageCrashes',
  detail: 'diagnostics.pageCrashesHint',
  answers: ['retry', 'quit'],
  labels: { retry: 'diagnostics.tryAgain', quit: 'diagnostics.quit' },
}

/** Asked when a page does not respond. */
export const pageUnresponsive: RecoveryQuestion<'wait' | 'reload'> = {
  message: 'diagnostics.pageUnresponsive',
  detail: 'diagnostics.pageUnresponsiveHint',
  answers: ['wait', 'reload'],
  labels: { wait: 'diagnostics.wait', reload: 'diagnostics.reload' },
}
