// Checks in its own thread whether the main thread is stuck or the process uses too much memory, and writes it to a file.
import { writeFileSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { every } from '../../infra/time/scheduler.ts'
import type { WatchedStart } from './watch-start.ts'

const checkMs = 250
/** Checks without a beat after which the main thread is stuck. Sleep of the computer stops both threads. */
const maxStuckChecks = 8

const { path, bad, good, beats, maxBytes } = workerData as WatchedStart
const count = new Int32Array(beats)
let latest = -1
let checksWithoutBeat = 0
let isMarked = false

const check = () => {
  const beat = Atomics.load(count, 0)
  checksWithoutBeat = beat === latest ? checksWithoutBeat + 1 : 0
  latest = beat
  const isBad = checksWithoutBeat >= maxStuckChecks || process.memoryUsage.rss() > maxBytes
  if (isBad === isMarked) return
  isMarked = isBad
  writeFileSync(path, isBad ? bad : good, { mode: 0o600 })
}

every(checkMs, check, { keepsAlive: true })
