import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Random, createRandom } from '../../sandbox/seed/random.ts'
import type { QueuedAction } from '../../shared/app/outbox.ts'
import { type ModerationAction, moderationRules } from '../../shared/moderation.ts'
import { createNodeFetch } from '../node-fetch.ts'
import { type Service, type Workshop, createWorkshop, startService } from './testing/workshop.ts'

// Histories of orders, answers that are lost, crashes, and changes that others make: what was acknowledged is done once,
// refused or visible, and never done twice.

const histories = process.env.LATCHKEY_PROOF === 'full' ? 1000 : 15
const peopleEach = 12
const wanted: readonly ModerationAction[] = ['block', 'ban', 'deactivate', 'disable_two_factor']

let service: Service
beforeAll(async () => void (service = await startService({ users: 80 })))
afterAll(() => service.end())

const direct = createNodeFetch()
const stateOf = (id: number) => JSON.stringify(stateAndFactor(id))
function stateAndFactor(id: number) {
  const { state, two_factor_enabled: factor } = service.person(id)!
  return { state, factor }
}

/** A network on which anything can go wrong, until it is mended or the process ends that uses it. */
function network(random: Random, changes: Map<number, number>) {
  const net = { isMended: false, isDead: false, fetch }
  async function fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    if (net.isDead) throw new TypeError('the process has ended')
    const fate = net.isMended ? 1 : random.below(1000) / 1000
    if (fate < 0.1) throw new TypeError('reset before')
    if (fate < 0.14) return new Response('', { status: random.pick([500, 502, 503, 504]) })
    if (fate < 0.17) {
      return new Response('Retry later', { status: 429, headers: { 'retry-after': '2' } })
    }
    const id = Number(/\/users\/(\d+)/.exec(String(input))?.[1] ?? 0)
    const isWrite = init?.method !== 'GET' && id > 0
    const before = isWrite ? stateOf(id) : ''
    const answer = await direct(input, init)
    // No two writes for one person are ever under way at once, so what changed was changed by this one.
    if (isWrite && stateOf(id) !== before) changes.set(id, (changes.get(id) ?? 0) + 1)
    if (fate < 0.27 || net.isDead) throw new TypeError('reset after')
    if (fate < 0.3) return new Response('<html>', { headers: { 'content-type': 'text/html' } })
    return answer
  }
  return net
}

/** What is on disk at this moment, as another process finds it. */
async function crash(workshop: Workshop, net: { isDead: boolean }): Promise<string> {
  net.isDead = true
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-outbox-'))
  cpSync(workshop.folder, folder, { recursive: true })
  // What reached the service before is done there before anybody looks.
  await delay(15)
  await workshop.end()
  return folder
}

async function play(seed: number) {
  const random = createRandom(`history ${seed}`)
  const changes = new Map<number, number>()
  const foreign = new Set<number>()
  let net = network(random, changes)
  let workshop = await createWorkshop(service, { fetch: net.fetch })
  const orders: QueuedAction[] = []
  for (let nth = 0; nth < peopleEach; nth += 1) {
    const person = service.someone('active', nth)
    orders.push(workshop.order(random.pick(wanted), person))
    if (random.chance(0.1)) workshop.order(orders.at(-1)!.action, person)
    if (random.chance(0.1)) workshop.outbox.cancel('a', [random.pick(orders).id])
    if (random.chance(0.5)) await delay(random.below(6))
    if (random.chance(0.08)) {
      const { target } = random.pick(orders)
      // Somebody who was locked out by others; that we undo nothing of it shows in the end.
      if (stateAndFactor(target.id).state === 'active') {
        service.set(target.id, { state: 'ldap_blocked' })
        foreign.add(target.id)
      }
    }
    if (random.chance(0.2)) {
      const folder = await crash(workshop, net)
      net = network(random, changes)
      workshop = await createWorkshop(service, { fetch: net.fetch, folder })
    }
  }
  net.isMended = true
  workshop.outbox.online('a')
  const ends = []
  for (const order of orders) ends.push(await workshop.settled(order))
  await workshop.end()
  return { ends, changes, foreign }
}

describe('every action', () => {
  it.each(Array.from({ length: histories }, (_, seed) => seed))(
    'of history %i is done once or told why not',
    { timeout: 120_000 },
    async (seed) => {
      const { ends, changes, foreign } = await play(seed)
      for (const { action, target, state, failure } of ends) {
        const said = `${action} of ${target.id}: ${state}, ${failure?.message}`
        const count = changes.get(target.id) ?? 0
        expect(count, said).toBeLessThanOrEqual(1)
        const now = stateAndFactor(target.id)
        const isThere =
          action === 'disable_two_factor'
            ? now.factor === 0
            : now.state === moderationRules[action].becomes
        if (foreign.has(target.id)) continue
        expect(['done', 'cancelled'], said).toContain(state)
        expect(count, said).toBe(state === 'done' ? 1 : 0)
        expect(isThere, said).toBe(state === 'done')
      }
    },
  )
})
