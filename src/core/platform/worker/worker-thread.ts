import { type ResourceLimits, type Transferable, Worker } from 'node:worker_threads'
import { after } from '../time/scheduler.ts'
import { withTimeLimit } from '../time/time-limit.ts'
import { FailureError } from '../failure.ts'
import { UnusableDatabase } from '../sqlite/database-failure.ts'
import {
  type WorkerAnswer,
  type WorkerData,
  type WorkerProblem,
  phases,
} from './answer-requests.ts'

/** Megabytes. A thread without limits keeps far more memory than it needs. */
const defaultLimits: ResourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 }

/** How long (ms) a worker may take to end, and for how much of that it may block this thread. */
const endMs = 30_000
const joinMs = 5_000

/**
 * A worker thread. Its caller must end it, and bound what it sends: a single large allocation in a worker can end the
 * entire process, whatever its resource limits.
 */
export class WorkerThread {
  readonly #worker: Worker
  readonly #phase = new Int32Array(new SharedArrayBuffer(4))
  readonly #exited: Promise<void>
  readonly #pending: PromiseWithResolvers<unknown>[] = []
  /** Why it can't answer anymore. */
  #failure: Error | undefined

  /** `script` is `core/worker.ts`, or its built counterpart. */
  constructor(script: string, resourceLimits = defaultLimits) {
    const workerData: WorkerData = { phase: this.#phase }
    // The main thread's Node options don't apply to it, and its environment may contain tokens.
    const isolation = { execArgv: [], env: {}, stdout: true, stderr: true }
    this.#worker = new Worker(script, { ...isolation, resourceLimits, workerData })
    // A library's warnings may quote what it reads.
    this.#worker.stdout.resume()
    this.#worker.stderr.resume()
    this.#worker.on('message', (answer: WorkerAnswer) => {
      const { resolve, reject } = this.#pending.shift()!
      if ('problem' in answer) reject(toError(answer.problem))
      else resolve(answer.value)
    })
    // Without this listener, its errors would be uncaught here.
    this.#worker.on('error', (error) => this.#fail(error as Error))
    this.#exited = new Promise((resolve) => {
      this.#worker.on('exit', (code) => {
        this.#fail(new Error(`The worker ended with code ${code}.`))
        resolve()
      })
    })
  }

  /** Sends a request, which is answered after the earlier ones. Rejects if the worker fails or ends. */
  ask<Answer>(request: object, transfer: readonly Transferable[] = []): Promise<Answer> {
    if (this.#failure) return Promise.reject(this.#failure)
    const pending = Promise.withResolvers<unknown>()
    this.#worker.postMessage(request, transfer)
    this.#pending.push(pending)
    return pending.promise as Promise<Answer>
  }

  /** Sends the only request. Ends the thread after its answer, or at once if that takes longer than this (ms). */
  async askOnce<Answer>(request: object, limitMs: number): Promise<Answer> {
    const late = () => new Error('The worker took too long.')
    try {
      return await withTimeLimit(this.ask<Answer>(request), limitMs, late)
    } finally {
      await this.#worker.terminate()
    }
  }

  /** Ends the thread after the requests sent so far, and resolves when it has ended. */
  async end(): Promise<void> {
    this.#worker.postMessage('end')
    const cancel = after(endMs, () => void this.#worker.terminate())
    await this.#exited
    cancel()
  }

  /** Ends the thread and blocks this one until its files are closed. Throws if that takes too long. */
  join(): void {
    if (this.#failure) return
    this.#worker.postMessage('end')
    const phase = Atomics.compareExchange(this.#phase, 0, phases.starting, phases.closed)
    if (phase !== phases.working) return
    if (Atomics.wait(this.#phase, 0, phases.working, joinMs) !== 'timed-out') return
    void this.#worker.terminate()
    throw new Error('The worker did not end.')
  }

  #fail(error: Error): void {
    this.#failure ??= error
    for (const { reject } of this.#pending.splice(0)) reject(this.#failure)
  }
}

function toError(problem: WorkerProblem): Error {
  if ('failure' in problem) return new FailureError(problem.failure)
  return 'unusable' in problem ? new UnusableDatabase(problem.unusable) : problem.error
}
