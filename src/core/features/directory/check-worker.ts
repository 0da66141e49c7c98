// Looks in a thread of its own whether the file of the directory is what was written: of many users that takes seconds.
import { parentPort, workerData } from 'node:worker_threads'
import { checkFile } from './open-directory.ts'

try {
  checkFile(String(workerData))
  parentPort!.postMessage(true)
} catch {
  // Whoever opens it finds out why.
  parentPort!.postMessage(false)
}
