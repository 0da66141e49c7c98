import { type Message, message } from '../messages/message.ts'

/** What is unsaved or unsent when Latchkey is about to quit. */
export interface UnsentCounts {
  /** Queued actions that are stored on disk. */
  kept: number
  /** Queued actions of demo accounts, which are lost when Latchkey quits. */
  lost: number
  /** Rotated access tokens that exist only in memory, because the keychain rejected them. */
  tokens?: number
}

interface Reason {
  message: Message
  detail: Message
}

/** The confirmation before Latchkey quits, with its two buttons; undefined if nothing is pending. */
export function quitQuestion({ kept, lost, tokens = 0 }: UnsentCounts) {
  const actionsReason = kept + lost > 0 ? queueReason(kept, lost) : undefined
  const reason = tokens > 0 ? tokensReason(tokens, actionsReason) : actionsReason
  if (!reason) return undefined
  return { ...reason, stay: message('forms.stay'), quit: message('diagnostics.quit') }
}

function queueReason(kept: number, lost: number): Reason {
  const title = message('queue.quitTitle', { count: kept + lost })
  return { message: title, detail: quitDetail(kept, lost) }
}

function tokensReason(count: number, actionsReason: Reason | undefined): Reason {
  const title = message('rotation.quitTitle', { count })
  const tokens = message('rotation.quitDetail', { count })
  const detail = actionsReason
    ? message('rotation.quitBoth', {
        tokens,
        actions: actionsReason.message,
        detail: actionsReason.detail,
      })
    : tokens
  return { message: title, detail }
}

function quitDetail(kept: number, lost: number): Message {
  if (lost === 0) return message('queue.quitKept', { kept })
  return kept === 0
    ? message('queue.quitLost', { lost })
    : message('queue.quitKeptAndLost', { kept, lost })
}
