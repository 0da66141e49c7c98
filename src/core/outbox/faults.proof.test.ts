import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { createRandom } from '../../sandbox/seed/random.ts'
import type { QueuedAction } from '../../shared/app/outbox.ts'
import { type ModerationAction, moderationRules } from '../../shared/moderation.ts'
import { fastClock } from './testing/fast-clock.ts'
import {
  type Fate,
  type Passing,
  loginPage,
  loginRedirect,
  retryLater,
  startProxy,
  tooManyTimes,
} from './testing/proxy.ts'
import {
  type Service,
  type Workshop,
  createWorkshop,
  reachInto,
  startService,
} from './testing/workshop.ts'

// A proxy of our own between the queue and the service, on which everything goes wrong that goes wrong on networks: every action
// takes effect at the service exactly once, or says why not; the service's own database counts.

const isFull = process.env.LATCHKEY_PROOF === 'full'
const cycles = isFull ? 200 : 8
const manyActions = isFull ? 1000 : 60
const resetsEach = isFull ? 100 : 8
const faultsEach = isFull ? 100 : 6

/** Ban first: of all of them it is the one that must not be repeated. */
const kinds: readonly ModerationAction[] = ['ban', 'block', 'deactivate', 'disable_two_factor']

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function set(
  people: number,
  fateOf?: (passing: Passing) => Fate,
  options: Parameters<typeof createWorkshop>[1] = {},
) {
  const service = await startService({ users: people + 80 })
  ends.push(service.end)
  const everybody = Array.from({ length: people }, (_, nth) => service.someone('active', nth))
  const effects = service.countEffects()
  const proxy = await startProxy(service.url, fateOf)
  ends.push(proxy.stop)
  // So fast that five minutes, the longest pause, are over at once, and seven days, after which nothing is sent, are not.
  const clock = fastClock(isFull ? 1000 : 5000)
  const workshop = await createWorkshop(service, { through: proxy.url, clock, ...options })
  ends.push(() => workshop.end())
  const orderAll = () =>
    everybody.map((person, nth) => workshop.order(kinds[nth % kinds.length]!, person))
  return { service, effects, proxy, workshop, everybody, orderAll }
}

/** Meets each of these fates so often, on writes or on reads, mixed with free passage by a seed. */
function mixed(seed: string, fates: readonly Fate[], each: number, isMet: (p: Passing) => boolean) {
  const random = createRandom(seed)
  const left = fates.flatMap((fate) => Array.from({ length: each }, () => fate))
  const bag = left.map((fate) => ({ fate, order: random.below(1 << 30) }))
  bag.sort((a, b) => a.order - b.order)
  const rest = bag.map(({ fate }) => fate)
  const fateOf = (passing: Passing): Fate =>
    isMet(passing) && rest.length > 0 && random.chance(0.4) ? rest.pop()! : 'pass'
  return { fateOf, left: () => rest.length }
}

const isWrite = ({ method }: Passing) => method !== 'GET'

async function allDoneOnce(
  { workshop, effects }: Awaited<ReturnType<typeof set>>,
  ordered: readonly QueuedAction[],
): Promise<void> {
  for (const row of ordered) {
    const { state, failure } = await workshop.settled(row)
    expect(state, `${row.action} of ${row.target.id}: ${failure?.message}`).toBe('done')
    const became = moderationRules[row.action].becomes ?? 'without two-factor'
    expect(effects.list(row.target.id)).toEqual([{ target: row.target.id, became }])
  }
}

function say(text: string, began: number, { requests }: Pick<Workshop, 'requests'>): void {
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(
    `\nproof: outbox, ${text}; each exactly once at the service (${requests.length} requests, ${seconds} s)`,
  )
}

describe('every action happens exactly once', () => {
  it(`through ${cycles} times of no network`, async () => {
    const began = performance.now()
    const random = createRandom('cycles')
    const all = await set(manyActions, undefined)
    const { proxy, workshop } = all
    const ordered = all.orderAll()
    const left = () => {
      const { ready, sending, unknown } = workshop.outbox.summary('a').counts
      return ready + sending + unknown
    }
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      // Spread over the whole time, so that the last cycle still cuts something off.
      const wanted = Math.ceil((manyActions * (cycles - cycle - 1)) / cycles) + 1
      workshop.outbox.online('a')
      await workshop.until(() => left() <= wanted)
      await proxy.down()
      await delay(random.below(8))
      await proxy.up()
    }
    workshop.outbox.online('a')
    await allDoneOnce(all, ordered)
    say(`${cycles} times of no network while ${manyActions} actions were sent`, began, workshop)
  })

  it(`though the connection breaks before, in and after the answer, ${resetsEach} times each`, async () => {
    const began = performance.now()
    const fates: Fate[] = ['reset-before', 'reset-middle', 'reset-after']
    const { fateOf, left } = mixed('resets', fates, resetsEach, isWrite)
    const all = await set(resetsEach * 8, fateOf)
    await allDoneOnce(all, all.orderAll())
    expect(left()).toBe(0)
    const text = `connections broken before, in the middle of and after the answer to a write, ${resetsEach} each`
    say(`${text}, ${resetsEach * 8} actions`, began, all.workshop)
  })

  it('though the connection breaks before, in and after the answer to a look', async () => {
    const fates: Fate[] = ['reset-before', 'reset-middle', 'reset-after', 'truncate']
    const { fateOf, left } = mixed('looks', fates, resetsEach, (passing) => !isWrite(passing))
    const all = await set(resetsEach * 8, fateOf)
    await allDoneOnce(all, all.orderAll())
    expect(left()).toBe(0)
  })

  it('through errors, rate limits, captive portals, answers cut short and answers that never come', async () => {
    const began = performance.now()
    const fates: Fate[] = [
      { status: 500 },
      { status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad gateway</h1>' },
      { status: 503, headers: { 'content-type': 'application/json' }, body: '{"message":"no"}' },
      retryLater,
      tooManyTimes,
      loginPage,
      loginRedirect,
      'truncate',
      'hang-before',
      'hang-after',
    ]
    const { fateOf, left } = mixed('all', fates, faultsEach, () => true)
    const all = await set(faultsEach * 5, fateOf, { callMs: 150 })
    await allDoneOnce(all, all.orderAll())
    expect(left()).toBe(0)
    const text = `500, 502, 503, 429 of both kinds, portals by page and by redirect, truncated, and hanging before and after`
    say(`${text}, ${faultsEach} each, ${faultsEach * 5} actions`, began, all.workshop)
  })

  it('through bursts of errors', async () => {
    let nth = 0
    const statuses = [500, 502, 503]
    const burst = (): Fate => {
      nth += 1
      return nth % 40 < 15 ? { status: statuses[nth % 3]! } : 'pass'
    }
    const all = await set(isFull ? 200 : 24, burst)
    await allDoneOnce(all, all.orderAll())
  })

  it('though the service is suspended in the midst of requests and the clock jumps', async () => {
    await suspended(isFull ? 30 : 2)
  })
})

describe('an account', () => {
  it('whose token or rights end half-way keeps its queue, says why, and goes on', async () => {
    const began = performance.now()
    const all = await set(isFull ? 200 : 24)
    const { workshop, service } = all
    const ordered = all.orderAll()
    const done = (count: number) => () => workshop.outbox.summary('a').counts.done >= count
    const good = workshop.target.token
    await workshop.until(done(ordered.length / 4))
    workshop.target.token = service.tokens.expired
    await workshop.until(() => workshop.outbox.summary('a').waiting?.kind === 'unauthorized')
    await workshop.until(() => workshop.outbox.summary('a').counts.sending === 0)
    const { counts } = workshop.outbox.summary('a')
    expect(counts.done + counts.ready + counts.unknown).toBe(ordered.length)
    workshop.target.token = good
    workshop.outbox.accountsChanged()
    await workshop.until(done(ordered.length / 2))
    service.set(1, { admin: 0 })
    await workshop.until(
      () => workshop.outbox.summary('a').waiting?.reason === 'administrators-only',
    )
    await workshop.until(() => workshop.outbox.summary('a').counts.sending === 0)
    service.set(1, { admin: 1 })
    // What was read before may still say otherwise for a moment; it is read again, as by a screen that is looked at.
    await workshop.until(() => {
      workshop.account.isAdmin = workshop.target.isAdmin = true
      workshop.outbox.accountsChanged()
      return done(ordered.length)()
    }, 50)
    await allDoneOnce(all, ordered)
    say(
      `a token that expired and rights that were lost among ${ordered.length} actions`,
      began,
      workshop,
    )
  })
})

/** The service in a process of its own, stopped while requests are under way, as by a lid that is closed. */
async function suspended(times: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-suspended-'))
  ends.push(async () => rmSync(folder, { recursive: true }))
  const program = join(import.meta.dirname, '../../sandbox/cli.ts')
  const flags = ['--data', folder, '--users', '120', '--seed', '7']
  const child = spawn(process.execPath, [program, ...flags])
  ends.push(async () => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  })
  child.stderr.resume()
  let text = ''
  while (!text.includes('\n')) text += String((await once(child.stdout, 'data'))[0])
  const { url, tokens } = JSON.parse(text) as Pick<Service, 'url' | 'tokens'>
  const service = reachInto(folder, { url, tokens }, 120)
  ends.push(async () => service.close())
  const everybody = Array.from({ length: times * 3 }, (_, nth) => service.someone('active', nth))
  const effects = service.countEffects()
  const workshop = await createWorkshop(service, { callMs: 100 })
  ends.push(() => workshop.end())
  const began = performance.now()
  const ordered: QueuedAction[] = []
  for (let time = 0; time < times; time += 1) {
    const people = everybody.slice(time * 3, time * 3 + 3)
    const before = workshop.writes().length
    ordered.push(...people.map((person, nth) => workshop.order(kinds[nth]!, person)))
    await workshop.until(() => workshop.writes().length > before)
    child.kill('SIGSTOP')
    await delay(time % 2 === 0 ? 5 : 250)
    workshop.clock.jump(8 * 60 * 60_000)
    child.kill('SIGCONT')
    workshop.outbox.online('a')
    for (const row of ordered.slice(-3)) await workshop.settled(row)
  }
  for (const { action, target, id } of ordered) {
    const { state, failure } = workshop.get(id)
    expect(state, failure?.message).toBe('done')
    const became = moderationRules[action].becomes
    expect(effects.list(target.id)).toEqual([{ target: target.id, became }])
  }
  say(
    `the service suspended ${times} times in the midst of requests, and the clock 8 hours on`,
    began,
    workshop,
  )
}
