import { getHeapStatistics } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { every } from '../../infra/time/scheduler.ts'
import { findWorkerProgram } from '../../infra/worker-program.ts'

const beatMs = 250
const gibibyte = 1024 ** 3
/** The part of the memory that V8 allows for objects after which it soon ends the process. */
const maxHeapShare = 0.75

/** Input of the watching thread. */
export interface WatchedStart {
  path: string
  /** Contents of the file at that path, as text. */
  bad: string
  good: string
  /** Holds a number that grows while the main thread works. */
  beats: SharedArrayBuffer
  /** Bytes above which the process uses too much memory. */
  maxBytes: number
}

/**
 * Keeps `bad` in a file while the main thread is stuck or the process uses too much memory, and then `good`. Another thread does
 * it, because the main one could not. Returns a function that ends it. If the thread can't be started, nothing is watched.
 */
export function watchStart(path: string, bad: object, good: object): () => void {
  const program = findWorkerProgram(import.meta.url, 'watch-worker.ts', 'start-watch.js')
  if (!program) return () => undefined
  const beats = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
  const count = new Int32Array(beats)
  const endBeats = every(beatMs, () => Atomics.add(count, 0, 1))
  const workerData: WatchedStart = {
    path,
    bad: JSON.stringify(bad),
    good: JSON.stringify(good),
    beats,
    maxBytes: Math.min(gibibyte, getHeapStatistics().heap_size_limit * maxHeapShare),
  }
  const worker = new Worker(program, { workerData })
  worker.unref()
  // For example a full disk. Then this start is not watched.
  worker.once('error', () => undefined)
  return () => {
    endBeats()
    void worker.terminate()
  }
}
