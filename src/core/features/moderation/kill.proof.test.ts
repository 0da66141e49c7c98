import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createRandom } from '../../../sandbox/seed/random.ts'
import type { Effects } from './testing/effects.ts'
import { findMismatches } from './testing/compare-effects.ts'
import { type StoredAction, expectedEffects, inspectFolder } from './testing/file-of-actions.ts'
import type { Work } from './testing/queue-process.ts'
import { type QueueProcess, startQueueProcess } from './testing/start-queue-process.ts'
import { type Service, startService, states } from './testing/harness.ts'
import { isFull } from '../../testing/proof.ts'

// Sends SIGKILL at random moments while the app queues and sends actions and reads the directory. No acknowledged
// action may be lost, and nothing may happen twice at the service, which runs in this process and records its changes.

const kills = Number(process.env.LATCHKEY_KILLS ?? (isFull ? 1000 : 2))
const seed = 'kill'
const userCount = 150
const hours = 4 * 60 * 60_000

const folder = mkdtempSync(join(tmpdir(), 'latchkey-killed-'))
let service: Service
let effects: Effects
beforeAll(async () => {
  service = await startService({ users: 250 })
  for (let nth = 0; nth < userCount; nth += 1) service.someone(states[nth % 6]!, nth)
  effects = service.countEffects()
  // Signs in and fills the compile cache to speed up later starts.
  const [code] = await once(run('drain', 0).child, 'close')
  expect(code).toBe(0)
})
afterAll(async () => {
  await service.end()
  rmSync(folder, { recursive: true, force: true })
})

function run(kind: Work['kind'], nth: number): QueueProcess {
  const users = Array.from({ length: userCount }, (_, one) => 249 - one)
  const { url, tokens } = service
  const work: Work = { folder, url, token: tokens.admin, users, seed: `${seed} ${nth}`, kind }
  return startQueueProcess(work)
}

async function kill({ child, errors }: QueueProcess): Promise<void> {
  expect(child.exitCode, errors()).toBe(null)
  const closed = once(child, 'close')
  child.kill('SIGKILL')
  const [, signal] = await closed
  expect(signal, errors()).toBe('SIGKILL')
}

describe('a killed process’s queue', () => {
  it(
    `keeps acknowledged actions through ${kills} kills and never runs one twice`,
    { timeout: hours },
    async () => {
      const random = createRandom(seed)
      const startedAt = performance.now()
      /** The printed lines: ID, action and user. */
      const queued = new Set<string>()
      const cancelled = new Set<number>()
      const statesSeen = { sending: 0, unknown: 0, undoable: 0 }
      let readings = 0
      for (let nth = 0; nth < kills; nth += 1) {
        const running = run('work', nth)
        // Usually kills it while it's working, often right after a write took effect, and sometimes during startup.
        if (random.chance(0.9)) await running.printed(1 + random.below(10))
        if (random.chance(0.6)) await nextChange(running)
        else await delay(random.below(40))
        await kill(running)
        for (const line of running.lines) if (line.startsWith('queued ')) queued.add(line)
        for (const id of running.ids('cancelled')) cancelled.add(id)
        if (running.lines.findLast((line) => line.startsWith('read')) === 'reading') readings += 1
        const { integrity, actions } = inspectFolder(folder)
        const byId = new Map(actions.map((action) => [action.id, action]))
        const details = `seed ${seed}, kill ${nth}: ${running.errors()}`
        expect(integrity, details).toBe('ok')
        const filed = new Set(actions.map(lineOf))
        expect(
          [...queued].filter((line) => !filed.has(line)),
          details,
        ).toEqual([])
        expect(
          [...cancelled].filter((id) => byId.get(id)?.state !== 'cancelled'),
          details,
        ).toEqual([])
        for (const { state } of actions)
          if (state in statesSeen) statesSeen[state as keyof typeof statesSeen] += 1
      }
      const draining = run('drain', kills)
      const [code] = await once(draining.child, 'close')
      expect(code, draining.errors()).toBe(0)

      const { integrity, actions } = inspectFolder(folder)
      expect(integrity).toBe('ok')
      const pending = actions.filter(({ state }) =>
        /^(undoable|ready|sending|unknown)$/.test(state),
      )
      expect(pending).toEqual([])
      const expected = expectedEffects(actions)
      const users = Array.from({ length: userCount }, (_, one) => 249 - one)
      expect(findMismatches(actions, effects, users)).toEqual([])
      if (isFull) expect(readings).toBeGreaterThan(0)
      expect(queued.size).toBeGreaterThan(kills)
      expect(expected.length).toBeGreaterThan(kills)
      const counts = new Map<string, number>()
      for (const { state } of actions) counts.set(state, (counts.get(state) ?? 0) + 1)
      const outcomes = [...counts].map(([state, count]) => `${count} ${state}`).join(', ')
      const seconds = Math.round((performance.now() - startedAt) / 1000)
      console.log(
        `\nproof: queue, kill -9: ${kills} kills (${statesSeen.sending} actions found in flight, ${readings} syncs of the directory), ${queued.size} actions and ` +
          `${cancelled.size} cancellations acknowledged, 0 lost; ${outcomes}; ${expected.length} changes in the sandbox, 0 twice, ` +
          `integrity of every file ok each time (${seconds} s)`,
      )
    },
  )
})

/** Waits until the service has processed another request, whose response probably hasn't been read yet. */
async function nextChange({ child }: QueueProcess): Promise<void> {
  const before = effects.count()
  await vi.waitUntil(() => effects.count() > before || child.exitCode !== null, {
    interval: 1,
  })
}

/** The output line for an acknowledged action. */
function lineOf({ id, action, target }: StoredAction): string {
  return `queued ${id} ${action} ${target}`
}
