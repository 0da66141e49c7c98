import type { MessageId } from '../../../shared/messages/message.ts'

const maxReloads = 3
const withinMs = 60_000

/**
 * Decides what to do when a page crashes. Reloads it immediately with its saved drafts, but not forever: after three
 * crashes within a minute, a fourth is likely.
 */
export class PageRecovery {
  #reloads: number[] = []

  /** `now`: in milliseconds since 1970. */
  actionAfter(reason: string, now: number): 'nothing' | 'load' | 'ask' {
    // The window was closed on purpose.
    if (reason === 'clean-exit') return 'nothing'
    this.#reloads = this.#reloads.filter((at) => now - at < withinMs && at <= now)
    if (this.#reloads.length >= maxReloads) return 'ask'
    this.#reloads.push(now)
    return 'load'
  }

  /** Starts counting anew when the user chooses to retry. */
  reset(): void {
    this.#reloads = []
  }
}

/** A question with two answers. */
export interface RecoveryQuestion<Answer extends string> {
  message: MessageId
  detail: MessageId
  /** The first answer is the default, which Enter chooses. */
  answers: readonly [Answer, Answer]
  labels: Record<Answer, MessageId>
}

/** Asked if a page keeps crashing. */
export const pageCrashes: RecoveryQuestion<'retry' | 'quit'> = {
  message: 'diagnostics.pageCrashes',
  detail: 'diagnostics.pageCrashesHint',
  answers: ['retry', 'quit'],
  labels: { retry: 'diagnostics.tryAgain', quit: 'diagnostics.quit' },
}

/** Asked if a page doesn't respond. */
export const pageUnresponsive: RecoveryQuestion<'wait' | 'reload'> = {
  message: 'diagnostics.pageUnresponsive',
  detail: 'diagnostics.pageUnresponsiveHint',
  answers: ['wait', 'reload'],
  labels: { wait: 'diagnostics.wait', reload: 'diagnostics.reload' },
}
