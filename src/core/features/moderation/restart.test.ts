import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { FaultRule } from '../../../sandbox/faults.ts'
import { type FastClock, fastClock } from './testing/fast-clock.ts'
import { type Service, type Workshop, createWorkshop, startService } from './testing/harness.ts'

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function set(faults: FaultRule[], clock?: FastClock) {
  const service = await startService({ faults })
  ends.push(service.end)
  const workshop = await createWorkshop(service, { clock })
  ends.push(() => workshop.end())
  return { service, workshop }
}

/** The files as they are at this moment, as if the power had gone. */
function crash(workshop: Workshop): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-outbox-'))
  cpSync(workshop.folder, folder, { recursive: true })
  return folder
}

/** What the journal says, newest first. */
const entries = ({ auditLog, account }: Workshop) =>
  auditLog.list({ instance: account.baseUrl, id: 1 }, { filter: {}, offset: 0, limit: 10 }).items

async function again(service: Service, folder: string): Promise<Workshop> {
  const next = await createWorkshop(service, { folder })
  ends.push(() => next.end())
  return next
}

describe('after a crash', () => {
  it('what was on its way and arrived is not sent again', async () => {
    const slow: FaultRule = {
      method: 'POST',
      path: '/users/*/ban',
      calls: 1,
      kind: 'latency',
      value: 30,
    }
    const { service, workshop } = await set([slow])
    const person = service.someone('active')
    const ordered = workshop.order('ban', person, { reason: 'spam' })
    await workshop.until(() => workshop.writes().length === 1)
    const folder = crash(workshop)
    expect(entries(workshop)).toEqual([])
    await workshop.until(() => service.person(person.id)!.state === 'banned')
    const next = await again(service, folder)
    expect(next.get(ordered.id).state).toBe('unknown')
    expect(await next.settled(ordered)).toMatchObject({ state: 'done', after: 'banned' })
    expect(next.writes()).toEqual([])
    const noted = { action: 'ban', before: 'active', after: 'banned', outcome: 'done' }
    expect(entries(next)).toMatchObject([{ ...noted, reason: 'spam', target: { id: person.id } }])
    // Once for good, also where it is looked at after one more start.
    expect(entries(await again(service, crash(next)))).toHaveLength(1)
  })

  it('what was on its way and did not arrive is sent', async () => {
    const lost: FaultRule = { method: 'POST', path: '/users/*/ban', calls: 1, kind: 'reset-before' }
    const slow: FaultRule = {
      method: 'POST',
      path: '/users/*/ban',
      calls: 1,
      kind: 'latency',
      value: 30,
    }
    const { service, workshop } = await set([slow, lost])
    const person = service.someone('active')
    const ordered = workshop.order('ban', person)
    await workshop.until(() => workshop.writes().length === 1)
    const folder = crash(workshop)
    workshop.queue.pause('a')
    await workshop.close()
    const next = await again(service, folder)
    expect(await next.settled(ordered)).toMatchObject({ state: 'done', after: 'banned' })
    expect(next.writes()).toHaveLength(1)
    expect(service.person(person.id)!.state).toBe('banned')
    expect(entries(next)).toMatchObject([{ action: 'ban', outcome: 'done' }])
  })

  it('everything that was acknowledged is there, in its order', async () => {
    const { service, workshop } = await set([])
    workshop.queue.pause('a')
    const people = Array.from({ length: 20 }, (_, nth) => service.someone('deactivated', nth))
    const ordered = people.flatMap((person) => [
      workshop.order('block', person),
      workshop.order('unblock', person),
    ])
    const next = await again(service, crash(workshop))
    expect(next.queue.summary('a')).toMatchObject({ isPaused: true, counts: { ready: 40 } })
    next.queue.resume('a')
    for (const row of ordered) expect((await next.settled(row)).state).toBe('done')
    for (const person of people) {
      expect(service.person(person.id)!.state).toBe('active')
      const own = next.writes().filter((line) => line.startsWith(`POST /users/${person.id}/`))
      expect(own.map((line) => line.split('/').at(-1))).toEqual(['block', 'unblock'])
    }
  })

  it('what an account of the demo service ordered is gone with it', async () => {
    const { service, workshop } = await set([])
    workshop.account.demo = true
    workshop.queue.pause('a')
    workshop.order('block', service.someone('active'))
    const next = await again(service, crash(workshop))
    expect(next.queue.list('a', { offset: 0, limit: 1 }).total).toBe(0)
  })
})

describe('closing', () => {
  it('waits for what is under way and takes up nothing new', async () => {
    const slow: FaultRule = {
      method: 'POST',
      path: '/users/*/ban',
      calls: '*',
      kind: 'latency',
      value: 20,
    }
    // On a busy machine the answer takes longer than a few hundredths of a second.
    const { service, workshop } = await set([slow], fastClock(1))
    workshop.settings.requestsAtOnce = 1
    const first = workshop.order('ban', service.someone('active'))
    const second = workshop.order('ban', service.someone('active', 1))
    await workshop.until(() => workshop.writes().length === 1)
    await workshop.queue.close()
    expect(workshop.get(first.id).state).toBe('done')
    expect(workshop.get(second.id).state).toBe('ready')
  })
})
