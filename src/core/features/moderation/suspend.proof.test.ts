import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { createRandom } from '../../../sandbox/seed/random.ts'
import type { QueuedAction } from '../../../shared/operations/queue.ts'
import { expectAllDoneOnce, isWrite, kinds, proofResult } from './testing/fault-proxy.ts'
import { findMismatches } from './testing/compare-effects.ts'
import { inspectFolder } from './testing/file-of-actions.ts'
import type { Work } from './testing/queue-process.ts'
import { type Fate, startProxy } from './testing/proxy.ts'
import { startQueueProcess } from './testing/start-queue-process.ts'
import { type Service, createHarness, reachInto, startService, states } from './testing/harness.ts'
import { isFull } from '../../testing/proof.ts'

// Suspends Latchkey or the service during a request: SIGSTOP, hours pass, SIGCONT.

const suspensions = isFull ? 100 : 3

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

function folderFor(what: string): string {
  const folder = mkdtempSync(join(tmpdir(), `latchkey-${what}-`))
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function stop(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close')
  child.kill('SIGKILL')
  await closed
}

describe('every action takes effect exactly once', () => {
  it(`when Latchkey is suspended ${suspensions} times during a write`, async () => {
    const startedAt = performance.now()
    const random = createRandom('suspended')
    const service = await startService({ users: 250 })
    cleanups.push(service.end)
    const users = Array.from({ length: 150 }, (_, nth) => 249 - nth)
    for (const nth of users.keys()) service.someone(states[nth % 6]!, nth)
    const effects = service.countEffects()
    let atWrite: (() => Fate) | undefined
    const proxy = await startProxy(service.url, (passing) =>
      isWrite(passing) && atWrite ? atWrite() : 'pass',
    )
    cleanups.push(proxy.stop)
    const folder = folderFor('suspended')
    const { url } = proxy
    const work: Omit<Work, 'kind'> = {
      folder,
      url,
      token: service.tokens.admin,
      users,
      seed: 'suspended',
    }
    const { child, lines, errors } = startQueueProcess({ ...work, kind: 'work' })
    for (let time = 0; time < suspensions; time += 1) {
      const fate = random.pick<Fate>(['pass', 'pass', 'reset-before', 'reset-after'])
      await new Promise<void>((resolve, reject) => {
        child.once('close', () => reject(new Error(errors())))
        atWrite = () => {
          child.kill('SIGSTOP')
          atWrite = undefined
          resolve()
          return fate
        }
      })
      await delay(random.below(60))
      // By now, the other side has closed its connections.
      if (random.chance(0.5)) {
        await proxy.down()
        await proxy.up()
      }
      child.kill('SIGUSR2')
      child.kill('SIGCONT')
      child.removeAllListeners('close')
    }
    await stop(child)
    const draining = startQueueProcess({ ...work, kind: 'drain' })
    const [code] = await once(draining.child, 'close')
    expect(code, draining.errors()).toBe(0)
    const { integrity, actions } = inspectFolder(folder)
    expect(integrity).toBe('ok')
    const ids = new Set(actions.map(({ id }) => id))
    const queued = lines.filter((line) => line.startsWith('queued '))
    expect(queued.filter((line) => !ids.has(Number(line.split(' ')[1])))).toEqual([])
    expect(findMismatches(actions, effects, users)).toEqual([])
    const text = `Latchkey suspended ${suspensions} times during a write, its clock 8 hours ahead each time, ${queued.length} actions`
    console.log(proofResult(text, startedAt, proxy.seen.length))
  })

  it(`when the service is suspended ${suspensions} times during requests`, async () => {
    const startedAt = performance.now()
    const { service, child } = await startServiceProcess()
    const allUsers = Array.from({ length: suspensions * 3 }, (_, nth) =>
      service.someone('active', nth),
    )
    const effects = service.countEffects()
    const harness = await createHarness(service, { callMs: 100 })
    cleanups.push(() => harness.end())
    const queued: QueuedAction[] = []
    for (let time = 0; time < suspensions; time += 1) {
      const users = allUsers.slice(time * 3, time * 3 + 3)
      const before = harness.writes().length
      queued.push(...users.map((user, nth) => harness.enqueue(kinds[nth]!, user)))
      await harness.until(() => harness.writes().length > before)
      child.kill('SIGSTOP')
      await delay(time % 2 === 0 ? 5 : 250)
      harness.clock.jump(8 * 60 * 60_000)
      child.kill('SIGCONT')
      harness.throttle.resume()
      for (const row of queued.slice(-3)) await harness.settled(row)
    }
    await expectAllDoneOnce({ harness, effects }, queued)
    const text = `the sandbox suspended ${suspensions} times during requests, the clock 8 hours ahead each time, ${queued.length} actions`
    console.log(proofResult(text, startedAt, harness.requests.length))
  })
})

/** Starts the service in a separate process. */
async function startServiceProcess() {
  const folder = folderFor('service')
  const program = join(import.meta.dirname, '../../../sandbox/cli.ts')
  const users = suspensions * 3 + 80
  const flags = ['--data', folder, '--users', String(users), '--seed', '7']
  const child = spawn(process.execPath, [program, ...flags])
  cleanups.push(() => stop(child))
  child.stderr.resume()
  let text = ''
  while (!text.includes('\n')) text += String((await once(child.stdout, 'data'))[0])
  const { url, tokens } = JSON.parse(text) as Pick<Service, 'url' | 'tokens'>
  const service = reachInto(folder, { url, tokens }, users)
  cleanups.push(service.close)
  return { service, child }
}
