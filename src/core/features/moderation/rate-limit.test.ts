import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createNodeFetch } from '../../platform/network/node-fetch.ts'
import { fastClock } from '../../jobs/testing/fast-clock.ts'
import { type Harness, createHarness, startService } from './testing/harness.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const direct = createNodeFetch()

/** A service that rate-limits the first write for this many seconds. The clock stops at that point. */
async function setUp(seconds: number) {
  const service = await startService()
  cleanups.push(service.end)
  let refusedCount = 0
  const clock = fastClock(10)
  const harness = await createHarness(service, {
    clock,
    async fetch(input, init) {
      if (init?.method !== 'POST' || refusedCount > 0) return direct(input, init)
      refusedCount += 1
      clock.hold()
      return new Response('Retry later', {
        status: 429,
        headers: { 'retry-after': String(seconds) },
      })
    },
  })
  cleanups.push(() => harness.end())
  const user = service.someone('active')
  const row = harness.enqueue('ban', user)
  await harness.until(() => harness.queue.summary().waiting?.kind === 'rate-limited')
  return { service, harness, user, row }
}

const lines = ({ harness }: Pick<Awaited<ReturnType<typeof setUp>>, 'harness'>) =>
  harness.requests.map(({ line }) => line.split(' ')[0])

describe('rate limit', () => {
  it('waits out a short limit without reloading the user', async () => {
    const setup = await setUp(1)
    setup.harness.clock.release()
    expect(await setup.harness.settled(setup.row)).toMatchObject({ state: 'done', attempts: 0 })
    expect(lines(setup)).toEqual(['GET', 'POST', 'POST', 'GET'])
    expect(setup.harness.requests[2]!.at - setup.harness.requests[1]!.at).toBeGreaterThanOrEqual(
      1000,
    )
  })

  it('reloads the user after a long limit', async () => {
    const setup = await setUp(5)
    await setup.harness.until(() => setup.harness.get(setup.row.id).state === 'ready')
    setup.harness.clock.release()
    expect(await setup.harness.settled(setup.row)).toMatchObject({ state: 'done', attempts: 1 })
    expect(lines(setup)).toEqual(['GET', 'POST', 'GET', 'POST', 'GET'])
  })

  it('sends nothing if the queue has been paused in the meantime', async () => {
    const setup = await setUp(1)
    const { harness, service, user, row } = setup
    harness.runs.pauseAll()
    harness.clock.release()
    await harness.until(() => harness.get(row.id).state === 'ready')
    expect(lines(setup)).toEqual(['GET', 'POST'])
    expect(service.user(user.id)!.state).toBe('active')
    harness.runs.resumeAll()
    expect((await harness.settled(row)).state).toBe('done')
  })

  it('isn’t extended when the clock is set back by a year', async () => {
    const { harness, row } = await setUp(1)
    harness.runs.pauseAll()
    harness.clock.jump(-365 * 24 * 60 * 60_000)
    harness.clock.release()
    await harness.until(() => harness.get(row.id).state === 'ready')
    harness.runs.resumeAll()
    expect((await harness.settled(row)).state).toBe('done')
  })

  it('sends nothing if the account has signed out in the meantime', async () => {
    const setup = await setUp(1)
    const { harness, service, user } = setup
    harness.signedIn.length = 0
    harness.clock.release()
    await harness.until(
      () => harness.database.prepare(`SELECT state FROM items`).get()?.['state'] === 'ready',
    )
    expect(lines(setup)).toEqual(['GET', 'POST'])
    expect(service.user(user.id)!.state).toBe('active')
  })
})

describe('rate limit of several weeks, from a Retry-After in milliseconds', () => {
  const weeks = 3_600_000

  it('lasts only 15 minutes, and then allows one action to probe', async () => {
    const { harness, row } = await setUp(weeks)
    const startedAt = harness.clock.now()
    expect(harness.queue.summary().waiting!.retryAt! - startedAt).toBeLessThanOrEqual(15 * 60_000)
    harness.clock.release()
    harness.clock.jump(15 * 60_000)
    harness.runner.wake()
    expect((await harness.settled(row)).state).toBe('done')
  })

  it('ends after 15 minutes even if a longer time is stored', async () => {
    const { service, harness, row } = await setUp(600)
    harness.clock.release()
    await harness.close()
    const path = join(harness.folder, 'rate-limit.json')
    const pause = JSON.parse(readFileSync(path, 'utf8')) as { since: number }
    writeFileSync(path, JSON.stringify({ ...pause, until: pause.since + 1000 * weeks }))
    const next = await createHarness(service, { folder: harness.folder, clock: harness.clock })
    cleanups.push(() => next.close())
    next.clock.jump(15 * 60_000)
    next.runner.wake()
    expect((await next.settled(row)).state).toBe('done')
  })

  it.each([
    ['Send now', (harness: Harness, id: number) => harness.queue.sendNow([id])],
    ['Send all now', (harness: Harness) => harness.queue.sendAllNow()],
    ['Try now or another token', (harness: Harness) => harness.tryNow()],
  ])('ends on “%s”, which sends one action first', async (_, tryNow) => {
    const { service, harness, row } = await setUp(weeks)
    const others = [1, 2, 3].map((nth) => harness.enqueue('ban', service.someone('active', nth)))
    expect(harness.get(row.id).state).toBe('ready')
    harness.clock.release()
    tryNow(harness, row.id)
    for (const one of [row, ...others]) expect((await harness.settled(one)).state).toBe('done')
    expect(lines({ harness }).slice(2, 5)).toEqual(['GET', 'POST', 'GET'])
  })
})
