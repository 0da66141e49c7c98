import { expect } from 'vitest'
import { type Random, createRandom } from '../../../../sandbox/seed/random.ts'
import type { SandboxOptions } from '../../../../sandbox/start.ts'
import type { QueuedAction } from '../../../../shared/operations/queue.ts'
import { type ModerationAction, moderationRules } from '../../../../shared/rules/moderation.ts'
import type { Effects } from './effects.ts'
import { fastClock } from '../../../jobs/testing/fast-clock.ts'
import { type Fate, type ProxiedRequest, type Proxy, startProxy } from './proxy.ts'
import { isFull } from '../../../testing/proof.ts'
import { type Harness, createHarness, startService } from './harness.ts'

/** Ban comes first, because it's the only action that must not be repeated. */
export const kinds: readonly ModerationAction[] = [
  'ban',
  'block',
  'deactivate',
  'disable_two_factor',
]

export interface FaultProxyOptions {
  fateOf?: (passing: ProxiedRequest) => Fate
  service?: SandboxOptions
  harness?: Parameters<typeof createHarness>[1]
}

/** A service with this many users, and a queue that reaches it through a faulty proxy. */
export async function createFaultProxy(users: number, options: FaultProxyOptions = {}) {
  // Fast enough that five-minute pauses pass quickly, but slow enough that no action expires after seven days.
  const clock = options.harness?.clock ?? fastClock(isFull ? 1000 : 5000)
  const service = await startService({ ...options.service, users: users + 80 })
  const allUsers = Array.from({ length: users }, (_, nth) => service.someone('active', nth))
  const effects = service.countEffects()
  /** Paths of writes on users who are already in the target state. */
  const repeated: string[] = []
  const proxy = await startProxy(service.url, (passing) => {
    const user = isWrite(passing) ? targetIdOf(passing) : undefined
    if (user !== undefined && effects.list(user).length > 0) repeated.push(passing.path)
    return options.fateOf?.(passing) ?? 'pass'
  })
  const harness = await createHarness(service, {
    through: proxy.url,
    ...options.harness,
    clock,
  })
  return {
    service,
    effects,
    proxy,
    repeated,
    harness,
    /** Queues an action on every user, or on `count` of them. */
    enqueueAll: (first = 0, count = users) =>
      allUsers
        .slice(first, first + count)
        .map((user, nth) => harness.enqueue(kinds[nth % kinds.length]!, user)),
    async end() {
      await harness.end()
      await proxy.stop()
      await service.end()
    },
  }
}

/** Applies each fault to `each` requests, randomly mixed with requests that pass. */
export function mixFates(
  seed: string,
  fates: readonly Fate[],
  each: number,
  isMet: (passing: ProxiedRequest) => boolean = () => true,
) {
  const random = createRandom(seed)
  const remainingFates = shuffled(
    random,
    fates.flatMap((fate) => Array.from({ length: each }, () => fate)),
  )
  const fateOf = (passing: ProxiedRequest): Fate =>
    isMet(passing) && remainingFates.length > 0 && random.chance(0.4)
      ? remainingFates.pop()!
      : 'pass'
  return { fateOf, left: () => remainingFates.length }
}

export function shuffled<T>(random: Random, values: readonly T[]): T[] {
  const randomized = values.map((value) => ({ value, place: random.below(1 << 30) }))
  return randomized.sort((a, b) => a.place - b.place).map(({ value }) => value)
}

export const isWrite = ({ method }: ProxiedRequest) => method !== 'GET'
const targetIdOf = ({ path }: ProxiedRequest) => Number(/\/users\/(\d+)/.exec(path)![1])

/** Waits until all actions are done, and checks that the service performed each one exactly once. */
export async function expectAllDoneOnce(
  { harness, effects, proxy, repeated }: DoneOnce,
  queued: readonly QueuedAction[],
): Promise<void> {
  for (const row of queued) {
    const { state, failure } = await harness.settled(row)
    expect(state, `${row.action} of ${row.target.id}: ${failure?.message}`).toBe('done')
    const became = moderationRules[row.action].resultingState ?? 'without two-factor'
    expect(effects.list(row.target.id)).toEqual([{ target: row.target.id, became }])
  }
  // This includes repeated writes without an effect.
  expect(repeated ?? []).toEqual([])
  if (!proxy) return
  const counts = new Map<number, number>()
  for (const passing of proxy.accepted.filter(isWrite)) {
    counts.set(targetIdOf(passing), (counts.get(targetIdOf(passing)) ?? 0) + 1)
  }
  for (const { target } of queued) expect(counts.get(target.id), target.username).toBe(1)
}

interface DoneOnce {
  harness: Harness
  effects: Effects
  /** The proxy that recorded what reached the service, if any. */
  proxy?: Proxy
  repeated?: readonly string[]
}

/** A proof's line of output. */
export function proofResult(text: string, began: number, requests: number): string {
  const seconds = Math.round((performance.now() - began) / 1000)
  return `\nproof: queue, ${text}; each applied exactly once (${requests} requests, ${seconds} s)`
}
