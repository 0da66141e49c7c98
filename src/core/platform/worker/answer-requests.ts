import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { FailureError, type UnformattedFailure } from '../failure.ts'
import { directoryFailure, isCorruption } from '../sqlite/database-failure.ts'

/** Phases of a worker. It has files open only while it is working. */
export const phases = { starting: 0, working: 1, closed: 2 }

/** What a worker is started with. */
export interface WorkerData {
  /** Its phase, shared by both threads. */
  phase: Int32Array
}

/** An error as data, because only the standard fields of an error reach another thread. */
export type WorkerProblem =
  { failure: UnformattedFailure } | { unusable: string } | { error: Error }

export type WorkerAnswer = { value: unknown } | { problem: WorkerProblem }

/** Answers a worker's requests in order, until it is asked to end. `close` closes its files. */
export function answerRequests<Request>(
  answer: (request: Request) => unknown,
  close: () => void,
): void {
  const port: MessagePort = parentPort!
  const { phase } = workerData as WorkerData
  // Otherwise it was ended while it was starting.
  const before = Atomics.compareExchange(phase, 0, phases.starting, phases.working)
  if (before !== phases.starting) return port.close()
  let last: Promise<void> = Promise.resolve()
  const end = () => {
    close()
    Atomics.store(phase, 0, phases.closed)
    Atomics.notify(phase, 0)
    port.close()
  }
  const respond = async (request: Request) => {
    try {
      port.postMessage({ value: await answer(request) } satisfies WorkerAnswer)
    } catch (error) {
      port.postMessage({ problem: toProblem(error) } satisfies WorkerAnswer)
    }
  }
  port.on('message', (request: Request | 'end') => {
    last = last.then(() => (request === 'end' ? end() : respond(request)))
  })
}

function toProblem(error: unknown): WorkerProblem {
  const cause = directoryFailure(error)
  if (cause instanceof FailureError) return { failure: cause.failure }
  if (isCorruption(error)) return { unusable: (error as Error).message }
  return { error: error instanceof Error ? error : new Error(String(error)) }
}
