import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import type { Envelope } from '../../shared/rules/failure.ts'
import type { Call } from './app-process.ts'

/** The entire application in a separate process. */
export interface AppProcess {
  /** A call's value; undefined if it fails or the process ends first. */
  value<T>(name: string, input: object, account?: string): Promise<T | undefined>
  /** A call's envelope; undefined if the process ends first. */
  invoke(name: string, input: object, account?: string): Promise<Envelope | undefined>
  /** Suspends the process for this many milliseconds, as if the computer slept. */
  suspend(milliseconds: number): Promise<void>
  /** Kills it immediately. */
  kill(): Promise<void>
}

export function startAppProcess(dataFolder: string): AppProcess {
  const program = join(import.meta.dirname, 'app-process.ts')
  const child = spawn(process.execPath, [program, dataFolder], {
    // Avoids compiling the same files on every start.
    env: { ...process.env, NODE_COMPILE_CACHE: join(dataFolder, 'compiled') },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  // The process may be killed during a write.
  child.stdin.on('error', () => undefined)
  const waiting = new Map<number, (envelope: Envelope) => void>()
  createInterface(child.stdout).on('line', (line) => {
    const { nth, envelope } = JSON.parse(line) as { nth: number; envelope: Envelope }
    waiting.get(nth)?.(envelope)
  })
  const invoke: AppProcess['invoke'] = (name, input, account) => {
    const nth = waiting.size
    const { promise, resolve } = Promise.withResolvers<Envelope>()
    waiting.set(nth, resolve)
    const call: Call = { nth, name, input, account }
    child.stdin.write(`${JSON.stringify(call)}\n`)
    return Promise.race([promise, exit.then(() => undefined)])
  }
  return {
    invoke,
    async value<T>(name: string, input: object, account?: string) {
      const envelope = await invoke(name, input, account)
      return envelope?.ok ? (envelope.value as T) : undefined
    },
    async suspend(milliseconds) {
      child.kill('SIGSTOP')
      await delay(milliseconds)
      child.kill('SIGCONT')
    },
    async kill() {
      child.kill('SIGKILL')
      await exit
    },
  }
}
