import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Random, createRandom } from '../../../../sandbox/seed/random.ts'
import { currentTime } from '../../../../shared/rules/clock.ts'
import { queuePlaces } from '../../../../shared/operations/queue.ts'
import { type QueueState, openStates } from '../../../../shared/rules/item-states.ts'
import { FailureError } from '../../../platform/failure.ts'
import {
  type ModerationAction,
  isDeletion,
  moderationActions,
  objectionTo,
} from '../../../../shared/rules/moderation.ts'
import type { Effects } from './effects.ts'
import { type StoredAction, readActions } from './file-of-actions.ts'
import { type Network, type ServiceChange, brokenNetwork } from './broken-network.ts'
import { type Edit, type QueueSnapshot, editErrors, errorsWithoutEdit } from './queue-model.ts'
import { type SandboxUser, type Service, type Harness, createHarness, states } from './harness.ts'

export const usersPerHistory = 8
export const stepsEach = 60
const year = 365 * 24 * 60 * 60_000

/** The result of a history. */
export interface HistoryResult {
  /** Differences from the model; empty if there are none. */
  wrong: string[]
  /** All acknowledged actions in their intended order; pruned ones as they were last seen. */
  actions: StoredAction[]
  users: number[]
  /** The number of times others changed each user. */
  touched: Map<number, number>
  /** Whether the clock ever jumped forward beyond the lifetime of an action. */
  wasLong: boolean
  integrity: unknown
  /** The changes that the service accepted, by user. */
  acceptedChanges: Map<number, ServiceChange[]>
}

/** Plays the history that has this number as its seed. Only the machine's timing isn't reproducible. */
export async function play(
  service: Service,
  effects: Effects,
  seed: number,
): Promise<HistoryResult> {
  const random = createRandom(`history ${seed}`)
  const changesByOthers = new Map<number, number>()
  const allUsers = effects.byOthers(() =>
    Array.from({ length: usersPerHistory }, (_, nth) =>
      service.someone(random.pick(states), seed * usersPerHistory + nth),
    ),
  )
  const now = (id: number) => service.user(id)
  const currentTargets = () => allUsers.flatMap(({ id }) => now(id) ?? []).map(toDirectoryUser)
  const undoSeconds = random.pick([0, 5])
  const acceptedChanges = new Map<number, ServiceChange[]>()
  let net = brokenNetwork(random, acceptedChanges)
  let harness = await createHarness(service, {
    fetch: net.fetch,
    undoSeconds,
    users: currentTargets,
  })
  const watch = watchQueue(() => harness)
  let wasLong = false

  const { edit, editInParts } = watch
  const rowsIn = (queueStates: readonly QueueState[]) =>
    readActions(harness.database).filter(({ state }) => queueStates.includes(state))
  const onOne = (queueStates: readonly QueueState[], change: (id: number) => unknown) => {
    const rows = rowsIn(queueStates)
    return rows.length > 0 ? change(random.pick(rows).id) : undefined
  }
  const enqueue = () => {
    const staleUser = random.pick(allUsers)
    // Usually the current state, but sometimes one from a screen that was left open.
    const seen = random.chance(0.1) ? staleUser : now(staleUser.id)
    if (!seen) return
    const action = chooseAction(random, seen)
    const click = () =>
      edit({ kind: 'enqueue', action, target: seen.id }, () =>
        harness.enqueueUndoable(action, seen),
      )
    const first = click()
    if (!random.chance(0.1) || first?.state === 'cancelled') return
    const again = click()
    if (first?.id !== again?.id) watch.wrong.push(`a double click queued ${action} twice`)
  }
  const bulk = () => {
    const ids = allUsers.map(({ id }) => id).filter(() => random.chance(0.4))
    const action = random.pick<ModerationAction>(['block', 'ban', 'unblock', 'activate'])
    const request = { selection: { kind: 'users' as const, ids }, action }
    return editInParts({ kind: 'bulk' }, async () => {
      const { affectedCount } = await harness.queue.bulk.preview(request)
      if (affectedCount > 0)
        await harness.queue.bulk.start({ ...request, note: false, affectedCount })
    })
  }
  const onRun = () => {
    const runs = harness.runs.list().jobs
    if (runs.length === 0) return
    const { id } = random.pick(runs)
    const what = random.pick(['pause', 'resume', 'cancel'] as const)
    return editInParts({ kind: 'run' }, async () => harness.runs[what](id))
  }
  const changeByOther = () => {
    const { id } = random.pick(allUsers)
    changesByOthers.set(id, (changesByOthers.get(id) ?? 0) + 1)
    const change: Record<string, string> = random.chance(0.2)
      ? { username: `renamed${id}x${random.below(1000)}` }
      : { state: random.pick(states) }
    effects.byOthers(() => service.set(id, change))
  }
  const restart = async () => {
    const { clock } = harness
    // Responses that have already arrived aren't stored yet.
    for (const { target } of rowsIn(['sending'])) {
      const last = acceptedChanges.get(target)?.at(-1)
      if (last) last.isLost = true
    }
    const folder = await crash(harness, net, watch.look)
    net = brokenNetwork(random, acceptedChanges)
    harness = await createHarness(service, {
      fetch: net.fetch,
      folder,
      clock,
      undoSeconds,
      users: currentTargets,
    })
  }
  const jump = () => {
    const by = random.pick([year, -year])
    wasLong ||= by > 0
    harness.clock.jump(by)
  }
  const change =
    (
      kind: 'cancel' | 'sendNow' | 'apply' | 'drop' | 'reason' | 'move',
      queueStates: readonly QueueState[],
      act: (id: number) => unknown,
    ) =>
    () =>
      onOne(queueStates, (id) => void edit({ kind, ids: [id] }, () => act(id)))
  const { steps, choose } = weighted(random)
  steps(40, enqueue)
  steps(
    8,
    change('cancel', ['undoable', 'ready', 'conflict'], (id) => harness.queue.cancel([id])),
  )
  steps(
    6,
    change('sendNow', ['undoable', 'ready', 'unknown'], (id) => harness.queue.sendNow([id])),
  )
  steps(8, () =>
    onOne(['refused', 'expired', 'cancelled'], (id) =>
      editInParts({ kind: 'retry', ids: [id] }, () => harness.queue.retry([id])),
    ),
  )
  steps(
    5,
    change('apply', ['conflict', 'expired'], (id) => harness.queue.decide(id, 'apply')),
  )
  steps(3, () => {
    // An unanswered write may be a deletion, which needs a decision.
    onOne(['unknown'], (id) => {
      const decision = random.pick(['apply', 'drop'] as const)
      edit({ kind: decision, ids: [id] }, () => harness.queue.decide(id, decision))
    })
  })
  steps(
    3,
    change('drop', ['conflict', 'expired'], (id) => harness.queue.decide(id, 'drop')),
  )
  steps(
    4,
    change('reason', ['undoable', 'ready', 'sending'], (id) =>
      harness.queue.edit(id, { reason: `reason ${random.below(9)}`, note: false }),
    ),
  )
  steps(
    6,
    change('move', ['undoable', 'ready'], (id) => harness.queue.move(id, random.pick(queuePlaces))),
  )
  steps(4, bulk)
  steps(4, onRun)
  steps(1, () => editInParts({ kind: 'cancelAll' }, () => harness.queue.cancelAll()))
  steps(1, () => void edit({ kind: 'sendAllNow' }, () => harness.queue.sendAllNow()))
  steps(5, () => {
    const change = random.chance(0.5) ? 'pauseAll' : 'resumeAll'
    edit({ kind: 'pause' }, () => harness.runs[change]())
  })
  steps(2, () => void edit({ kind: 'prune' }, () => harness.store.prune(harness.clock.now())))
  steps(3, jump)
  steps(6, changeByOther)
  steps(6, restart)
  steps(30, () => delay(random.below(8)))
  for (let step = 0; step < stepsEach; step += 1) await choose()()

  net.isRepaired = true
  edit({ kind: 'pause' }, () => harness.runs.resumeAll())
  for (const { id } of harness.runs.list().jobs) {
    edit({ kind: 'run' }, () => harness.runs.resume(id))
  }
  harness.throttle.resume()
  await runUntilSettled(harness, seed, (id) =>
    edit({ kind: 'drop', ids: [id] }, () => harness.queue.decide(id, 'drop')),
  )
  watch.look()
  const integrity = harness.database.prepare('PRAGMA integrity_check').get()?.['integrity_check']
  await harness.end()
  const users = allUsers.map(({ id }) => id)
  return { ...watch.told(), users, touched: changesByOthers, acceptedChanges, wasLong, integrity }
}

/** Runs until only decisions remain. Throws with the current state if it gets stuck. */
async function runUntilSettled(
  { queue, runs, database, clock, until, requests, get }: Harness,
  seed: number,
  drop: (id: number) => void,
) {
  const remaining = () => readActions(database).filter(({ state }) => openStates.includes(state))
  const isUnanswered = ({ id, state, action }: StoredAction) =>
    state === 'unknown' && isDeletion(action) && get(id).attempts > 2
  try {
    await until(
      () => {
        queue.summary()
        for (const { id } of remaining().filter(isUnanswered)) drop(id)
        return remaining().length === 0
      },
      2,
      60_000,
    )
  } catch (error) {
    const last = requests.slice(-20)
    const { jobs } = runs.list()
    const standing = { seed, now: clock.now(), summary: queue.summary(), jobs, last }
    throw new Error(`It stands still: ${JSON.stringify({ ...standing, left: remaining() })}`, {
      cause: error,
    })
  }
}

/** Reads the queue before and after every edit, and compares it with the model. */
export function watchQueue(harness: () => Harness) {
  const errors: string[] = []
  const pruned: StoredAction[] = []
  /** Each action's position by when it was last queued or requeued. */
  const places = new Map<number, number>()
  let count = 0
  let last: QueueSnapshot = new Map()

  function readQueue(): QueueSnapshot {
    const actions = readActions(harness().database)
    const standing = new Map(actions.map((action) => [action.id, action]))
    errors.push(...errorsWithoutEdit(last, standing))
    last = standing
    return standing
  }

  function edit<T>(edit: Edit, act: () => T): T | undefined {
    const end = begin(edit)
    try {
      return act()
    } catch (error) {
      return ignoreRefusal(error)
    } finally {
      end()
    }
  }

  /** Like `edit`, for calls that yield to other work. */
  async function editInParts(edit: Edit, act: () => Promise<unknown>): Promise<void> {
    const end = begin(edit, false)
    await act().catch(ignoreRefusal)
    end()
  }

  /** Ignores a rejected edit, which was never acknowledged. */
  function ignoreRefusal(error: unknown): undefined {
    if (!(error instanceof FailureError)) throw error
  }

  function begin(edit: Edit, isAlone = true): () => void {
    const before = readQueue()
    return () => {
      const actions = readActions(harness().database)
      last = new Map(actions.map((action) => [action.id, action]))
      errors.push(...editErrors(before, last, edit, isAlone))
      for (const { id, state } of actions) {
        const isAgain = edit.kind === 'retry' || edit.kind === 'apply'
        const wasOrdered = !before.has(id) || (isAgain && before.get(id)?.state !== state)
        if (wasOrdered) places.set(id, (count += 1))
      }
      for (const old of before.values()) if (!last.has(old.id)) pruned.push(old)
    }
  }

  return {
    wrong: errors,
    look: readQueue,
    edit,
    editInParts,
    told: () => ({
      wrong: errors,
      actions: [...pruned, ...last.values()].toSorted(
        (a, b) => places.get(a.id)! - places.get(b.id)!,
      ),
    }),
  }
}

/** Simulates a crash; returns a copy of the data folder as another process would see it. */
export async function crash(
  harness: Harness,
  net: Network,
  readQueue: () => unknown,
): Promise<string> {
  net.isDown = true
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-queue-'))
  cpSync(harness.folder, folder, { recursive: true })
  readQueue()
  // Requests that have reached the service complete there before the next read.
  await harness.until(() => net.inFlight === 0)
  await harness.end()
  return folder
}

/** Picks random steps, some more often than others. */
export function weighted(random: Random) {
  const choices: { weight: number; step: () => unknown }[] = []
  return {
    steps: (weight: number, step: () => unknown) => void choices.push({ weight, step }),
    choose(): () => unknown {
      let remaining = random.below(choices.reduce((sum, { weight }) => sum + weight, 0))
      return choices.find(({ weight }) => (remaining -= weight) < 0)!.step
    },
  }
}

/** Usually an action that the rules allow, and rarely a deletion. */
function chooseAction(random: Random, { id, username, state }: SandboxUser): ModerationAction {
  const moderator = { id: 1, now: currentTime() }
  const allowed = moderationActions.filter(
    (action) =>
      !objectionTo(action, { id, username, state }, moderator) &&
      (!/delete|reject/.test(action) || random.chance(0.1)),
  )
  return random.pick(allowed.length > 0 && random.chance(0.9) ? allowed : moderationActions)
}

export function toDirectoryUser({ id, username, name, state }: SandboxUser) {
  return { id, username, name, state }
}
