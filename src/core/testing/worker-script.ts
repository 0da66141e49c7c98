import { join } from 'node:path'

/** The worker as JavaScript, which is built before the tests run. */
export const workerScript = join(
  import.meta.dirname,
  '../../../node_modules/.cache/worker/worker.js',
)
