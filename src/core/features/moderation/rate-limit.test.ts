import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, it } from 'vitest'
import { createNodeFetch } from '../../network/node-fetch.ts'
import { fastClock } from './testing/fast-clock.ts'
import { type Workshop, createWorkshop, startService } from './testing/harness.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const direct = createNodeFetch()

/** A service that wants a pause of so many seconds where something is to be changed for the first time. */
async function set(seconds: number) {
  const service = await startService()
  ends.push(service.end)
  let refused = 0
  const workshop = await createWorkshop(service, {
    clock: fastClock(10),
    async fetch(input, init) {
      if (init?.method !== 'POST' || refused > 0) return direct(input, init)
      refused += 1
      return new Response('Retry later', {
        status: 429,
        headers: { 'retry-after': String(seconds) },
      })
    },
  })
  ends.push(() => workshop.end())
  const person = service.someone('active')
  const row = workshop.order('ban', person)
  await workshop.until(() => workshop.queue.summary('a').waiting?.kind === 'rate-limited')
  return { service, workshop, person, row }
}

const lines = ({ workshop }: Pick<Awaited<ReturnType<typeof set>>, 'workshop'>) =>
  workshop.requests.map(({ line }) => line.split(' ')[0])

describe('a pause that the service wants', () => {
  it('is waited out where it is short, and what was seen before counts after it', async () => {
    const all = await set(1)
    expect(await all.workshop.settled(all.row)).toMatchObject({ state: 'done', attempts: 0 })
    expect(lines(all)).toEqual(['GET', 'POST', 'POST', 'GET'])
    expect(all.workshop.requests[2]!.at - all.workshop.requests[1]!.at).toBeGreaterThan(1000)
  })

  it('ends in another look where it is long', async () => {
    const all = await set(5)
    await all.workshop.until(() => all.workshop.get(all.row.id).state === 'ready')
    expect(await all.workshop.settled(all.row)).toMatchObject({ state: 'done', attempts: 1 })
    expect(lines(all)).toEqual(['GET', 'POST', 'GET', 'POST', 'GET'])
  })

  it('ends with nothing sent where the queue is paused meanwhile', async () => {
    const all = await set(1)
    const { workshop, service, person, row } = all
    workshop.queue.pause('a')
    await workshop.until(() => workshop.get(row.id).state === 'ready')
    expect(lines(all)).toEqual(['GET', 'POST'])
    expect(service.person(person.id)!.state).toBe('active')
    workshop.queue.resume('a')
    expect((await workshop.settled(row)).state).toBe('done')
  })

  it('does not grow where the clock is set back by a year meanwhile', async () => {
    const { workshop, row } = await set(1)
    workshop.queue.pause('a')
    workshop.clock.jump(-365 * 24 * 60 * 60_000)
    await workshop.until(() => workshop.get(row.id).state === 'ready')
    workshop.queue.resume('a')
    expect((await workshop.settled(row)).state).toBe('done')
  })

  it('ends with nothing sent where whoever ordered it signed out meanwhile', async () => {
    const all = await set(1)
    const { workshop, service, person } = all
    workshop.signedIn.length = 0
    await workshop.until(
      () => workshop.database.prepare(`SELECT state FROM actions`).get()?.['state'] === 'ready',
    )
    expect(lines(all)).toEqual(['GET', 'POST'])
    expect(service.person(person.id)!.state).toBe('active')
  })
})

describe('a pause of weeks, because the service counts in milliseconds', () => {
  const weeks = 3_600_000

  it('is believed for 15 minutes, and then one action is tried', async () => {
    const { workshop, row } = await set(weeks)
    const began = workshop.clock.now()
    expect(workshop.queue.summary('a').waiting!.retryAt! - began).toBeLessThanOrEqual(15 * 60_000)
    workshop.clock.jump(15 * 60_000)
    workshop.queue.wake()
    expect((await workshop.settled(row)).state).toBe('done')
  })

  it('that an older version stored ends after 15 minutes as well', async () => {
    const { service, workshop, row } = await set(600)
    await workshop.close()
    const database = new DatabaseSync(join(workshop.folder, 'outbox.db'))
    database.exec(`UPDATE owners SET limited_until = limited_since + 1000 * ${weeks}`)
    database.close()
    const next = await createWorkshop(service, { folder: workshop.folder, clock: fastClock() })
    ends.push(() => next.close())
    next.clock.jump(15 * 60_000)
    next.queue.wake()
    expect((await next.settled(row)).state).toBe('done')
  })

  it.each([
    ['Send now', (workshop: Workshop, id: number) => workshop.queue.sendNow('a', [id])],
    ['Send all now', (workshop: Workshop) => workshop.queue.sendAllNow('a')],
    ['Try now, or another token', (workshop: Workshop) => workshop.queue.tryNow('a')],
  ])('ends with “%s”, which sends one action first', async (_, tryNow) => {
    const { service, workshop, row } = await set(weeks)
    const others = [1, 2, 3].map((nth) => workshop.order('ban', service.someone('active', nth)))
    expect(workshop.get(row.id).state).toBe('ready')
    tryNow(workshop, row.id)
    for (const one of [row, ...others]) expect((await workshop.settled(one)).state).toBe('done')
    expect(lines({ workshop }).slice(2, 5)).toEqual(['GET', 'POST', 'GET'])
  })
})
