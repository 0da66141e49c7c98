import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Envelope } from '../shared/rules/failure.ts'

/** How long (ms) a call may occupy its connection. */
const maxWaitMs = 1_000
/** How long (ms) a response is kept, in case a reloaded page never fetches it. */
const retentionMs = 60_000

interface PendingCall {
  answer?: Envelope
}

/**
 * Stores slow responses. A browser opens at most six connections per host, so calls waiting for a slow instance
 * would block all others.
 */
export class LateAnswers {
  readonly #calls = new Map<string, PendingCall>()

  /** The response to a call, or an ID for `poll` if it takes too long. */
  async answerOrId(call: Promise<Envelope>): Promise<Envelope | { id: string }> {
    const earlyAnswer = await Promise.race([call, delay(maxWaitMs, undefined, { ref: false })])
    if (earlyAnswer) return earlyAnswer
    const id = randomUUID()
    const late: PendingCall = {}
    this.#calls.set(id, late)
    void call.then((answer) => {
      late.answer = answer
      setTimeout(() => this.#calls.delete(id), retentionMs).unref()
    })
    return { id }
  }

  /** `answer` is missing while the call is pending. A response is returned only once. */
  poll(id: unknown): PendingCall | undefined {
    const call = typeof id === 'string' ? this.#calls.get(id) : undefined
    if (call?.answer) this.#calls.delete(String(id))
    return call
  }
}
