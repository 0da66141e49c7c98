import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, expect, it, vi } from 'vitest'
import type { WatchedStart } from './watch-start.ts'

const program = join(import.meta.dirname, '../../../../out/main/start-watch.js')
const folder = mkdtempSync(join(tmpdir(), 'latchkey-watch-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('watches a start from a thread of its own as it was built', async () => {
  expect(existsSync(program)).toBe(true)
  const path = join(folder, 'starts.json')
  const workerData: WatchedStart = {
    path,
    bad: 'bad',
    good: 'good',
    beats: new SharedArrayBuffer(4),
    maxBytes: Infinity,
  }
  const worker = new Worker(program, { workerData })
  const content = () => existsSync(path) && readFileSync(path, 'utf8')
  await vi.waitUntil(() => content() === 'bad')
  const beating = setInterval(() => Atomics.add(new Int32Array(workerData.beats), 0, 1), 50)
  await vi.waitUntil(() => content() === 'good')
  clearInterval(beating)
  await worker.terminate()
})
