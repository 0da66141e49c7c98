import { type Message, message } from '../messages/message.ts'

/** What is not where it belongs yet when Latchkey is to quit. */
export interface UnsentCounts {
  /** Queued actions that stay on disk. */
  kept: number
  /** Those of demo accounts, which end with the program. */
  lost: number
  /** Rotated access tokens that are in memory only, because the keychain did not take them. */
  tokens?: number
}

interface Reason {
  message: Message
  detail: Message
}

/** The question before Latchkey quits, with its two answers; undefined if nothing is open. */
export function quitQuestion({ kept, lost, tokens = 0 }: UnsentCounts) {
  const ofQueue = kept + lost > 0 ? queueReason(kept, lost) : undefined
  const reason = tokens > 0 ? tokensReason(tokens, ofQueue) : ofQueue
  if (!reason) return undefined
  return { ...reason, stay: message('forms.stay'), quit: message('diagnostics.quit') }
}

function queueReason(kept: number, lost: number): Reason {
  const title = message('queue.quitTitle', { count: kept + lost })
  return { message: title, detail: quitDetail(kept, lost) }
}

function tokensReason(count: number, ofQueue: Reason | undefined): Reason {
  const title = message('rotation.quitTitle', { count })
  const tokens = message('rotation.quitDetail', { count })
  const detail = ofQueue
    ? message('rotation.quitBoth', { tokens, actions: ofQueue.message, detail: ofQueue.detail })
    : tokens
  return { message: title, detail }
}

function quitDetail(kept: number, lost: number): Message {
  if (lost === 0) return message('queue.quitKept', { kept })
  return kept === 0
    ? message('queue.quitLost', { lost })
    : message('queue.quitKeptAndLost', { kept, lost })
}
