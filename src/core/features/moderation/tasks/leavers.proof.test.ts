import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { accessLevels } from '../../../../sandbox/database/memberships.ts'
import { type Random, createRandom } from '../../../../sandbox/seed/random.ts'
import type { EvidenceStep, UserObject } from '../../../../shared/operations/jobs.ts'
import type { RunPlan } from '../../../../shared/operations/plans.ts'
import type { DirectoryUser, QueueAction } from '../../../../shared/rules/moderation.ts'
import { fastClock } from '../../../jobs/testing/fast-clock.ts'
import { isFull } from '../../../testing/proof.ts'
import { brokenNetwork } from '../testing/broken-network.ts'
import { type Harness, type Service, createHarness, startService } from '../testing/harness.ts'
import { leaversAt } from '../testing/leaver.ts'

// A hostile service sends false lists and false claims of removal and changes data in between, the network loses
// responses, and Latchkey crashes. Objects of other users must never be touched, and the evidence must list the
// remaining objects.

const histories = isFull ? 1000 : 20
const placesPerHistory = 8
/** A user with tokens and memberships who is part of every history. */
const strangerId = 2

let service: Service
let leavers: ReturnType<typeof leaversAt>
/** Internal IDs of groups, subgroups, and the projects in them. */
let places: number[]
beforeAll(async () => {
  service = await startService({ users: histories + 60, flavor: 'gitlab' })
  leavers = leaversAt(service)
  await leavers.addTokens(strangerId, 'personal_access', 'of a stranger', 'another')
  places = []
  for (let nth = 0; nth < placesPerHistory; nth += 1) {
    const parent_id = places[nth - 2]
    const type = nth % 2 ? 'Project' : 'Namespace'
    places.push(leavers.addPlace(type, `place ${nth}`, parent_id ? { parent_id } : {}))
  }
  for (const place of places) leavers.join(strangerId, place, accessLevels.owner)
})
afterAll(() => service.end())

const hostilities = ['stranger', 'everybody', 'without effect', 'meanwhile'] as const
type Hostility = (typeof hostilities)[number]

const personalTokens = 'revoke_personal_access_tokens'
const plan: RunPlan = {
  name: 'Offboard',
  onFailure: 'continue',
  steps: (
    [
      personalTokens,
      'revoke_impersonation_tokens',
      'delete_ssh_keys',
      'remove_memberships',
    ] satisfies QueueAction[]
  ).map((action) => ({ action })),
}

/** Responds in place of the service, or acts before it does. */
function hostile(kinds: ReadonlySet<Hostility>, random: Random, id: number, seed: number) {
  let added = 0
  return async (url: URL, method: string): Promise<Response | undefined> => {
    const path = url.pathname.replace('/api/v4', '')
    const isTokenList = method === 'GET' && path === '/personal_access_tokens'
    const owner = url.searchParams.get('user_id')
    if (isTokenList && owner === String(id)) {
      if (kinds.has('everybody')) return forward(`${service.url}/api/v4${path}`)
      if (kinds.has('stranger')) return withStranger(url)
    }
    if (method !== 'DELETE') return undefined
    if (kinds.has('meanwhile') && random.chance(0.2)) {
      added += 1
      if (random.chance(0.5)) leavers.join(id, random.pick(places), accessLevels.guest)
      else await leavers.addTokens(id, 'personal_access', `later ${seed} ${added}`)
    }
    const isMember = /\/members\/\d+$/.test(path)
    if (isMember && kinds.has('without effect') && random.chance(0.5)) {
      return new Response(null, { status: 204 })
    }
    return undefined
  }
}

function forward(url: string | URL): Promise<Response> {
  return fetch(url, { headers: { 'private-token': service.tokens.admin } })
}

async function withStranger(url: URL): Promise<Response> {
  const list = (await (await forward(url)).json()) as object[]
  const stranger = service.data.one<{ id: number; name: string }>(
    `SELECT id, name FROM tokens WHERE user_id = ? AND name = 'of a stranger'`,
    strangerId,
  )!
  return Response.json([...list, { ...stranger, user_id: strangerId, active: true }])
}

/** The writes that the service received, as `METHOD /path?query`. */
type ReceivedWrites = string[]

async function play(seed: number): Promise<EvidenceStep[]> {
  const random = createRandom(`leavers ${seed}`)
  const user: DirectoryUser = { ...service.someone('active', seed), two_factor_enabled: true }
  const { id } = user
  leavers.leaveAll(id)
  await equip(random, id, seed)
  const objectsBefore = leavers.belongings(id)
  const otherUsersBefore = leavers.ofOthers([id])
  const kinds = new Set(hostilities.filter(() => random.chance(0.25)))
  const intervene = hostile(kinds, random, id, seed)
  const received: ReceivedWrites = []

  const folder = mkdtempSync(join(tmpdir(), 'latchkey-leaver-'))
  const clock = fastClock()
  let network = brokenNetwork(random, new Map())
  const open = (): Promise<Harness> => {
    const crashNetwork = (network = brokenNetwork(random, new Map()))
    const fetchWithHostility: typeof fetch = async (input, init) => {
      const url = new URL(String(input))
      const method = init?.method ?? 'GET'
      if (method !== 'GET') received.push(`${method} ${url.pathname}${url.search}`)
      const instead = crashNetwork.isDown ? undefined : await intervene(url, method)
      return instead ?? (await crashNetwork.fetch(input, init))
    }
    return createHarness(service, { users: () => [user], folder, clock, fetch: fetchWithHostility })
  }
  let harness = await open()
  const run = await harness.queue.bulk.start({
    selection: { kind: 'users', ids: [id] },
    plan,
    reason: `history ${seed}`,
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
  const details = JSON.stringify({ seed, kinds: [...kinds], objectsBefore, received, steps })
  expect(leavers.ofOthers([id]), details).toEqual(otherUsersBefore)
  checkRequests(received, id, details)
  const isListHostile = kinds.has('stranger') || kinds.has('everybody')
  const now = leavers.belongings(id)
  if (isListHostile)
    expect(now.tokens, details).toEqual(expect.arrayContaining(objectsBefore.tokens))
  for (const step of steps) checkStep(step, { ...now, isListHostile, details })
  checkAuditLog(harness, id, steps, details)
  await harness.close()
  rmSync(folder, { recursive: true, force: true })
  return steps
}

async function equip(random: Random, id: number, seed: number): Promise<void> {
  const names = (what: string, count: number) =>
    Array.from({ length: count }, (_, nth) => `${what} ${seed} ${nth}`)
  await leavers.addTokens(id, 'personal_access', ...names('token', random.below(4)))
  await leavers.addTokens(id, 'impersonation', ...names('impersonation', random.below(3)))
  const { developer, maintainer, owner } = accessLevels
  for (const place of places) {
    if (random.chance(0.4)) leavers.join(id, place, random.pick([developer, maintainer, owner]))
  }
  if (random.chance(0.4)) leavers.join(id, leavers.addPlace('Namespace', `alone ${seed}`), owner)
  if (random.chance(0.4)) {
    const ownedProject = leavers.addPlace('Project', `own ${seed}`, { holder_id: id })
    leavers.join(id, ownedProject, owner)
  }
}

/** Checks that all requests were about this user, and that no group removal included subgroups and projects. */
function checkRequests(received: ReceivedWrites, id: number, details: string): void {
  const query = '?skip_subresources=true&unassign_issuables=false'
  for (const line of received) {
    const [, token] = /^DELETE \/api\/v4\/personal_access_tokens\/(\d+)$/.exec(line) ?? []
    if (token) {
      const { user_id, kind } = service.data.one<{ user_id: number; kind: string }>(
        'SELECT user_id, kind FROM tokens WHERE id = ?',
        Number(token),
      )!
      expect({ user_id, kind }, details).toEqual({ user_id: id, kind: 'personal' })
    } else if (line.includes('/members/')) {
      expect(line.endsWith(`/members/${id}${query}`), details).toBe(true)
    } else expect(line, details).toContain(`/users/${id}/`)
  }
}

const keyOf = ({ type, id }: UserObject) => `${type} ${id}`
const labels = (objects: readonly UserObject[]) => objects.map(({ label }) => label).toSorted()

/** Checks that a step's evidence matches the service's own data. */
function checkStep(
  { action, state, objects }: EvidenceStep,
  now: ReturnType<typeof leavers.belongings> & { isListHostile: boolean; details: string },
): void {
  const { details } = now
  expect(['done', 'refused'], details).toContain(state)
  expect(objects, details).toBeDefined()
  const { before, removed, left } = objects!
  for (const object of removed) expect(labels(before), details).toContain(object.label)
  if (action === personalTokens) {
    if (now.isListHostile) {
      expect([state, removed], details).toEqual(['refused', []])
      return
    }
    for (const { label } of removed) expect(now.tokens, details).not.toContain(label)
    if (state === 'done') expect(left, details).toEqual([])
  }
  if (action === 'revoke_impersonation_tokens' && state === 'done') {
    expect(now.impersonation, details).toEqual([])
  }
  if (action !== 'remove_memberships') return
  const remainingPlaces = Object.keys(now.memberships)
  expect(left.map(keyOf).toSorted(), details).toEqual(remainingPlaces.toSorted())
  for (const object of removed) {
    // Another administrator may have added the user again.
    if (!remainingPlaces.includes(keyOf(object))) continue
    expect(left.find((one) => keyOf(one) === keyOf(object))?.reason, details).toBeDefined()
  }
  const isKept = ({ reason, fields }: (typeof left)[number]) =>
    reason === 'kept' && Number(fields!['access_level']) >= accessLevels.owner
  const failed = left.filter((object) => !isKept(object))
  expect(state, details).toBe(failed.length > 0 ? 'refused' : 'done')
}

/** Checks that exactly the removed objects have an entry, along with objects that were back at the end. */
function checkAuditLog(
  harness: Harness,
  id: number,
  steps: readonly EvidenceStep[],
  details: string,
): void {
  const { items } = harness.auditLog.list(
    { instance: service.url, id: 1 },
    { filter: {}, offset: 0, limit: 1000 },
  )
  expect(items.every(({ target }) => target?.id === id)).toBe(true)
  const done = items.filter(({ outcome }) => outcome === 'done').map(({ object }) => object)
  const removed = steps.flatMap(({ objects }) => objects?.removed ?? [])
  const remainingObjects = steps.flatMap(({ objects }) => objects?.left ?? [])
  expect(done, details).toEqual(expect.arrayContaining(labels(removed)))
  expect(labels([...removed, ...remainingObjects]), details).toEqual(expect.arrayContaining(done))
}

describe('offboarding', () => {
  it(
    `affects only the leaver and lists remaining objects, in ${histories} histories with a hostile service`,
    { timeout: 4 * 60 * 60_000 },
    async () => {
      const startedAt = performance.now()
      const outcomes = new Map<string, number>()
      for (let seed = 0; seed < histories; seed += 1) {
        for (const { action, state } of await play(seed)) {
          outcomes.set(`${action} ${state}`, (outcomes.get(`${action} ${state}`) ?? 0) + 1)
        }
      }
      const counts = [...outcomes].map(([end, count]) => `${count} ${end}`).join(', ')
      console.log(
        `\nproof: leavers, model: ${histories} histories: ${counts}; 0 changes to other users ` +
          `(${Math.round((performance.now() - startedAt) / 1000)} s)`,
      )
    },
  )
})
