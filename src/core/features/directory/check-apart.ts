import { Worker } from 'node:worker_threads'
import { workerProgram } from '../../infra/worker-program.ts'

/** Whether `checkFile` finds nothing wrong with a file, found out in another thread; false also where there is none to be had. */
export function checkApart(path: string): Promise<boolean> {
  const program = workerProgram(import.meta.url, 'check-worker.ts', 'directory-check.js')
  if (!program) return Promise.resolve(false)
  return new Promise((resolve) => {
    const worker = new Worker(program, { workerData: path })
    worker.once('message', resolve)
    worker.once('error', () => resolve(false))
    worker.once('exit', () => resolve(false))
    worker.unref()
  })
}
