import { setTimeout as delay } from 'node:timers/promises'
import type { AttackedHost } from './host.ts'
import type { Finding } from './judge.ts'

/** MiB that the host may take up while it is attacked. */
export const maxMemory = 768
/** Milliseconds that its owner may have to wait meanwhile. */
const maxWaitMs = 5_000

/** What became of a group of attacks. */
export interface Outcome {
  group: string
  attacks: number
  findings: Finding[]
  /** MiB at the most. */
  memory: number
  /** The longest that the host's owner waited, in milliseconds. */
  slowestMs: number
}

/**
 * Attacks, while the host's owner goes on asking it something and looks at its memory. How long the owner waits is a finding only if
 * it is timed: among the other tests of a busy machine it says nothing about the host.
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
  const found = [...findings]
  const add = (what: string) => found.push({ attack: group, what })
  if (!host.isRunning()) add(`the host ended: ${host.output().slice(-500)}`)
  else if (!(await checkHost())) add('the host does not answer its owner')
  if (memory > maxMemory) add(`the host took ${memory.toFixed(0)} MiB, more than ${maxMemory}`)
  if (isTimed && slowestMs > maxWaitMs) add(`its owner waited ${slowestMs.toFixed(0)} ms`)
  return { group, attacks, findings: found, memory, slowestMs }
}

/** Does something with each, a few at a time, in their order. */
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

/** Every nth, so that about so many are left; all where no number is given. */
export function sample<T>(all: readonly T[], count?: number): T[] {
  if (count === undefined || all.length <= count) return [...all]
  const step = all.length / count
  return Array.from({ length: count }, (_, nth) => all[Math.floor(nth * step)]!)
}
