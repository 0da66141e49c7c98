import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

/** Beside this file, or where `electron.vite.config.ts` puts it. */
const places = ['./check-worker.ts', './directory-check.js', '../directory-check.js']

/** Whether `checkFile` finds nothing wrong with a file, found out in another thread; false also where there is none to be had. */
export function checkApart(path: string): Promise<boolean> {
  const program = places
    .map((place) => new URL(place, import.meta.url))
    .find((place) => existsSync(place))
  if (!program) return Promise.resolve(false)
  return new Promise((resolve) => {
    const worker = new Worker(program, { workerData: path })
    worker.once('message', resolve)
    worker.once('error', () => resolve(false))
    worker.once('exit', () => resolve(false))
    worker.unref()
  })
}
