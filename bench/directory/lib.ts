import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { LoadResult } from './reader.ts'
import type { Command } from './service.ts'

/** A running server of generated users. */
export interface BenchService {
  url: string
  users: number
  tokens: number
  /** Sends it a command, and returns the number of requests since the last command. */
  send(command: Command): Promise<number>
  stop(): void
}

export async function startService(users: number, tokens = 0): Promise<BenchService> {
  const args = [String(users), String(tokens)]
  const child = fork(new URL('./service.ts', import.meta.url), args)
  const { url } = await waitForMessage<{ url: string }>(child)
  return {
    url,
    users,
    tokens,
    async send(command) {
      const response = waitForMessage<{ requests: number }>(child)
      child.send(command)
      return (await response).requests
    },
    stop: () => void child.kill(),
  }
}

export type ReadMethod = 'floor' | 'validated' | 'kept' | 'stored' | 'gitbeaker' | 'credentials'

// Limits glibc to one arena. By default it retains freed memory per thread, so a process’s memory varies by tens of
// megabytes between runs.
const env = { ...process.env, MALLOC_ARENA_MAX: '1' }

/** Loads all users or tokens once in a separate process. Throws if any are missing. */
export async function readOnce(how: ReadMethod, service: BenchService): Promise<LoadResult> {
  const { url } = service
  const expected = how === 'credentials' ? service.tokens : service.users
  const child = fork(new URL('./reader.ts', import.meta.url), [how, url], { env })
  const reading = await waitForMessage<LoadResult>(child)
  if (reading.count !== expected) throw new Error(`${how} read ${reading.count} of ${expected}`)
  await once(child, 'exit')
  return reading
}

async function waitForMessage<T>(child: ChildProcess): Promise<T> {
  const finished = new AbortController()
  const { signal } = finished
  const rejectOnExit = async (): Promise<never> => {
    const [code] = (await once(child, 'exit', { signal })) as [number]
    throw new Error(`the process exited with code ${code}`)
  }
  try {
    const [message] = await Promise.race([once(child, 'message', { signal }), rejectOnExit()])
    return message as T
  } finally {
    finished.abort()
  }
}
