import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Random, createRandom } from '../../../../sandbox/seed/random.ts'
import type { RunPlan } from '../../../../shared/operations/plans.ts'
import { failurePolicies } from '../../../../shared/rules/plans.ts'
import type { DirectoryUser, QueueAction } from '../../../../shared/rules/moderation.ts'
import { brokenNetwork } from '../testing/broken-network.ts'
import { findMismatches } from '../testing/compare-effects.ts'
import type { Effects } from '../testing/effects.ts'
import { fastClock } from '../../../jobs/testing/fast-clock.ts'
import { inspectFolder, readActions } from '../testing/file-of-actions.ts'
import { type Harness, type Service, createHarness, startService } from '../testing/harness.ts'
import type { Work } from '../testing/queue-process.ts'
import { startQueueProcess } from '../testing/start-queue-process.ts'
import { isFull } from '../../../testing/proof.ts'

// Plans with lost responses, crashes and reversals: every step must run once or report why not, each key must be
// deleted once, and no other user may change.

const histories = isFull ? 1000 : 6
const kills = isFull ? 500 : 3
const usersEach = 3
const userCount = 40

let service: Service
let effects: Effects
const folder = mkdtempSync(join(tmpdir(), 'latchkey-plans-'))
beforeAll(async () => {
  service = await startService({ users: histories * usersEach + userCount + 60 })
  effects = service.countEffects()
})
afterAll(async () => {
  await service.end()
  rmSync(folder, { recursive: true, force: true })
})

function newKey(): string {
  const parts = [Buffer.from('ssh-ed25519'), randomBytes(32)]
  const lengthPrefixed = parts.map((part) =>
    Buffer.concat([Buffer.from([0, 0, 0, part.length]), part]),
  )
  return `ssh-ed25519 ${Buffer.concat(lengthPrefixed).toString('base64')}`
}

const addKey = (id: number, title: string) =>
  service.ask('POST', `/users/${id}/keys`, { title, key: newKey() })
const keysOf = async (id: number) =>
  ((await service.ask('GET', `/users/${id}/keys`)) as unknown as { title: string }[]).map(
    ({ title }) => title,
  )

/** A random plan in which each state follows from the one before. */
function randomPlan(random: Random): RunPlan {
  const states: QueueAction[][] = [['block'], ['block', 'unblock'], ['ban'], ['deactivate'], []]
  const tasks: QueueAction[] = ['delete_ssh_keys', 'revoke_impersonation_tokens', 'add_note']
  const chosenSteps = [...random.pick(states), ...tasks.filter(() => random.chance(0.7))]
  const actions = chosenSteps.length > 0 ? chosenSteps : (['delete_ssh_keys'] as const)
  return {
    name: 'Some',
    onFailure: random.pick([...failurePolicies]),
    steps: actions.map((action) => ({ action })),
  }
}

describe('plans', () => {
  it(
    `run each step once or report why not, in ${histories} histories with crashes, lost responses, and reversals`,
    { timeout: 4 * 60 * 60_000 },
    async () => {
      const startedAt = performance.now()
      const outcomes = new Map<string, number>()
      for (let seed = 0; seed < histories; seed += 1) await play(seed, outcomes)
      const counts = [...outcomes].map(([state, count]) => `${count} ${state}`).join(', ')
      console.log(
        `\nproof: plans, model: ${histories} histories on ${usersEach} users each: ${counts}; 0 lost, 0 twice, 0 on other users ` +
          `(${Math.round((performance.now() - startedAt) / 1000)} s)`,
      )
    },
  )
})

async function play(seed: number, outcomes: Map<string, number>): Promise<void> {
  const random = createRandom(`plans ${seed}`)
  const users = Array.from({ length: usersEach }, (_, nth): DirectoryUser => {
    const user = effects.byOthers(() => service.someone('active', seed * usersEach + nth))
    return { ...user, two_factor_enabled: true }
  })
  const current = () =>
    users.map(({ id, ...rest }) => ({ ...rest, id, state: service.user(id)!.state }))
  const [bystander, ...targets] = users as [DirectoryUser, ...DirectoryUser[]]
  for (const { id } of users) for (const nth of [1, 2]) await addKey(id, `key ${id} ${nth}`)
  const keptKeys = await keysOf(bystander.id)
  const keysBefore = new Map<number, string[]>()
  for (const { id } of targets) keysBefore.set(id, await keysOf(id))
  const dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-plan-'))

  const clock = fastClock()
  let network = brokenNetwork(random, new Map())
  const open = (): Promise<Harness> => {
    network = brokenNetwork(random, new Map())
    const { fetch } = network
    return createHarness(service, { users: current, folder: dataFolder, clock, fetch })
  }
  let harness = await open()
  const crash = async () => {
    network.isDown = true
    await harness.close()
    await vi.waitUntil(() => network.inFlight === 0)
    harness = await open()
  }
  const plan = randomPlan(random)
  const ids = targets.map(({ id }) => id)
  const begin = (
    task: { plan: RunPlan } | { action: 'unblock' | 'unban' | 'activate' },
    count: number,
  ) =>
    harness.queue.bulk.start({
      selection: { kind: 'users', ids },
      ...task,
      reason: `history ${seed}`,
      note: false,
      affectedCount: count,
    })
  const run = await begin({ plan }, ids.length)
  for (let crashes = random.below(3); crashes > 0; crashes -= 1) {
    await delay(random.below(15))
    await crash()
  }
  network.isRepaired = true
  const isOver = (id: number) => harness.runs.get(id).state === 'finished'
  await harness.until(() => isOver(run.id), 5)

  const reversal = harness.queue.bulk.reversal(run.id)
  if (reversal.action) {
    const preview = await harness.queue.bulk.preview({
      selection: { kind: 'users', ids },
      action: reversal.action,
    })
    if (preview.affectedCount > 0) {
      const reversed = await begin({ action: reversal.action } as never, preview.affectedCount)
      await harness.until(() => isOver(reversed.id), 5)
    }
  }

  const actions = readActions(harness.database)
  const details = `history ${seed}: ${JSON.stringify(actions)}`
  for (const { state } of actions) outcomes.set(state, (outcomes.get(state) ?? 0) + 1)
  expect(
    findMismatches(
      actions,
      effects,
      users.map(({ id }) => id),
    ),
    details,
  ).toEqual([])
  expect(await keysOf(bystander.id), details).toEqual(keptKeys)
  const { items } = harness.auditLog.list(
    { instance: service.url, id: 1 },
    { filter: { action: 'sshKeys.removeOf' }, offset: 0, limit: 1000 },
  )
  for (const id of ids) {
    const step = actions.find(({ action, target }) => action === 'delete_ssh_keys' && target === id)
    const remainingKeys = await keysOf(id)
    if (step?.state === 'done') expect(remainingKeys, details).toEqual([])
    const deletedKeys = keysBefore.get(id)!.filter((title) => !remainingKeys.includes(title))
    const written = items.filter(({ target, outcome }) => target?.id === id && outcome === 'done')
    expect(written.map(({ object }) => object).toSorted(), details).toEqual(deletedKeys.toSorted())
  }
  await harness.close()
  rmSync(dataFolder, { recursive: true, force: true })
}

describe('killed process with plans', () => {
  it(
    `keeps every acknowledged plan through ${kills} kills`,
    { timeout: 4 * 60 * 60_000 },
    async () => {
      const random = createRandom('killed plans')
      const startedAt = performance.now()
      const firstSeed = histories * usersEach
      const users = Array.from(
        { length: userCount },
        (_, nth) => effects.byOthers(() => service.someone('active', firstSeed + nth)).id,
      )
      const work = (kind: Work['kind'], nth: number): Work => ({
        folder,
        url: service.url,
        token: service.tokens.admin,
        users,
        seed: `kill ${nth}`,
        kind,
      })
      await once(startQueueProcess(work('drain', 0)).child, 'close')
      const runs = new Set<number>()
      /** For each user, the latest step that existed when their last key was added. */
      const stepsBefore = new Map<number, number>()
      let latest = 0
      for (let nth = 1; nth <= kills; nth += 1) {
        const user = random.pick(users)
        await addKey(user, `key ${nth}`)
        stepsBefore.set(user, latest)
        const running = startQueueProcess(work('plans', nth))
        await running.printed(2 + random.below(6))
        await delay(random.below(40))
        const ended = once(running.child, 'close')
        running.child.kill('SIGKILL')
        await ended
        for (const run of running.ids('run')) runs.add(run)
        const { integrity, actions } = inspectFolder(folder)
        expect(integrity, running.errors()).toBe('ok')
        latest = Math.max(0, ...actions.map(({ id }) => id))
      }
      const draining = startQueueProcess(work('drain', kills))
      const [code] = await once(draining.child, 'close')
      expect(code, draining.errors()).toBe(0)
      const { actions } = inspectFolder(folder)
      expect(runs.size).toBeGreaterThan(kills)
      expect(
        actions.filter(({ state }) => /^(undoable|ready|sending|unknown)$/.test(state)),
      ).toEqual([])
      expect(findMismatches(actions, effects, users)).toEqual([])
      for (const id of users) {
        const last = actions.findLast(
          ({ action, target }) => action === 'delete_ssh_keys' && target === id,
        )
        // The last key may have been added after the user's last plan.
        if (last?.state !== 'done' || last.id <= (stepsBefore.get(id) ?? 0)) continue
        expect(await keysOf(id)).toEqual([])
      }
      console.log(
        `\nproof: plans, kill -9: ${kills} kills, ${runs.size} plans acknowledged, ${actions.length} steps, 0 lost, 0 twice, ` +
          `integrity of every file ok each time (${Math.round((performance.now() - startedAt) / 1000)} s)`,
      )
    },
  )
})
