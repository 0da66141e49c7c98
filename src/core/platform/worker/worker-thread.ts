import { Worker } from 'node:worker_threads'
import type { WorkerAnswer, WorkerRequest } from './worker.ts'

/**
 * A worker thread. Its caller must end it, and bound what it sends: a single large allocation in a worker can end the
 * entire process, whatever its resource limits.
 */
export class WorkerThread {
  readonly #worker: Worker
  /** Rejects when the worker ends. */
  readonly #ended: Promise<never>
  #lastAnswer: Promise<unknown> = Promise.resolve()

  /** `script` is `worker.ts`, or its built counterpart. */
  constructor(script: string) {
    // The main thread's Node options don't apply to it.
    this.#worker = new Worker(script, { execArgv: [] })
    const { promise, reject } = Promise.withResolvers<never>()
    // Without this listener, its errors would be uncaught here.
    this.#worker.on('error', reject)
    this.#worker.on('exit', (code) => reject(new Error(`The worker ended with code ${code}.`)))
    this.#ended = promise
    promise.catch(() => undefined)
  }

  /** Sends requests one at a time. Rejects if the worker fails or ends. */
  ask(request: WorkerRequest): Promise<WorkerAnswer> {
    const answer = this.#lastAnswer.then(() => {
      const { promise, resolve } = Promise.withResolvers<WorkerAnswer>()
      this.#worker.once('message', resolve)
      this.#worker.postMessage(request)
      return Promise.race([promise, this.#ended])
    })
    this.#lastAnswer = answer.catch(() => undefined)
    return answer
  }

  /** Resolves when its thread has ended, which waits for a statement in progress. */
  async end(): Promise<void> {
    await this.#worker.terminate()
  }
}
