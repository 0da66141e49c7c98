import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Reading } from './reader.ts'
import type { Order } from './service.ts'

/** A running service of ready-made people. */
export interface BenchService {
  url: string
  users: number
  /** Tells it something, and answers how many requests came since the last time. */
  tell(order: Order): Promise<number>
  stop(): void
}

export async function startService(users: number): Promise<BenchService> {
  const child = fork(new URL('./service.ts', import.meta.url), [String(users)])
  const { url } = await waitForMessage<{ url: string }>(child)
  return {
    url,
    users,
    async tell(order) {
      const told = waitForMessage<{ requests: number }>(child)
      child.send(order)
      return (await told).requests
    },
    stop: () => void child.kill(),
  }
}

export type ReadMethod = 'floor' | 'validated' | 'kept' | 'stored' | 'gitbeaker'

// By default glibc keeps freed memory per thread, which scatters what a process has by tens of megabytes from run to run.
const env = { ...process.env, MALLOC_ARENA_MAX: '1' }

/** One reading of everybody in a process of its own. Throws where it read not everybody. */
export async function readOnce(how: ReadMethod, { url, users }: BenchService): Promise<Reading> {
  const child = fork(new URL('./reader.ts', import.meta.url), [how, url], { env })
  const reading = await waitForMessage<Reading>(child)
  if (reading.people !== users) throw new Error(`${how} read ${reading.people} of ${users} people`)
  await once(child, 'exit')
  return reading
}

async function waitForMessage<T>(child: ChildProcess): Promise<T> {
  const over = new AbortController()
  const { signal } = over
  const died = async (): Promise<never> => {
    const [code] = (await once(child, 'exit', { signal })) as [number]
    throw new Error(`a process ended with ${code}`)
  }
  try {
    const [message] = await Promise.race([once(child, 'message', { signal }), died()])
    return message as T
  } finally {
    over.abort()
  }
}
