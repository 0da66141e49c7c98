import { type Message, message } from './messages/message.ts'

/** Queued actions that are not sent yet. */
export interface UnsentCounts {
  /** Those that stay on disk. */
  kept: number
  /** Those of demo accounts, which end with the program. */
  lost: number
}

/** The question before Latchkey quits, with its two answers; undefined if nothing is queued. */
export function quitQuestion({ kept, lost }: UnsentCounts) {
  if (kept + lost === 0) return undefined
  return {
    message: message('queue.quitTitle', { count: kept + lost }),
    detail: quitDetail(kept, lost),
    stay: message('queue.quitStay'),
    quit: message('queue.quitAnyway'),
  }
}

function quitDetail(kept: number, lost: number): Message {
  if (lost === 0) return message('queue.quitKept', { kept })
  return kept === 0
    ? message('queue.quitLost', { lost })
    : message('queue.quitKeptAndLost', { kept, lost })
}
