import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { accessLevels } from '../../../../sandbox/database/memberships.ts'
import { type Random, createRandom } from '../../../../sandbox/seed/random.ts'
import type { DependentAnswer } from '../../../../shared/operations/dependents.ts'
import type { EvidenceStep } from '../../../../shared/operations/jobs.ts'
import type { DirectoryUser } from '../../../../shared/rules/moderation.ts'
import { fastClock } from '../../../jobs/testing/fast-clock.ts'
import { isFull } from '../../../testing/proof.ts'
import { brokenNetwork } from '../testing/broken-network.ts'
import { type Harness, type Service, createHarness, startService } from '../testing/harness.ts'
import { addSchedule, readKnown } from '../testing/known-dependents.ts'
import { leaversAt } from '../testing/leaver.ts'

// A hostile service ignores sudo, lists others' schedules as the leaver's, and refuses; others take schedules over in the
// meantime, the network loses responses, and Latchkey crashes. Nobody else's schedule is ever touched, none becomes the
// administrator's, and the leaver is blocked anyway.

const histories = isFull ? 1000 : 20
const hostilities = [
  'ignores sudo',
  'lists foreign',
  'refuses',
  'taken meanwhile',
  'unusable',
] as const
type Hostility = (typeof hostilities)[number]
const administratorId = 1
const strangerId = 2

let service: Service
let leavers: ReturnType<typeof leaversAt>
let strangerProject: number
beforeAll(async () => {
  service = await startService({ users: 2 * histories + 60, flavor: 'gitlab' })
  leavers = leaversAt(service)
  strangerProject = leavers.addPlace('Project', 'of a stranger')
  leavers.join(strangerId, strangerProject, accessLevels.owner)
})
afterAll(() => service.end())

interface Schedule {
  id: number
  owner_id: number
}
const schedules = () =>
  service.data.all<Schedule>('SELECT id, owner_id FROM pipeline_schedules ORDER BY id')

interface History {
  kinds: ReadonlySet<Hostility>
  random: Random
  user: DirectoryUser
  successor: { id: number; username: string; name: string }
  foreign: number
  /** The schedules that others took over. */
  taken: Set<number>
}

/** Responds in place of the service, changes a request, or acts before it. */
function hostile({ kinds, random, user, successor, foreign, taken }: History) {
  return async (url: URL, init: RequestInit | undefined): Promise<Response | undefined> => {
    const method = init?.method ?? 'GET'
    if (kinds.has('ignores sudo')) url.searchParams.delete('sudo')
    if (
      method === 'GET' &&
      url.pathname.endsWith('/pipeline_schedules') &&
      kinds.has('lists foreign')
    ) {
      const headers = { 'private-token': service.tokens.admin }
      const list = (await (await fetch(url, { headers })).json()) as object[]
      const owner = { id: user.id, username: user.username, name: user.name }
      return Response.json([...list, { id: foreign, description: 'foreign', active: true, owner }])
    }
    if (method === 'GET') return undefined
    if (kinds.has('taken meanwhile') && random.chance(0.3)) {
      const own = schedules().find(({ owner_id }) => owner_id === user.id)
      if (own) {
        taken.add(own.id)
        service.data.run(
          'UPDATE pipeline_schedules SET owner_id = ? WHERE id = ?',
          strangerId,
          own.id,
        )
      }
    }
    if (kinds.has('unusable') && random.chance(0.2)) service.set(successor.id, { state: 'blocked' })
    if (kinds.has('refuses') && !url.pathname.endsWith('/block') && random.chance(0.5)) {
      const status = random.pick([403, 404, 500])
      return Response.json({ message: `${status} of a test` }, { status })
    }
    return undefined
  }
}

async function play(seed: number): Promise<EvidenceStep[]> {
  const random = createRandom(`hand over ${seed}`)
  const user: DirectoryUser = { ...service.someone('active', 2 * seed), two_factor_enabled: true }
  const { id, username, name } = service.someone('active', 2 * seed + 1)
  const successor = { id, username, name }
  for (const one of [user.id, id]) leavers.leaveAll(one)
  const group = leavers.addPlace('Namespace', `group ${seed}`)
  const project = leavers.addPlace('Project', `project ${seed}`, { parent_id: group })
  leavers.join(user.id, group, accessLevels.owner)
  leavers.join(user.id, project, accessLevels.owner)
  if (random.chance(0.7)) leavers.join(id, project, accessLevels.maintainer)
  for (let nth = 0; nth < 3; nth += 1) {
    addSchedule(service, { project, owner: user.id, description: `schedule ${nth}` })
  }
  const foreign = addSchedule(service, {
    project: strangerProject,
    owner: strangerId,
    description: 'foreign',
  })
  const before = schedules()
  const kinds = new Set(hostilities.filter(() => random.chance(0.3)))
  const history: History = { kinds, random, user, successor, foreign, taken: new Set() }
  const intervene = hostile(history)

  const folder = mkdtempSync(join(tmpdir(), 'latchkey-hand-over-'))
  const clock = fastClock()
  let network = brokenNetwork(random, new Map())
  const open = (): Promise<Harness> => {
    const crashNetwork = (network = brokenNetwork(random, new Map()))
    const hostileFetch: typeof fetch = async (input, init) => {
      const url = new URL(String(input))
      const instead = crashNetwork.isDown ? undefined : await intervene(url, init)
      const body = init?.body as string | undefined
      const sent = kinds.has('ignores sudo') ? body?.replace(/"sudo":\d+/, '"ignored":1') : body
      return instead ?? (await crashNetwork.fetch(url, { ...init, body: sent }))
    }
    return createHarness(service, {
      users: () => [user],
      folder,
      clock,
      fetch: hostileFetch,
      dependentsOf: () => known,
    })
  }
  let harness = await open()
  network.isRepaired = true
  const known = await readKnown(harness, user)
  network.isRepaired = false
  const answers = known.items
    .filter(({ kind }) => kind === 'schedule' || kind === 'ownership')
    .map(({ key }): DependentAnswer => ({ user: user.id, key, decision: 'hand_over', successor }))
  const run = await harness.queue.bulk.start({
    selection: { kind: 'users', ids: [user.id] },
    plan: {
      name: 'Offboard',
      onFailure: 'review',
      steps: [{ action: 'hand_over' }, { action: 'block' }],
      answers,
    },
    note: false,
    affectedCount: 1,
  })
  for (let crashes = random.below(3); crashes > 0; crashes -= 1) {
    await delay(random.below(20))
    network.isDown = true
    await harness.close()
    await vi.waitUntil(() => network.inFlight === 0)
    harness = await open()
  }
  network.isRepaired = true
  await harness.until(() => harness.runs.get(run.id).state === 'finished', 5)

  const { steps } = harness.runs.evidence(run.id).users[0]!
  const after = schedules()
  const details = JSON.stringify({ seed, kinds: [...kinds], before, after, steps })
  for (const { id: schedule, owner_id: owner } of after) {
    const earlier = before.find((one) => one.id === schedule)!.owner_id
    expect(owner, details).not.toBe(administratorId)
    if (earlier !== user.id) expect(owner, details).toBe(earlier)
    else if (history.taken.has(schedule)) expect([strangerId, id], details).toContain(owner)
    else expect([user.id, id], details).toContain(owner)
    if (kinds.has('ignores sudo')) expect(owner, details).not.toBe(id)
  }
  for (const { key, outcome } of steps[0]!.handedOver!) {
    const schedule = Number(/^schedule \d+ (\d+)$/.exec(key)?.[1])
    if (!schedule || outcome !== 'done' || history.taken.has(schedule)) continue
    expect(after.find((one) => one.id === schedule)!.owner_id, details).toBe(id)
  }
  expect(service.user(user.id)!.state, details).toBe('blocked')
  await harness.close()
  rmSync(folder, { recursive: true, force: true })
  return steps
}

describe('handing over before a block', () => {
  it(
    `gives the administrator no schedule, touches nobody else’s, and blocks, in ${histories} histories with a hostile service`,
    { timeout: 4 * 60 * 60_000 },
    async () => {
      const startedAt = performance.now()
      const ends = new Map<string, number>()
      for (let seed = 0; seed < histories; seed += 1) {
        const [step] = await play(seed)
        for (const { outcome } of step!.handedOver!) ends.set(outcome, (ends.get(outcome) ?? 0) + 1)
      }
      const counts = [...ends].map(([end, count]) => `${count} ${end}`).join(', ')
      console.log(
        `\nproof: hand over, model: ${histories} histories: ${counts}; 0 schedules of the administrator ` +
          `(${Math.round((performance.now() - startedAt) / 1000)} s)`,
      )
    },
  )
})
