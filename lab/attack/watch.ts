import { setTimeout as delay } from 'node:timers/promises'
import type { AttackedHost } from './host.ts'
import type { Finding } from './judge.ts'

/** How much memory (MiB) the host may use during an attack. */
export const maxMemory = 768
/** How long (ms) the host’s owner may have to wait during an attack. */
const maxWaitMs = 5_000

/** The result of a group of attacks. */
export interface Outcome {
  group: string
  attacks: number
  findings: Finding[]
  /** The host’s peak memory, in MiB. */
  memory: number
  /** The longest wait of the host’s owner, in milliseconds. */
  slowestMs: number
}

/**
 * Runs attacks while the host’s owner keeps calling the host, and watches its memory. The owner’s wait counts only if
 * `isTimed`, because it is meaningless on a machine that is busy with other tests.
 */
export async function watchHost(
  host: AttackedHost,
  group: string,
  isTimed: boolean,
  attack: () => Promise<{ attacks: number; findings: Finding[] }>,
): Promise<Outcome> {
  let isOver = false
  let memory = 0
  let slowestMs = 0
  const checkHost = async () => {
    const startedAt = performance.now()
    const answer = await host.call('accounts.list')
    slowestMs = Math.max(slowestMs, performance.now() - startedAt)
    memory = Math.max(memory, host.memory())
    return answer.includes('"ok":true')
  }
  const watching = (async () => {
    while (!isOver) {
      await checkHost()
      await delay(100)
    }
  })()
  const { attacks, findings } = await attack()
  isOver = true
  await watching
  const allFindings = [...findings]
  const add = (what: string) => allFindings.push({ attack: group, what })
  if (!host.isRunning()) add(`the host ended: ${host.output().slice(-500)}`)
  else if (!(await checkHost())) add('the host does not answer its owner')
  if (memory > maxMemory) add(`the host took ${memory.toFixed(0)} MiB, more than ${maxMemory}`)
  if (isTimed && slowestMs > maxWaitMs) add(`its owner waited ${slowestMs.toFixed(0)} ms`)
  return { group, attacks, findings: allFindings, memory, slowestMs }
}

/** Calls a function for each item, a few at a time, in order. */
export async function runConcurrently<T>(
  all: readonly T[],
  concurrency: number,
  run: (one: T) => Promise<void>,
): Promise<void> {
  const remaining = [...all]
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let one = remaining.shift(); one !== undefined; one = remaining.shift()) await run(one)
    }),
  )
}

/** Picks every nth item so that about `count` remain; all items without `count`. */
export function sample<T>(all: readonly T[], count?: number): T[] {
  if (count === undefined || all.length <= count) return [...all]
  const step = all.length / count
  return Array.from({ length: count }, (_, nth) => all[Math.floor(nth * step)]!)
}
