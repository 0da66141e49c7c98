import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Envelope } from '../shared/rules/failure.ts'

/** Milliseconds that a call may occupy its connection. */
const maxWaitMs = 1_000
/** Milliseconds that an answer is kept; a page that was reloaded never fetches it. */
const retentionMs = 60_000

interface PendingCall {
  answer?: Envelope
}

/**
 * Keeps answers that take long. A browser opens six connections to one host at most, so calls that wait for a slow service would
 * block all others.
 */
export class LateAnswers {
  readonly #calls = new Map<string, PendingCall>()

  /** The answer to a call or, if that takes long, an ID for `poll`. */
  async answerOrId(call: Promise<Envelope>): Promise<Envelope | { id: string }> {
    const inTime = await Promise.race([call, delay(maxWaitMs, undefined, { ref: false })])
    if (inTime) return inTime
    const id = randomUUID()
    const late: PendingCall = {}
    this.#calls.set(id, late)
    void call.then((answer) => {
      late.answer = answer
      setTimeout(() => this.#calls.delete(id), retentionMs).unref()
    })
    return { id }
  }

  /** A call that still runs has no answer. An answer is returned once. */
  poll(id: unknown): PendingCall | undefined {
    const call = typeof id === 'string' ? this.#calls.get(id) : undefined
    if (call?.answer) this.#calls.delete(String(id))
    return call
  }
}
