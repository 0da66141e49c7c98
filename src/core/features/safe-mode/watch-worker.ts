// Looks from a thread of its own whether the main thread is stuck or the process takes up too much memory, and marks it in a file.
import { writeFileSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { every } from '../../infra/time/scheduler.ts'
import type { WatchedStart } from './watch-start.ts'

const lookMs = 250
/** The main thread is stuck when nothing has moved in so many looks; a computer that slept stops both threads. */
const maxStuckChecks = 8

const { path, bad, good, beats, maxBytes } = workerData as WatchedStart
const count = new Int32Array(beats)
let latest = -1
let looksWithoutBeat = 0
let isMarked = false

const look = () => {
  const beat = Atomics.load(count, 0)
  looksWithoutBeat = beat === latest ? looksWithoutBeat + 1 : 0
  latest = beat
  const isBad = looksWithoutBeat >= maxStuckChecks || process.memoryUsage.rss() > maxBytes
  if (isBad === isMarked) return
  isMarked = isBad
  writeFileSync(path, isBad ? bad : good, { mode: 0o600 })
}

every(lookMs, look, { keepsAlive: true })
