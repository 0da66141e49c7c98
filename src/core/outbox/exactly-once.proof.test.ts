import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Random, createRandom } from '../../sandbox/seed/random.ts'
import type { QueueState } from '../../shared/app/outbox.ts'
import { FailureError } from '../../shared/failure.ts'
import {
  type ModerationAction,
  moderationActions,
  moderationRules,
  objectionTo,
} from '../../shared/moderation.ts'
import { createNodeFetch } from '../node-fetch.ts'
import type { Effects } from './testing/effects.ts'
import { type FiledAction, expectedEffects, filedActions } from './testing/file-of-actions.ts'
import {
  type SandboxPerson,
  type Service,
  type Workshop,
  createWorkshop,
  startService,
  states,
} from './testing/workshop.ts'

// Histories of orders and second thoughts, answers that are lost, crashes, clocks that jump by a year, and changes that others
// make. The reference model is small: what was acknowledged is there in the end, done, refused or waiting for a decision; and
// what the service did to a person is what the actions on that person say was done, in their order, and nothing twice.

const histories = Number(
  process.env.LATCHKEY_HISTORIES ?? (process.env.LATCHKEY_PROOF === 'full' ? 1000 : 15),
)
const peopleEach = 8
const stepsEach = 40
const year = 365 * 24 * 60 * 60_000

let service: Service
let effects: Effects
beforeAll(async () => {
  service = await startService({ users: histories * peopleEach + 60 })
  effects = service.countEffects()
})
afterAll(() => service.end())

const direct = createNodeFetch()

/** A network on which anything can go wrong, until it is mended or the process ends that uses it. */
function network(random: Random) {
  const net = { isMended: false, isDead: false, fetch }
  async function fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    if (net.isDead) throw new TypeError('the process has ended')
    const fate = net.isMended ? 1 : random.below(1000) / 1000
    if (fate < 0.1) throw new TypeError('reset before')
    if (fate < 0.14) return new Response('', { status: random.pick([500, 502, 503, 504]) })
    if (fate < 0.17) {
      return new Response('Retry later', { status: 429, headers: { 'retry-after': '2' } })
    }
    const answer = await direct(input, init)
    if (fate < 0.32 || net.isDead) throw new TypeError('reset after')
    if (fate < 0.36) return new Response('<html>', { headers: { 'content-type': 'text/html' } })
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

/** What the model knows of a history. */
interface Told {
  /** Ids of actions that were acknowledged. */
  ordered: Set<number>
  /** How often each was ordered anew. */
  again: Map<number, number>
  /** How often others changed somebody. */
  touched: Map<number, number>
}

async function play(seed: number): Promise<Told & { actions: FiledAction[]; people: number[] }> {
  const random = createRandom(`history ${seed}`)
  const told: Told = { ordered: new Set(), again: new Map(), touched: new Map() }
  const everybody = effects.byOthers(() =>
    Array.from({ length: peopleEach }, (_, nth) =>
      service.someone(random.pick(states), seed * peopleEach + nth),
    ),
  )
  let net = network(random)
  const undoSeconds = random.pick([0, 5])
  let workshop = await createWorkshop(service, { fetch: net.fetch, undoSeconds })
  const rowsIn = (wanted: readonly QueueState[]) =>
    filedActions(workshop.database).filter(({ state }) => wanted.includes(state))

  const order = () => {
    const then = random.pick(everybody)
    // Mostly as they are now, sometimes as they were on a screen that was left open.
    const seen = random.chance(0.1) ? then : service.person(then.id)
    if (!seen) return
    const action = wantedOf(random, seen)
    // Twice at once is a double click.
    for (let click = 0; click < (random.chance(0.1) ? 2 : 1); click += 1) {
      told.ordered.add(workshop.order(action, seen).id)
    }
  }
  const onOne = (wanted: readonly QueueState[], change: (id: number) => void) => {
    const rows = rowsIn(wanted)
    if (rows.length > 0) change(random.pick(rows).id)
  }
  const anew = (id: number) => told.again.set(id, (told.again.get(id) ?? 0) + 1)
  const steps: [number, () => void | Promise<void>][] = [
    [40, order],
    [8, () => onOne(['held', 'ready', 'conflict'], (id) => workshop.outbox.cancel('a', [id]))],
    [6, () => onOne(['held', 'ready', 'unknown'], (id) => workshop.outbox.sendNow('a', [id]))],
    [
      8,
      () =>
        onOne(['refused', 'expired', 'cancelled'], (id) => {
          workshop.outbox.retry('a', [id])
          anew(id)
        }),
    ],
    [
      8,
      () =>
        onOne(['conflict', 'expired'], (id) => {
          workshop.outbox.decide('a', id, random.pick(['apply', 'drop']))
          anew(id)
        }),
    ],
    [5, () => void workshop.outbox.hold('a', random.chance(0.5))],
    [3, () => workshop.clock.jump(random.pick([year, -year]))],
    [
      6,
      () => {
        const { id } = random.pick(everybody)
        told.touched.set(id, (told.touched.get(id) ?? 0) + 1)
        effects.byOthers(() => service.set(id, { state: random.pick(states) }))
      },
    ],
    [
      6,
      async () => {
        const { clock } = workshop
        const folder = await crash(workshop, net)
        net = network(random)
        workshop = await createWorkshop(service, { fetch: net.fetch, folder, clock, undoSeconds })
      },
    ],
    [30, () => delay(random.below(8))],
  ]
  for (let step = 0; step < stepsEach; step += 1) {
    try {
      await weighted(random, steps)()
    } catch (error) {
      // Refused at once, and so never acknowledged.
      if (!(error instanceof FailureError)) throw error
    }
  }
  net.isMended = true
  workshop.outbox.hold('a', false)
  workshop.outbox.online('a')
  await workshop.until(() => {
    workshop.outbox.summary('a')
    return rowsIn(['held', 'ready', 'sending', 'unknown']).length === 0
  })
  const actions = filedActions(workshop.database)
  expect(workshop.database.prepare('PRAGMA integrity_check').get()).toEqual({
    integrity_check: 'ok',
  })
  await workshop.end()
  return { ...told, actions, people: everybody.map(({ id }) => id) }
}

function weighted<T>(random: Random, choices: readonly [number, T][]): T {
  let left = random.below(choices.reduce((sum, [weight]) => sum + weight, 0))
  return choices.find(([weight]) => (left -= weight) < 0)![1]
}

/** Mostly what the rules allow, deletions seldom. */
function wantedOf(random: Random, { id, username, state }: SandboxPerson): ModerationAction {
  const moderator = { id: 1, now: Date.now() }
  const allowed = moderationActions.filter(
    (action) =>
      !objectionTo(action, { id, username, state }, moderator) &&
      (!/delete|reject/.test(action) || random.chance(0.1)),
  )
  return random.pick(allowed.length > 0 && random.chance(0.9) ? allowed : moderationActions)
}

const becomes = (action: ModerationAction) =>
  moderationRules[action].becomes ?? 'without two-factor'

function check({ ordered, again, touched, actions, people }: Awaited<ReturnType<typeof play>>) {
  const byId = new Map(actions.map((action) => [action.id, action]))
  expect([...ordered].filter((id) => !byId.has(id))).toEqual([])
  // Nothing is sent to somebody who is not as they were seen.
  const blind = ({ before, expects }: FiledAction) =>
    before !== null && expects !== null && before !== expects
  expect(actions.filter(blind)).toEqual([])
  for (const person of people) {
    const own = actions.filter(({ target }) => target === person)
    const happened = effects.list(person)
    const said = JSON.stringify(own)
    // Who was deleted cannot be read any more, so that an answer that was lost stays lost.
    const isGone = happened.some(({ became }) => became === 'gone')
    if (!touched.has(person) && !isGone) {
      expect(happened, said).toEqual(expectedEffects(own))
      continue
    }
    for (const became of new Set(happened.map((effect) => effect.became))) {
      const meant = own.filter(({ action }) => becomes(action) === became)
      // Whom others put back before it was looked what became of a lost answer looks as if nothing had happened.
      const putBack = touched.get(person) ?? 0
      const most = meant.reduce((sum, { id }) => sum + 1 + (again.get(id) ?? 0), putBack)
      const count = happened.filter((effect) => effect.became === became).length
      expect(count, `${became}: ${said}`).toBeLessThanOrEqual(became === 'gone' ? 1 : most)
    }
  }
}

const ends = new Map<string, number>()
afterAll(() => {
  const counts = [...ends].map(([state, count]) => `${count} ${state}`).join(', ')
  console.log(
    `\nproof: outbox, model: ${histories} histories of ${stepsEach} steps on ${peopleEach} people: ${counts}; ` +
      `${effects.list().length} changes at the service, 0 lost, 0 twice`,
  )
})

describe('every action', () => {
  it.each(Array.from({ length: histories }, (_, seed) => seed))(
    'of history %i is done once or told why not',
    { timeout: 120_000 },
    async (seed) => {
      const history = await play(seed)
      check(history)
      for (const { state } of history.actions) ends.set(state, (ends.get(state) ?? 0) + 1)
    },
  )
})
